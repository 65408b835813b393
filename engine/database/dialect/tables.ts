/** A database schema as data. */

import type { ColumnCopy } from '../../index-name.ts';
import type { ColumnReference, Content } from './content.ts';

/** The tables of a database by name. */
export type DatabaseSchema = ReadonlyMap<string, Table>;

/** A table as reported by its database. */
export interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  /** All indexes, including the primary key. */
  readonly indexes: readonly Index[];
  /** Whether its `search_text` has a search index. */
  readonly searched?: true;
  /** The statements of the triggers that update that index, if the database does not update it by itself. */
  readonly searchTriggers?: string;
  /** Former names of its resource, from the migrations. */
  readonly formerly?: readonly string[];
}

export interface Column {
  readonly nullable: boolean;
  /** Whether an insert may leave it out: it is nullable, has a default or is computed. */
  readonly optional: boolean;
  /** Its content, if the service uses this kind. */
  readonly content?: Content;
  /** The value in rows whose insert leaves it out, as text; missing for null. */
  readonly default?: string;
  /** The target of its foreign key; null for none, missing if the database was not queried for it. */
  readonly refers?: ColumnReference | null;
  /** For an enumeration: the allowed values, from the migrations. */
  readonly values?: readonly string[];
  /** For a column that a draft renames: its present name. */
  readonly renamedFrom?: string;
  /** For a rank: the values that it counts, from 0. */
  readonly ranks?: readonly string[];
  /** For a computed copy of another column: the source, and its type. */
  readonly copies?: ColumnCopy & { readonly type: string };
}

export interface Index {
  readonly name: string;
  readonly unique: boolean;
  /** For a server: whether it is the primary key. */
  readonly primary?: true;
  /** In the order of the index. */
  readonly columns: readonly string[];
}
