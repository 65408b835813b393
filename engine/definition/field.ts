/** What any field can be beside its kind: nullable, read-only, internal. */

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

/** The field is answered and never accepted; a hook may set it. */
export function ReadOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly'> {
  return make({ ...field, readOnly: true }, { ...factsOf(field), readOnly: true });
}

/** The field is accepted and never answered; what its column holds is a hook's business. */
export function WriteOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'writeOnly'> {
  return make({ ...field, writeOnly: true }, { ...factsOf(field), writeOnly: true });
}

/** The field is in answers about one row, and not in lists: what is long. */
export function ViewOnly<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), viewOnly: true });
}

/**
 * The field is told once: in the answer of the create, where a hook sets it, or of an own action. It is never accepted, has no column, and is
 * in no other answer, nor in the history, nor in an answer that is kept for an `Idempotency-Key`.
 */
export function Once<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly' | 'writeOnly' | 'optional'> {
  const told = { readOnly: true, writeOnly: true, once: true, optional: true } as const;
  return make({ ...field, readOnly: true }, { ...factsOf(field), ...told });
}

/** A column that no request reads or writes, for hooks, sums and conditions. */
export function Internal<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly' | 'internal'> {
  return make({ ...field }, { ...factsOf(field), readOnly: true, internal: true });
}

/** The field is about a person whom the service forgets one day: answers have it, and the history never tells what it holds. */
export function Personal<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), personal: true });
}

/** The field is set at creation and does not change later. */
export function Immutable<Value, Tags extends Tag>(field: Field<Value, Tags>): Field<Value, Tags> {
  return make({ ...field }, { ...factsOf(field), fixed: true });
}

/** The field may be left out at creation: a hook fills it. */
export function Optional<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'optional'> {
  return make({ ...field }, { ...factsOf(field), optional: true });
}

/** The field belongs to an update and not to a create: something about the row that is there. It may be left out. */
export function UpdateOnly<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'optional' | 'updateOnly'> {
  return make({ ...field }, { ...factsOf(field), optional: true, updateOnly: true });
}
