/** Schemas of bodies and answers, in TypeBox. The type, the check and the documentation of each come from its schema. */
import { type SchemaOptions, type Static, type TProperties, type TSchema, Type } from './typebox.ts';

export const textSchema = Type.String();
export const flagSchema = Type.Boolean();

/** An object with exactly these keys: others are neither accepted nor answered. */
export function exactly<Properties extends TProperties>(properties: Properties, options: SchemaOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** One of several words, as an `enum`: an error message can list them all. */
export function oneWordOf<const Word extends string>(words: readonly Word[], options: SchemaOptions = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: words, ...options });
}

/** A read-only list of values of one schema. */
export function listOf<Item extends TSchema>(items: Item, options: SchemaOptions = {}) {
  return Type.Unsafe<readonly Static<Item>[]>({ type: 'array', items, ...options });
}

export const textsSchema = listOf(textSchema);

/** An object with any keys and values of one schema. */
export function mapOf<Value extends TSchema>(value: Value, options: SchemaOptions = {}) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: 'object',
    additionalProperties: value,
    ...options,
  });
}

/** The same schema, or null. For a schema of one `type`. */
export function nullable<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Static<Value> | null>({ ...value, type: [value.type, 'null'] });
}

/** The same schema, with an own description. */
export function described<Value extends TSchema>(value: Value, description: string): Value {
  return { ...value, description };
}

/** A schema that the documentation describes elsewhere, under a name. */
export function named<Value extends TSchema>(name: string, _shape: Value, options: SchemaOptions = {}) {
  return Type.Unsafe<Static<Value>>({ $ref: `#/components/schemas/${name}`, ...options });
}
