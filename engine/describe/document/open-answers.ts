/**
 * A later version may add words and keys to answers, so they are left open: words are `x-extensible-enum` instead of `enum`
 * (https://opensource.zalando.com/restful-api-guidelines/#112), and `additionalProperties: false` is removed. So a client
 * generated today, however strict, does not fail on new ones. Requests stay closed: the service accepts only these words and
 * keys.
 */
import { isSchema, type Schema } from '../openapi/spec.ts';

/** The schema of an answer with open words and keys at all levels. */
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

/** Of properties: a property named `enum` is no enumeration. */
function openParts(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, openPart(part)]));
}

function openPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openPart);
  return isSchema(part) ? openAnswer(part) : part;
}
