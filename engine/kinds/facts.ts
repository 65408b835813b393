/** A field: the TypeBox schema of a value, and what the engine knows of it, by its structure. */
import type { TUnsafe } from '../typebox.ts';
import type { DeleteEffect } from './on-delete.ts';
import type { Scalar } from './scalars/scalar.ts';
import type { Together, Where } from './where.ts';
import type { Flags, Linked, Offered, Offering, Tones, Unit } from './wording.ts';

export type { Made } from './wording.ts';

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
  /** Of a list of ids the rows that they are of; or whether it is a list of texts. */
  readonly rows?: NamedRows;
  readonly texts?: true;
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
  readonly offer?: Where | Offering;
  /** References of the same name in the row referred to, which must be the same as in this row. */
  readonly matching?: readonly string[];
  /** A tree: following the reference from a row never leads back to it. */
  readonly tree?: true;
  /** Hooks change the row referred to: writes that refer to the same row run one after the other. */
  readonly exclusive?: true;
  readonly onDelete?: DeleteEffect;
}

/** Rows whose ids are in a list. */
export interface NamedRows {
  /** Path of their resource. Whether they are there is for others to check. */
  readonly to: string;
  /** Of a part of a nested field: which of them are options, and by which parts beside it. */
  readonly offer?: Offering;
  readonly by?: readonly string[];
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
  readonly column: string;
  readonly onDelete?: DeleteEffect;
  /** Of people, in what hangs on rows: those alone who may view the row. */
  readonly viewers?: true;
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

/** A sum of counts and sums of the same row. */
export interface TotalFacts extends Flags, Unit {
  readonly kind: 'total';
  /** The fields of the row that it adds. */
  readonly of: readonly string[];
  readonly scalar: Scalar;
}

/** A text of the oldest row of another resource that refers to this one, computed in the same query. */
export interface FirstFacts extends Flags {
  readonly kind: 'first';
  readonly of: string;
  readonly foreign: string;
  /** The field of that row. */
  readonly shows: string;
  /** What stands for it where there is no such row: a text that is put together from this one. */
  readonly otherwise: string;
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
export interface AliasFacts extends Flags, Linked {
  readonly kind: 'alias';
  readonly scalar: Scalar;
  readonly of: string;
  /** Without a value of this field there is none. */
  readonly given?: string;
}

/** Rows of its own tables, read in one query per page by the definition; written by its hooks. */
export interface NestedFacts extends Flags {
  readonly kind: 'nested';
  readonly load: NestedLoad;
  /** Of a list of ids the rows that they are of. */
  readonly rows?: NamedRows;
  /** The parts of a value, or of each entry of a list. Answers have the rows beside the ids of these that refer to any. */
  readonly fields?: Readonly<Record<string, Field>>;
}

/** Rows of a table of their own, in an order, that belong to the row alone: read and written with it. */
export interface OwnedFacts extends Flags, Together {
  readonly kind: 'owned';
  readonly table: string;
  /** Its columns for the row that they are of, and for their place; `fields` are the others, the id first. */
  readonly own: string;
  readonly order: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** What values of a journal are called: see `ChangeLabels`. */
export interface ChangeLabelsFacts extends Flags {
  readonly kind: 'labels';
  readonly scalar: Scalar;
  readonly from: {
    /** The field of the same row with the name of the resource that was changed. */
    readonly resource: string;
    /** The field of the same row with what was changed: field → its value before and after. */
    readonly changes: string;
  };
}

/** What a notice of another row says: see `NoticeText`. */
export interface NoticeTextFacts extends Flags {
  readonly kind: 'sentence';
  readonly scalar: Scalar;
  readonly from: {
    /** The fields of the same row with the name of the resource that it tells of, and the id of the row. */
    readonly resource: string;
    readonly record: string;
    /** The field with the kind of the notice: `item.low_stock`. */
    readonly notice: string;
    /** The field with the values that the sentence names, as they were then. */
    readonly said: string;
  };
}

/** Reads a nested field for the rows of one page: id of the row → value in the answer. */
type NestedLoad = (
  ids: readonly number[],
  db: import('knex').Knex,
  viewer: import('../policy.ts').Actor,
) => Promise<Map<number, unknown>>;

/** What the engine knows of a field, by its structure. */
export interface FactsByName {
  readonly column: ColumnFacts;
  readonly reference: ReferenceFacts;
  readonly references: ReferencesFacts;
  readonly words: WordsFacts;
  readonly aggregate: AggregateFacts;
  readonly total: TotalFacts;
  readonly first: FirstFacts;
  readonly pairs: PairCountFacts;
  readonly derived: DerivedFacts;
  readonly alias: AliasFacts;
  readonly nested: NestedFacts;
  readonly owned: OwnedFacts;
  readonly labels: ChangeLabelsFacts;
  readonly sentence: NoticeTextFacts;
}

export type StructureName = keyof FactsByName;
export type Facts = FactsByName[StructureName];

/** What the types need to know of a field beside its value. */
export type Tag = 'nullable' | 'optional' | 'default' | 'readOnly' | 'writeOnly' | 'updateOnly' | 'internal';

// A symbol (a registered one, should the module be loaded twice), so that no JSON Schema consumer (Ajv, OpenAPI) ever sees the engine's facts.
export const factsKey = Symbol.for('millwright.facts');

/** A TypeBox schema of a value, with the engine's facts. Tags exist for the compiler alone. */
export interface Field<Value = unknown, Tags extends Tag = Tag> extends TUnsafe<Value> {
  readonly [factsKey]: Facts;
  readonly '~tags'?: Tags;
}

export function factsOf(field: Field): Facts {
  return field[factsKey];
}
