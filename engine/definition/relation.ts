/** The kinds of field that are about other rows: references, lists of them, counts, sums, and what follows from a row. */

import {
  type Defaulted,
  type Field,
  keep,
  madeBy,
  make,
  type ReferenceFacts,
  type ReferencesFacts,
  type WordsFacts,
} from '../kinds/field.ts';
import type { DeleteEffect } from '../kinds/on-delete.ts';
import { integer } from '../kinds/scalars/integer.ts';
import type { Where } from '../kinds/where.ts';
import { type Offered, type Wording, wordingKeys } from '../kinds/wording.ts';

export interface ReferenceOptions extends Wording {
  readonly include?: readonly string[];
  readonly where?: Where;
  readonly offer?: NonNullable<ReferenceFacts['offer']>;
  readonly matching?: readonly string[];
  readonly tree?: true;
  readonly exclusive?: true;
  readonly onDelete?: DeleteEffect;
}

const idSchema = { type: 'integer', minimum: 1, maximum: 2147483647 };

/** A reference to a row of another resource: `zone_id: BelongsTo('zones')`. The field's name ends in `_id`. */
export function BelongsTo(to: string, options: ReferenceOptions = {}): Field<number, never> {
  const facts: ReferenceFacts = {
    kind: 'reference',
    scalar: integer,
    to,
    include: options.include ?? [],
    ...keep(options, ['where', 'offer', 'matching', 'tree', 'exclusive', 'onDelete', ...wordingKeys]),
  };
  return make(idSchema, facts, madeBy('BelongsTo', options, { to }));
}

export interface PairOptions extends Omit<ReferenceOptions, 'offer' | 'matching' | 'tree' | 'exclusive'> {
  readonly table: string;
  readonly own: string;
  readonly other: string;
}

/** References to any number of rows, each once: `operator_ids`. The field's name ends in `_ids`. */
export function ManyToMany(to: string, options: PairOptions): Field<number[], 'default'> {
  const { table, own, other } = options;
  const facts: ReferencesFacts = {
    kind: 'references',
    to,
    include: options.include ?? [],
    table,
    own,
    other,
    default: [],
    ...keep(options, ['where', 'onDelete', ...wordingKeys]),
  };
  const schema = { type: 'array', items: idSchema, uniqueItems: true, maxItems: 1000, default: [] };
  return make(schema, facts, madeBy('ManyToMany', options, { to }));
}

export interface WordsOptions<V extends readonly string[]> extends Wording {
  readonly table: string;
  readonly own: string;
  readonly column: string;
  readonly values?: V;
  readonly min?: number;
  /** Values that it is known to have, where `values` are not declared. */
  readonly offered?: Offered;
}

/** A set of words, one per row of a table: `types: EnumSet({ values: [...], table, own, column, min: 1 })`. */
export function EnumSet<
  const V extends readonly string[],
  const O extends { readonly default?: readonly string[] },
>(options: WordsOptions<V> & O): Field<V[number][], Defaulted<O>> {
  const { table, own, column, values, min = 0 } = options;
  const items = values
    ? { type: 'string', enum: [...values] }
    : { type: 'string', minLength: 1, maxLength: 100 };
  const facts: WordsFacts = {
    kind: 'words',
    table,
    own,
    column,
    ...(options.default && { default: options.default }),
    ...keep<WordsOptions<V>>(options, ['values', 'offered', ...wordingKeys]),
  };
  return make(
    {
      type: 'array',
      items,
      uniqueItems: true,
      minItems: min,
      maxItems: 1000,
      ...keep<O>(options, ['default']),
    },
    facts,
    madeBy('EnumSet', options),
  );
}
