/**
 * Words that a later version may add to: `x-extensible-enum` in place of `enum`
 * (https://opensource.zalando.com/restful-api-guidelines/#112). A client that is generated today reads them as what they are,
 * and does not fail on a new one. What is sent stays an `enum`: the service takes these words and no others.
 */
import { isSchema, type Schema } from '../openapi/spec.ts';

/** The schema of an answer with its words left open, wherever they stand in it. */
export function openWords(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key === 'enum' && Array.isArray(part) ? 'x-extensible-enum' : key,
      key === 'properties' && isSchema(part) ? mapParts(part) : openPart(part),
    ]),
  );
}

/** Of properties: one that is called `enum` is none. */
function mapParts(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, openPart(part)]));
}

function openPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openPart);
  return isSchema(part) ? openWords(part) : part;
}
