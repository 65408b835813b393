/** Schemas of bodies and answers: each shape is one of TypeBox, from which its type, its check and its documentation come. */
import { type SchemaOptions, type Static, type TProperties, type TSchema, Type } from './typebox.ts';

export const textSchema = Type.String();
export const flagSchema = Type.Boolean();

/** An object with exactly these keys: what is not documented is neither taken nor answered. */
export function exactly<Properties extends TProperties>(properties: Properties, options: SchemaOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** One of some words, as an `enum`: a refusal can name them all. */
export function oneWordOf<const Word extends string>(words: readonly Word[], options: SchemaOptions = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: words, ...options });
}

/** Several of one shape, read-only. */
export function listOf<Item extends TSchema>(items: Item, options: SchemaOptions = {}) {
  return Type.Unsafe<readonly Static<Item>[]>({ type: 'array', items, ...options });
}

export const textsSchema = listOf(textSchema);

/** Any keys, with values of one shape. */
export function mapOf<Value extends TSchema>(value: Value, options: SchemaOptions = {}) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    additionalProperties: value,
    ...options,
  });
}

/** The same, or null: for a schema of one `type`. */
export function nullable<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Static<Value> | null>({ ...value, type: [value.type, 'null'] });
}

/** The same, with words of its own for what it is. */
export function described<Value extends TSchema>(value: Value, description: string): Value {
  return { ...value, description };
}

/** A shape that the documentation tells elsewhere, under a name of its own. */
export function named<Value extends TSchema>(name: string, _shape: Value, options: SchemaOptions = {}) {
  return Type.Unsafe<Static<Value>>({ $ref: `#/components/schemas/${name}`, ...options });
}
