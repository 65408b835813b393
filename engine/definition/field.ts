/**
 * The kinds of field a definition is made of. Each is a TypeBox schema that also carries what the engine
 * needs to know of it: from this one object come types, validators, columns, answers and documentation.
 */

import {
  type Defaulted,
  type Field,
  factsOf,
  keep,
  madeBy,
  make,
  type NestedFacts,
  type NestedLoad,
  type Tag,
} from '../kinds/field.ts';
import { type Offered, type Tones, type Wording, wordingKeys } from '../kinds/wording.ts';

export * from './number.ts';

interface Common<Value> extends Wording {
  readonly default?: Value;
}

export interface TextOptions extends Common<string> {
  /** In characters (code points); 255 where nothing is said. */
  readonly max?: number;
  readonly min?: number;
  readonly format?: 'email' | 'timezone' | 'locale' | 'password';
  readonly pattern?: string;
  readonly caseless?: true;
  readonly multiline?: true;
  /** Values that it is known to have. */
  readonly offered?: Offered;
}

/** How long a password is: no letter of it takes more than four bytes. */
export const passwordBytes = { min: 8, max: 72 } as const;

export function Text<const O extends TextOptions = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const given: TextOptions = options ?? {};
  const isPassword = given.format === 'password';
  const { max = isPassword ? passwordBytes.max : 255, min = isPassword ? passwordBytes.min / 4 : 1 } = given;
  const schema = {
    type: 'string',
    minLength: min,
    maxLength: max,
    ...keep(given, ['format', 'pattern', 'default']),
  };
  return make(
    schema,
    { kind: 'text', ...keep(given, ['default', ...wordingKeys, 'caseless', 'multiline', 'offered']) },
    madeBy('Text', given),
  );
}

export interface BoolOptions extends Common<boolean> {
  readonly tones?: Tones<'true' | 'false'>;
}

export function Bool<const O extends BoolOptions = Record<never, never>>(
  options?: O,
): Field<boolean, Defaulted<O>> {
  const given: BoolOptions = options ?? {};
  return make(
    { type: 'boolean', ...keep(given, ['default']) },
    { kind: 'boolean', ...keep(given, ['default', ...wordingKeys, 'tones']) },
    madeBy('Bool', given),
  );
}

export interface InstantOptions extends Common<'now'> {
  readonly past?: true;
}

/** A moment: any RFC 3339 offset in, UTC with milliseconds out. */
export function Instant<const O extends InstantOptions = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  return make(
    { type: 'string', format: 'date-time' },
    { kind: 'datetime', ...keep<InstantOptions>(options ?? {}, ['default', ...wordingKeys, 'past']) },
    madeBy('Instant', options),
  );
}

/** A day of the calendar, `YYYY-MM-DD`, without a time. */
export function DateOnly(options: Wording = {}): Field<string, never> {
  return make(
    { type: 'string', format: 'date' },
    { kind: 'date', ...keep(options, wordingKeys) },
    madeBy('DateOnly', options),
  );
}

export interface EnumOptions<Value extends string> extends Common<Value> {
  readonly tones?: Tones<Value>;
}

/** A time of the day by the clocks of a site, `HH:MM`, without a day. */
export function TimeOfDay<const O extends Common<string> = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const given: Common<string> = options ?? {};
  return make(
    { type: 'string', format: 'time-of-day', ...keep(given, ['default']) },
    { kind: 'time', ...keep(given, ['default', ...wordingKeys]) },
    madeBy('TimeOfDay', given),
  );
}

/** One of a list of words. Rows sort in the order in which the words are declared. */
export function Enum<
  const V extends readonly string[],
  const O extends EnumOptions<V[number]> = Record<never, never>,
>(values: V, options?: O): Field<V[number], Defaulted<O>> {
  const given: EnumOptions<V[number]> = options ?? {};
  return make(
    { type: 'string', enum: [...values], ...keep(given, ['default']) },
    { kind: 'enum', values, ...keep(given, ['default', ...wordingKeys, 'tones']) },
    madeBy('Enum', given, { values }),
  );
}

/** Any JSON value in one column, for fields that the service writes itself. */
export function Json<Value>(schema: Record<string, unknown>, options: Wording = {}): Field<Value, never> {
  return make(schema, { kind: 'json', ...keep(options, wordingKeys) }, madeBy('Json', options, { schema }));
}

interface RowIdsOptions extends Wording {
  /** How few and how many. */
  readonly min?: number;
  readonly max: number;
}

/**
 * Ids of rows that an own action takes or answers, each once: a form lets them be chosen by their names, and a client shows what
 * they are called. The action checks that the rows are there, and that they fit.
 * @param to path of the resource whose rows they are
 */
export function RowIds(to: string, { min = 1, max, ...options }: RowIdsOptions): Field<number[], never> {
  const items = { type: 'integer', minimum: 1, maximum: 2147483647 };
  return make(
    { type: 'array', items, uniqueItems: true, minItems: min, maxItems: max },
    { kind: 'json', rows: to, ...keep(options, wordingKeys) },
    madeBy('RowIds', options, { to, min, max }),
  );
}

/** The value of another field, as text, under a second name: `name` of a user is their `full_name`. */
export function Alias(of: string, options: Wording = {}): Field<string, 'readOnly'> {
  const facts = { kind: 'alias', of, readOnly: true, ...keep(options, wordingKeys) } as const;
  return make({ type: 'string' }, facts, madeBy('Alias', options, { of }));
}

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
