/** A field: the TypeBox schema of its value, and its facts, which the engine needs, by structure. */
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
  /** Values of an enumeration, in order. */
  readonly values?: readonly string[];
  /** An instant or day that may not lie in the future. */
  readonly past?: true;
  /** Compared without regard to case, also by a unique rule. */
  readonly caseless?: true;
  /** A text of several lines. */
  readonly multiline?: true;
  readonly tones?: Tones;
  readonly offered?: Offered;
  /** The rows of a list of ids, or whether it is a list of texts. */
  readonly rows?: NamedRows;
  readonly texts?: true;
}

/** A reference to one row: the column holds its id, answers embed `{id, name}` beside it. */
export interface ReferenceFacts extends Flags {
  readonly kind: 'reference';
  /** The scalar of the ids. */
  readonly scalar: Scalar;
  /** Path of the referenced resource. */
  readonly to: string;
  /** Further fields of the referenced row that are embedded. */
  readonly include: readonly string[];
  /** The rows that may be referenced, among those of the same site. */
  readonly where?: Where;
  /** The rows that are offered as options. A hook refuses the others, with a better message than "not found". */
  readonly offer?: Where | Offering;
  /** References with the same name in the referenced row, whose values must equal those of this row. */
  readonly matching?: readonly string[];
  /** A tree: the reference must not form a cycle. */
  readonly tree?: true;
  /** Writes that refer to the same row run one after the other: all, as hooks change it, or (`'changed'`) those that set this. */
  readonly exclusive?: true | 'changed';
  readonly onDelete?: DeleteEffect;
}

/** Rows whose ids are in a list. */
export interface NamedRows {
  /** Path of their resource. The field itself does not check that they exist. */
  readonly to: string;
  /** For a part of a nested field: the rows that are offered, and the other parts that this depends on. */
  readonly offer?: Offering;
  readonly by?: readonly string[];
}

/** References to any number of rows through a table of pairs: `operator_ids` with `operators` beside it. */
export interface ReferencesFacts extends Flags {
  readonly kind: 'references';
  readonly to: string;
  readonly include: readonly string[];
  readonly where?: Where;
  /** The table of pairs, its column for this row, and its column for the other row. */
  readonly table: string;
  readonly own: string;
  readonly column: string;
  readonly onDelete?: DeleteEffect;
  /** For references to people: only those who may view the rows of a path at the site; true: the row that this one is attached to. */
  readonly viewers?: true | string;
}

/** A set of words, stored one per row of a table: the types of a company. */
export interface WordsFacts extends Flags {
  readonly kind: 'words';
  readonly table: string;
  readonly own: string;
  readonly column: string;
  /** The allowed words. Without them, a hook checks. */
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
  /** The fields of the row that are added. */
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
  /** The value if there is no such row: a template with fields of this row. */
  readonly otherwise: string;
  readonly scalar: Scalar;
  readonly where?: Where;
}

/** The number of pairs in a table of pairs, or in any table that belongs to no resource. */
export interface PairCountFacts extends Flags {
  readonly kind: 'pairs';
  readonly scalar: Scalar;
  readonly table: string;
  readonly foreign: string;
  readonly distinct?: string;
  /** The table that has `distinct`: its rows whose id is in the pair's `column`. */
  readonly through?: { readonly table: string; readonly column: string };
  /**
   * Column, beside `distinct`, with the site of a pair. Outside the headquarters, only pairs of the current site are counted.
   */
  readonly site?: string;
}

/** The value of the first condition that the row meets. A boolean has one condition. */
export interface DerivedFacts extends Flags {
  readonly kind: 'derived';
  readonly scalar: Scalar;
  readonly values?: readonly string[];
  readonly cases: readonly (readonly [value: string | boolean, where: Where])[];
  readonly otherwise: string | boolean;
  /** Value → tone; `true` and `false` for a boolean. */
  readonly tones?: Tones;
}

/** Another field's value, as text, under a second name. */
export interface AliasFacts extends Flags, Linked {
  readonly kind: 'alias';
  readonly scalar: Scalar;
  readonly of: string;
  /** If this field has no value, the alias is null. */
  readonly given?: string;
}

/** Rows of other tables. The definition reads them in one query per page; its hooks write them. */
export interface NestedFacts extends Flags {
  readonly kind: 'nested';
  readonly load: NestedLoad;
  /** For a list of ids: the rows that it refers to. */
  readonly rows?: NamedRows;
  /** The parts of the value, or of each entry of a list. For parts that are ids, answers contain the rows too. */
  readonly fields?: Readonly<Record<string, Field>>;
}

/** Rows of another table that belong to this row alone, in an order. They are read and written with it. */
export interface OwnedFacts extends Flags, Together {
  readonly kind: 'owned';
  readonly table: string;
  /** Its columns for the row that they belong to, and for their position. `fields` are the other columns, without the id. */
  readonly own: string;
  readonly order: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Labels for the values of a journal entry: see `ChangeLabels`. */
export interface ChangeLabelsFacts extends Flags {
  readonly kind: 'labels';
  readonly scalar: Scalar;
  readonly from: {
    /** The field of the same row with the name of the changed resource. */
    readonly resource: string;
    /** The field of the same row with the changes: field → value before and after. */
    readonly changes: string;
  };
}

/** The sentence of a notice about another row: see `NoticeText`. */
export interface NoticeTextFacts extends Flags {
  readonly kind: 'sentence';
  readonly scalar: Scalar;
  readonly from: {
    /** The fields of the same row with the resource name of the subject, and its id. */
    readonly resource: string;
    readonly record: string;
    /** The field with the kind of the notice: `item.low_stock`. */
    readonly notice: string;
    /** The field with the values in the sentence, as they were then. */
    readonly said: string;
  };
}

/** Reads a nested field for the rows of one page: id of the row → value in the answer. */
type NestedLoad = (
  ids: readonly number[],
  db: import('knex').Knex,
  viewer: import('../policy.ts').Actor,
) => Promise<Map<number, unknown>>;

/** The facts of a field, by structure. */
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

/** What the types need to know about a field, beside its value. */
export type Tag = 'nullable' | 'optional' | 'default' | 'readOnly' | 'writeOnly' | 'updateOnly' | 'internal';

// A symbol, so that no consumer of JSON Schema (Ajv, OpenAPI) sees the engine's facts. It is registered globally, in case the
// module is loaded twice.
export const factsKey = Symbol.for('millwright.facts');

/** A TypeBox schema of a value, with the engine's facts. Tags exist for the compiler only. */
export interface Field<Value = unknown, Tags extends Tag = Tag> extends TUnsafe<Value> {
  readonly [factsKey]: Facts;
  readonly '~tags'?: Tags;
}

export function factsOf(field: Field): Facts {
  return field[factsKey];
}
