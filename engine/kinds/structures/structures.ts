/** The behaviour of each structure, and tables that are derived from all of them. */
import type { ColumnFacts, Facts, FactsByName, StructureName } from '../facts.ts';
import { scalarMakers } from '../scalars/known.ts';
import type { Scalar } from '../scalars/scalar.ts';
import { aggregate, first, total } from './aggregate.ts';
import { alias } from './alias.ts';
import { changeLabels } from './change-labels.ts';
import { derived } from './derived.ts';
import { nested } from './nested.ts';
import { noticeText } from './notice-text.ts';
import { owned } from './owned.ts';
import { pairCount } from './pair-count.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import type { Held, Structure } from './structure.ts';
import { words } from './words.ts';

const column: Structure<ColumnFacts, 'column', never> = {
  held: 'column',
  type: null,
  isFilterable: ({ scalar }) => scalar.sorted !== undefined,
  misfit: (value, schema, { scalar, values }) => scalar.misfit(value, schema, values),
  longestWord: 32,
  isBrief: (schema, { scalar }) => scalar.isBrief(schema),
  specimen: {
    right: (schema, given, facts) => facts.scalar.specimen.right(schema, given, facts),
    wrong: (schema, { scalar }) => scalar.specimen.wrong(schema),
  },
  makers: scalarMakers,
};

const structures = {
  ...{
    column,
    reference,
    references,
    words,
    aggregate,
    total,
    first,
    pairs: pairCount,
    derived,
    alias,
    nested,
  },
  ...{ owned, labels: changeLabels, sentence: noticeText },
} satisfies { readonly [K in StructureName]: Structure<FactsByName[K]> };

type Structures = typeof structures;

export const structureOf = ({ kind }: Facts): Structure => structures[kind];

/** The structures whose values are stored in `H`. */
export type NameHeld<H extends Held> = {
  [K in StructureName]: Structures[K]['held'] extends H ? K : never;
}[StructureName];
export type FactsHeld<H extends Held> = FactsByName[NameHeld<H>];

/** The structures that clients know by a type of their own, not by that of a value. */
export type StructureType = NonNullable<Structures[StructureName]['type']>;
export const structureTypes: readonly StructureType[] = [
  ...new Set(Object.values(structures).flatMap(({ type }): StructureType[] => (type === null ? [] : [type]))),
];

/** The arguments of all constructors, by name. */
export const fieldMakers: Scalar['makers'] = Object.assign(
  {},
  ...Object.values(structures).map(({ makers }) => makers),
);

/** A function for each of some structures: the compiler reports missing ones. */
export type EachOf<K extends StructureName, Args extends readonly unknown[], Result> = {
  readonly [P in K]: (facts: FactsByName[P], ...args: Args) => Result;
};

type FactsOf<K extends StructureName> = { [P in K]: FactsByName[P] & { readonly kind: P } }[K];

/** Calls the function of a table for the structure of a field. */
export function byStructure<K extends StructureName, Args extends readonly unknown[], Result>(
  table: EachOf<K, Args, Result>,
  facts: FactsOf<K>,
  ...args: Args
): Result {
  const kind: K = facts.kind;
  return table[kind](facts, ...args);
}
