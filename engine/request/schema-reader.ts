/** Reads a body of a fixed shape by its schema: every wrong field is named at once, and nothing is coerced. */

import { Ajv, type ErrorObject, type Options } from 'ajv';
import { invalid, noErrors } from '../failure.ts';
import { isObject, objectOf } from '../json-object.ts';
import { once } from '../memoize.ts';
import type { Message } from '../message.ts';
import type { Static, TSchema } from '../typebox.ts';
import { pathOf } from './body-errors.ts';

/** How every validator of bodies is made. */
export const ajvOptions = {
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
} as const satisfies Options;

// Clients are told the format; the reader of the value checks it: a login says of a malformed e-mail address
// what it says of a wrong one.
const ajv = new Ajv({ ...ajvOptions, validateFormats: false });

/** What is wrong at one place of a body. */
export interface Mismatch {
  /** The keyword of the schema that is not met. */
  readonly keyword: string;
  /** The last part of the path: the key that is missing, unknown or wrong, or the place in a list. */
  readonly name: string;
  readonly given: unknown;
  /** What the value must be; for an unknown key, what the object must be. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The words that it may be, or the keys that the object may have; none where that is not what is wrong. */
  readonly allowed: readonly string[];
}

/**
 * Makes the reader of bodies of one shape.
 *
 * @param say what is told of a mismatch: one a path, and none within a value that is wrong itself
 * @returns reads a body, and throws Failure `validation_failed` (422) with everything that is wrong: on `body` for what is
 *   no object, with unknown fields first
 */
export function createSchemaReader<Shape extends TSchema>(
  schema: Shape,
  say: (mismatch: Mismatch) => Message,
): (body: unknown) => Static<Shape> {
  const validator = once(() => ajv.compile<Static<Shape>>(schema));
  return (body) => {
    const validate = validator();
    const given: unknown = objectOf(body);
    if (validate(given)) return given;
    const errors = noErrors();
    const found = validate.errors ?? [];
    const isUnknown = ({ keyword }: ErrorObject) => keyword === 'additionalProperties';
    for (const error of [...found.filter(isUnknown), ...found.filter((one) => !isUnknown(one))]) {
      const path = pathOf(error);
      const parts = path.split('.');
      // Also within what is wrong itself: of a list that is too long, no value is told.
      if (parts.some((_, index) => errors[parts.slice(0, index + 1).join('.')])) continue;
      errors[path] = [say(mismatchOf(error, parts.at(-1) ?? ''))];
    }
    throw invalid(errors);
  };
}

function mismatchOf({ keyword, parentSchema = {}, data }: ErrorObject, name: string): Mismatch {
  const keys: unknown = parentSchema.properties;
  const missing = keyword === 'required' && isObject(keys) ? keys[name] : undefined;
  const schema = isObject(missing) ? missing : parentSchema;
  return {
    keyword,
    name,
    given: keyword === 'required' ? undefined : data,
    schema,
    allowed: Array.isArray(schema.enum) ? schema.enum.map(String) : isObject(keys) ? Object.keys(keys) : [],
  };
}
