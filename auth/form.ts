/** Reads the small bodies of sign-in: every wrong field is named at once, and nothing is coerced. */

import type { Context } from 'koa';
import { type Message, say } from '../engine/message.ts';
import { readJsonBody } from '../engine/request/json-body.ts';
import { createSchemaReader, type Mismatch } from '../engine/request/schema-reader.ts';
import type { Static, TSchema } from '../engine/typebox.ts';
import { texts } from './messages.ts';

/** A body: its documentation, and how it is read from a request. */
export interface Form<Shape extends TSchema> {
  readonly schema: Shape;
  /**
   * The fields of a request's body.
   * @throws Failure `validation_failed` (422) with every unknown, missing or mistyped field, or on `body` if it is not an object;
   *   `malformed_json`, `unsupported_media_type`, `payload_too_large` for a body that is not JSON
   */
  read(ctx: Context): Promise<Static<Shape>>;
}

/**
 * The maximum number of characters of a text. No e-mail, password or code is that long, and a megabyte takes long to fold and to
 * compare.
 */
export const maxLength = 4096;

export function createForm<Shape extends TSchema>(schema: Shape): Form<Shape> {
  const read = createSchemaReader(schema, messageOf);
  return { schema, read: async (ctx) => read(await readJsonBody(ctx)) };
}

function messageOf({ keyword, name: field, given, schema, allowed }: Mismatch): Message {
  // A form sends an empty text for a field that was not filled in.
  if (keyword === 'required' || (given === '' && schema.type !== 'boolean'))
    return say(texts.required, { field });
  switch (keyword) {
    case 'additionalProperties':
      return say(texts.unknownField, { field, known: [...allowed] });
    case 'enum':
      return say(texts.unknownLocale, { known: [...allowed] });
    case 'maxLength':
      return schema.maxLength === maxLength
        ? say(texts.tooLong, { field, limit: maxLength })
        : say(texts.passwordTooLong, { max: Number(schema.maxLength) });
    default:
      return say(problems[String(schema.type)] ?? texts.notText, { field });
  }
}

const problems: Readonly<Record<string, Message>> = { integer: texts.notId, boolean: texts.notFlag };
