/** Modifiers for fields of any kind: nullable, read-only, internal. */

import { type Field, factsOf, make, type Tag } from '../kinds/field.ts';

type Nulled<Value, Tags extends Tag> = Field<Value | null, Tags | 'nullable'>;

/** The field may be null. */
export function Nullable<Value, Tags extends Tag>(field: Field<Value, Tags>): Nulled<Value, Tags> {
  const { type, enum: values } = field;
  const schema = {
    ...field,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
  return make(schema, { ...factsOf(field), nullable: true });
}

/** Answers contain the field, bodies may not. A hook may set it. */
export function ReadOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly'> {
  return make({ ...field, readOnly: true }, { ...factsOf(field), readOnly: true });
}

/** Bodies may contain the field, answers do not. A hook decides what its column holds. */
export function WriteOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'writeOnly'> {
  return make({ ...field, writeOnly: true }, { ...factsOf(field), writeOnly: true });
}

/** Answers about one row contain the field, lists do not. For long values. */
export function ViewOnly<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), viewOnly: true });
}

/**
 * The value is revealed once: in the answer of the create, if a hook sets it, or of an own action. No body may contain the field,
 * and it has no column. No other answer contains it, nor the history, nor an answer stored for an `Idempotency-Key`.
 */
export function Once<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly' | 'writeOnly' | 'optional'> {
  const told = { readOnly: true, writeOnly: true, once: true, optional: true } as const;
  return make({ ...field, readOnly: true }, { ...factsOf(field), ...told });
}

/** A column that no request reads or writes. For hooks, sums and conditions. */
export function Internal<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly' | 'internal'> {
  return make({ ...field }, { ...factsOf(field), readOnly: true, internal: true });
}

/**
 * Answers contain the field, and the service maintains it: it follows from other values, or from the passage of time. The history
 * leaves it out, since it has the changes of those.
 */
export function Maintained<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly'> {
  return make({ ...field, readOnly: true }, { ...factsOf(field), readOnly: true, maintained: true });
}

/** The field is personal data that the service erases later. Answers contain it; the history never stores its values. */
export function Personal<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), personal: true });
}

/** The field is set at creation and does not change later. */
export function Immutable<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), fixed: true });
}

/** A create may leave the field out: a hook fills it. */
export function Optional<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'optional'> {
  return make({ ...field }, { ...factsOf(field), optional: true });
}

/** Only an update may contain the field, not a create: it describes an existing row. An update may leave it out. */
export function UpdateOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'optional' | 'updateOnly'> {
  return make({ ...field }, { ...factsOf(field), optional: true, updateOnly: true });
}
