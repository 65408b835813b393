/** Reads the small bodies of sign-in: every wrong field is named at once, and nothing is coerced. */
import type { Context } from 'koa';
import { invalid, noErrors } from '../engine/failure.ts';
import { say, type Text } from '../engine/message.ts';
import { readJsonBody } from '../engine/request/json-body.ts';
import { objectOf } from '../engine/request/json-object.ts';
import { texts } from './messages.ts';

export interface FormField<Value> {
  /** What an absent field stands for; undefined where the field must be there. */
  readonly absent?: { readonly value: Value };
  /** What is said of a value that `accepts` refuses. */
  readonly problem: Text;
  readonly accepts: (value: unknown) => value is Value;
}

type Values<Fields> = { [Name in keyof Fields]: Fields[Name] extends FormField<infer Value> ? Value : never };

/** Most characters of a text: no e-mail, password or code comes near it, and a megabyte takes long to fold and to compare. */
const longest = 4096;

/** A text as it was sent: passwords are not trimmed. */
export const text: FormField<string> = {
  problem: texts.notText,
  accepts: (value) => typeof value === 'string',
};

export const textOrNull: FormField<string | null> = {
  problem: texts.notText,
  accepts: (value) => value === null || typeof value === 'string',
};

export const id: FormField<number> = {
  problem: texts.notId,
  accepts: (value): value is number => Number.isSafeInteger(value) && Number(value) > 0,
};

export const flag: FormField<boolean> = {
  problem: texts.notFlag,
  accepts: (value) => typeof value === 'boolean',
};

/** A field that may be left out, and then is `value`. */
export function optional<Value, Absent>(field: FormField<Value>, value: Absent): FormField<Value | Absent> {
  return {
    absent: { value },
    problem: field.problem,
    accepts: (given): given is Value | Absent => field.accepts(given),
  };
}

/**
 * The fields of a request's body.
 * @throws Failure `validation_failed` (422) with every unknown, missing or mistyped field, or on `body` for no object;
 *   `malformed_json`, `unsupported_media_type`, `payload_too_large` for a body that is no JSON
 */
export async function readForm<Fields extends Record<string, FormField<unknown>>>(
  ctx: Context,
  fields: Fields,
): Promise<Values<Fields>> {
  const body = objectOf(await readJsonBody(ctx));
  const errors = noErrors();
  for (const name of Object.keys(body)) {
    // Refused rather than passed over: a field that does nothing hides a mistake, or an attempt.
    if (!Object.hasOwn(fields, name))
      errors[name] = [say(texts.unknownField, { field: name, known: Object.keys(fields) })];
  }
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(body, name) ? body[name] : undefined;
    if (given === undefined || (given === '' && !field.absent)) {
      if (field.absent) values[name] = field.absent.value;
      else errors[name] = [say(texts.required, { field: name })];
    } else if (typeof given === 'string' && given.length > longest) {
      errors[name] = [say(texts.tooLong, { field: name, limit: longest })];
    } else if (field.accepts(given)) values[name] = given;
    else errors[name] = [say(field.problem, { field: name })];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values as Values<Fields>;
}
