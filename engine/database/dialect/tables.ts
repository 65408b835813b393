/** A schema as data: tables as a database describes them. */

import type { ColumnCopy } from '../../index-name.ts';
import type { ColumnReference, Content } from './content.ts';

/** The tables of a database by name. */
export type DatabaseSchema = ReadonlyMap<string, Table>;

/** A table as its database describes it. */
export interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  /** All of them, the primary key included. */
  readonly indexes: readonly Index[];
  /** Whether its `search_text` has the index that a search asks. */
  readonly searched?: true;
  /** What made the triggers that keep that index in step, where it does not follow its column by itself. */
  readonly searchTriggers?: string;
  /** What migrations say that its resource was called before. */
  readonly formerly?: readonly string[];
}

export interface Column {
  readonly nullable: boolean;
  /** Whether an insert may leave it out: it can be null, has a default or is computed. */
  readonly optional: boolean;
  /** What it holds, where that is of a kind that the service has. */
  readonly content?: Content;
  /** What it has in rows that an insert leaves it out of, as text; nothing where that is null. */
  readonly default?: string;
  /** The target of its foreign key; null if it has none, missing if the database was not asked. */
  readonly refers?: ColumnReference | null;
  /** Of an enumeration: what the migrations say that it may hold. */
  readonly values?: readonly string[];
  /** Where a draft renames it: what it is called until then. */
  readonly renamedFrom?: string;
  /** Of a rank: the values that it counts, from 0. */
  readonly ranks?: readonly string[];
  /** Where it is computed as a copy of another column: what of, and its type. */
  readonly copies?: ColumnCopy & { readonly type: string };
}

export interface Index {
  readonly name: string;
  readonly unique: boolean;
  /** Of a server, whether it is the primary key. */
  readonly primary?: true;
  /** In the order of the index. */
  readonly columns: readonly string[];
}
