/** Fields that read other values, and what any field can be beside its kind: nullable, read-only, internal. */

import {
  type Field,
  factsOf,
  keep,
  madeBy,
  make,
  type NestedFacts,
  type NestedLoad,
  type Tag,
} from '../kinds/field.ts';
import { type Wording, wordingKeys } from '../kinds/wording.ts';

export interface NestedOptions extends Wording {
  readonly schema: Record<string, unknown>;
  readonly answer?: Record<string, unknown>;
  readonly load: NestedLoad;
  readonly rows?: string;
  readonly choices?: NonNullable<NestedFacts['choices']>;
}

/**
 * A value from tables of its own; see NestedFacts. `schema` is that of the body, validated as it stands; `answer` that
 * of what `load` gives, where it is another one; `choices` the rows that its parts refer to.
 */
export function Nested<Value>(options: NestedOptions): Field<Value, 'default'> {
  const facts: NestedFacts = {
    kind: 'nested',
    load: options.load,
    default: undefined,
    ...keep(options, ['answer', 'choices', 'rows', ...wordingKeys]),
  };
  return make(options.schema, facts, madeBy('Nested', options));
}

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

/** A column that no request reads or writes, for hooks, sums and conditions. */
export function Internal<Value, Tags extends Tag>(
  field: Field<Value, Tags>,
): Field<Value, Tags | 'readOnly' | 'internal'> {
  return make({ ...field }, { ...factsOf(field), readOnly: true, internal: true });
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
