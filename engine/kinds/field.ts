/** What the engine knows of a field, carried by its TypeBox schema. */

import type { Condition } from '../condition.ts';
import { type TUnsafe, Type } from '../typebox.ts';
import type { DeleteEffect } from './on-delete.ts';
import type { Scalar } from './scalars/scalar.ts';
import type { Where } from './where.ts';
import type { Offered, Tones, Unit, Wording } from './wording.ts';

/** What the types need to know of a field beside its value. */
export type Tag = 'nullable' | 'optional' | 'default' | 'readOnly' | 'writeOnly' | 'updateOnly' | 'internal';

/** What a constructor was called with, its arguments by their names among its options. */
export interface Made {
  readonly by: string;
  readonly options: Readonly<Record<string, unknown>>;
}

interface Flags extends Wording {
  readonly made?: Made;
  readonly nullable?: true;
  /** May be left out at creation although it has no default: a hook fills it. */
  readonly optional?: true;
  /** Never in a body. */
  readonly readOnly?: true;
  /** Never in an answer. */
  readonly writeOnly?: true;
  /** Not in the body of a create. */
  readonly updateOnly?: true;
  /** A column that only hooks read and write. */
  readonly internal?: true;
  /** Set at creation; later only its present value is accepted. */
  readonly fixed?: true;
  /** Taken where a create does not send the field; `now` is the moment of the request. */
  readonly default?: unknown;
}

/** A value in a column of its own. */
export interface ColumnFacts extends Flags, Unit {
  readonly kind: 'column';
  readonly scalar: Scalar;
  /** Values of an enumeration in their order. */
  readonly values?: readonly string[];
  /** An instant or day that may not lie in the future. */
  readonly past?: true;
  /** Compared, also by a unique rule, without regard to case. */
  readonly caseless?: true;
  /** A text of several lines. */
  readonly multiline?: true;
  readonly tones?: Tones;
  readonly offered?: Offered;
  /** Of a list of ids the path of the resource whose rows they are; whether they are there is for others to check. */
  readonly rows?: string;
}

/** A reference to one row: the column holds its id, answers embed `{id, name}` beside it. */
export interface ReferenceFacts extends Flags {
  readonly kind: 'reference';
  /** Of the ids. */
  readonly scalar: Scalar;
  /** Path of the resource referred to. */
  readonly to: string;
  /** Further fields of the row referred to that are embedded. */
  readonly include: readonly string[];
  /** Which rows may be referred to, beside those of the same site. */
  readonly where?: Where;
  /** Which of those are options: a hook refuses the others, with a better reason than that they are not there. */
  readonly offer?: Where | (() => Condition);
  /** References of the same name in the row referred to, which must be the same as in this row. */
  readonly matching?: readonly string[];
  /** A tree: following the reference from a row never leads back to it. */
  readonly tree?: true;
  /** Hooks change the row referred to: writes that refer to the same row run one after the other. */
  readonly exclusive?: true;
  readonly onDelete?: DeleteEffect;
}

/** References to any number of rows through a table of pairs: `operator_ids` with `operators` beside it. */
export interface ReferencesFacts extends Flags {
  readonly kind: 'references';
  readonly to: string;
  readonly include: readonly string[];
  readonly where?: Where;
  /** Table of pairs, its column for this row and for the other one. */
  readonly table: string;
  readonly own: string;
  readonly other: string;
  readonly onDelete?: DeleteEffect;
}

/** A set of words kept one per row in a table: the types of a company. */
export interface WordsFacts extends Flags {
  readonly kind: 'words';
  readonly table: string;
  readonly own: string;
  readonly column: string;
  /** The words allowed; without them a hook checks. */
  readonly values?: readonly string[];
  readonly offered?: Offered;
}

/** A count or a sum over rows of another resource that refer to this one, computed in the same query. */
export interface AggregateFacts extends Flags, Unit {
  readonly kind: 'aggregate';
  readonly of: string;
  readonly foreign: string;
  readonly sum?: string;
  readonly scalar: Scalar;
  readonly where?: Where;
}

/** A number of pairs in a table of pairs, or of any table that is no resource. */
export interface PairCountFacts extends Flags {
  readonly kind: 'pairs';
  readonly scalar: Scalar;
  readonly table: string;
  readonly foreign: string;
  readonly distinct?: string;
  /** The table that has `distinct`: its row whose id is in the pair's `column`. */
  readonly through?: { readonly table: string; readonly column: string };
  /** Column, beside `distinct`, that tells of which site a pair is: elsewhere than at the headquarters only its own count. */
  readonly site?: string;
}

/** The first of several conditions that a row meets names its value; a boolean is one condition. */
export interface DerivedFacts extends Flags {
  readonly kind: 'derived';
  readonly scalar: Scalar;
  readonly values?: readonly string[];
  readonly cases: readonly (readonly [value: string | boolean, where: Where])[];
  readonly otherwise: string | boolean;
  /** By the values, `true` and `false` for a boolean. */
  readonly tones?: Tones;
}

/** Another field's value, as text, under a second name. */
export interface AliasFacts extends Flags {
  readonly kind: 'alias';
  readonly scalar: Scalar;
  readonly of: string;
}

/** Rows of its own tables, read in one query per page by the definition; written by its hooks. */
export interface NestedFacts extends Flags {
  readonly kind: 'nested';
  readonly load: NestedLoad;
  /** Schema of the value in an answer, where it shows more than a body has. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Of a list of ids the path of the resource whose rows they are. */
  readonly rows?: string;
  /** What parts of it can be, by their name in the body. */
  readonly choices?: Readonly<Record<string, NestedChoice>>;
}

/** What a part of a nested field can refer to. Its hooks hold to it. */
export interface NestedChoice {
  /** Path of the resource referred to. */
  readonly to: string;
  /** Further fields of a row that are shown. */
  readonly include?: readonly string[];
  /** Parts beside it by which the choice goes. */
  readonly matching?: readonly string[];
  /** The rows that can be chosen; `given` has ids by the names of `matching`, as far as they are known. */
  offered(
    asking: {
      readonly db: import('knex').Knex;
      readonly actor: import('../policy.ts').Actor;
      readonly services: import('./services.ts').Services;
    },
    given: Readonly<Record<string, number>>,
  ): Condition | Promise<Condition>;
}

/** What values of a journal are called: see `ChangeLabels`. */
export interface ChangeLabelsFacts extends Flags {
  readonly kind: 'labels';
  /** The field of the same row with the name of the resource that was changed. */
  readonly resource: string;
  /** The field of the same row with what was changed: field → its value before and after. */
  readonly changes: string;
}

/** Reads a nested field for the rows of one page: id of the row → value in the answer. */
export type NestedLoad = (
  ids: readonly number[],
  db: import('knex').Knex,
  viewer: import('../policy.ts').Actor,
) => Promise<Map<number, unknown>>;

export type Facts =
  | ColumnFacts
  | ReferenceFacts
  | ReferencesFacts
  | WordsFacts
  | AggregateFacts
  | PairCountFacts
  | DerivedFacts
  | AliasFacts
  | NestedFacts
  | ChangeLabelsFacts;

// A symbol (a registered one, should the module be loaded twice), so that no JSON Schema consumer (Ajv, OpenAPI) ever sees the engine's facts.
const factsKey = Symbol.for('millwright.facts');

/** A TypeBox schema of a value, with the engine's facts. Tags exist for the compiler alone. */
export interface Field<Value = unknown, Tags extends Tag = Tag> extends TUnsafe<Value> {
  readonly [factsKey]: Facts;
  readonly '~tags'?: Tags;
}

export function factsOf(field: Field): Facts {
  return field[factsKey];
}

/** What a field was made of, as its author wrote it; undefined for what is no field. */
export function optionsOf(field: object): Made | undefined {
  const facts: unknown = Reflect.get(field, factsKey);
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'made') : undefined;
}

/** Joins a JSON Schema and the facts in one object. @param made what it was made of, where it is a new field */
export function make<Value, Tags extends Tag>(
  schema: Record<string, unknown>,
  facts: Facts,
  made: Made | undefined = facts.made,
): Field<Value, Tags> {
  return { ...Type.Unsafe<Value>(schema), [factsKey]: made ? { ...facts, made } : facts };
}

/** What a constructor was called with. */
export const madeBy = (by: string, ...given: readonly (object | undefined)[]): Made => ({
  by,
  options: Object.assign({}, ...given),
});

/** The named options that were given, so that one left out is no key at all. */
export const keep = <O extends object>(options: O, names: readonly (keyof O)[]): Partial<O> =>
  Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as Partial<O>;

/** What most options have. */
export interface Common<Value> extends Wording {
  readonly default?: Value;
}

/** The tag of a field whose options name a default. */
export type Defaulted<O> = O extends { readonly default: unknown } ? 'default' : never;
