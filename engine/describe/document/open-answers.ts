/**
 * What a later version may add to in answers is left open: words, which are `x-extensible-enum` in place of `enum`
 * (https://opensource.zalando.com/restful-api-guidelines/#112), and keys, which `additionalProperties: false` would forbid. A client
 * that is generated today, however strict, does not fail on a new one. What is sent stays closed: the service takes these words and
 * these keys and no others.
 */
import { isSchema, type Schema } from '../openapi/spec.ts';

/** The schema of an answer with its words and keys left open, wherever they stand in it. */
export function openAnswer(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, part]) => key !== 'additionalProperties' || part !== false)
      .map(([key, part]) => [
        key === 'enum' && Array.isArray(part) ? 'x-extensible-enum' : key,
        key === 'properties' && isSchema(part) ? openParts(part) : openPart(part),
      ]),
  );
}

/** Of properties: one that is called `enum` is none. */
function openParts(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, openPart(part)]));
}

function openPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openPart);
  return isSchema(part) ? openAnswer(part) : part;
}
