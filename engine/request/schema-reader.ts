/** Reads a body of a fixed shape by its schema: it reports all wrong fields at once, and converts nothing. */

import { Ajv, type ErrorObject, type Options } from 'ajv';
import { invalid, noErrors } from '../failure.ts';
import { isObject, objectOf } from '../json-object.ts';
import { once } from '../memoize.ts';
import type { Message } from '../message.ts';
import type { Static, TSchema } from '../typebox.ts';
import { pathOf } from './body-errors.ts';

/** The options of every body validator. */
export const ajvOptions = {
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
} as const satisfies Options;

// The documentation contains the format, but the reader of the value checks it: a sign-in answers a malformed e-mail address like
// a wrong one.
const ajv = new Ajv({ ...ajvOptions, validateFormats: false });

/** An error at one place of a body. */
export interface Mismatch {
  /** The keyword of the schema that failed. */
  readonly keyword: string;
  /** The last part of the path: the missing, unknown or wrong key, or the index in a list. */
  readonly name: string;
  readonly given: unknown;
  /** The schema of the value; for an unknown key, that of the object. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The allowed words, or the allowed keys of the object; empty for other errors. */
  readonly allowed: readonly string[];
}

/**
 * Makes the reader of bodies of one shape.
 *
 * @param say makes the message of a mismatch: one per path, and none within a value that is wrong itself
 * @returns a reader, which throws Failure `validation_failed` (422) with all errors: on `body` if it is no object; unknown
 *   fields come first
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
      // This also applies within a wrong value: values of a list that is too long are not reported.
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
