/**
 * What the databases write or do differently: one object for each of them. No file outside this room asks which database it
 * is. Add here what differs between them.
 */
import type { Knex } from 'knex';
import type { Sql } from '../../condition.ts';
import type { DatabaseSchema } from './tables.ts';

/** How long a lock on rows holds others off, and whether one that somebody else has is waited for. */
export type LockStrength = 'update' | 'share';

/** Parts of time whose beginning is a day. */
export type Period = 'day' | 'week' | 'month' | 'year';

/** A lock that a connection holds under a name, and that ends with it. */
interface NamedLock {
  /** A select whose `held` is 1 once it is held, and something else where it was not free within so many seconds. */
  take(seconds: number): Sql;
  readonly release: Sql;
  /** A select of the connection (`holder`) that has it; null for none. */
  readonly holder: Sql;
}

/** What is written differently in a trigger. */
interface TriggerDialect {
  /** Whether a column has another value than before, null being one. */
  differs(column: string): string;
  /** What stands between the columns of a select and its condition, where it reads no table. */
  readonly fromNothing: string;
  /**
   * Whether a sum is changed where it stands, which delays no writer where only one writes at a time. Such a body is of several
   * statements, and triggers are made within a transaction.
   */
  readonly addsInPlace: boolean;
  /** @param when the condition under which the body runs; null for always */
  wrap(head: string, when: string | null, body: string): string;
  /** A select of triggers, of one table where it is named: their names (`name`), and what made each (`statement`). */
  list(table: string | null): Sql;
}

export interface Dialect {
  /** The rows in what the driver answers to a select. */
  rowsOf(response: unknown): unknown;
  /** A select of one value, `packed`: a JSON text of the rows of a select as lists of values. Null where a driver hands over rows as fast. */
  readonly packed: ((columns: readonly string[], select: string) => string) | null;
  /** The id in what the driver answers to an insert: that of one row, of several that of the first or the last. */
  insertedIdOf(response: unknown): unknown;
  readonly tellsFirstId: boolean;
  /** An expression for how far apart the ids of one insert are; null where that is 1. A cluster counts for each node. */
  readonly idStep: string | null;
  /** How many rows it says were changed or deleted. */
  affectedRowsOf(response: unknown): number;
  /** The statement that begins a transaction. */
  readonly begin: string;
  /** The end of a select that locks what it reads until the transaction ends. */
  lock(strength: LockStrength): string;
  /** Whether several hosts can be written to at once, of which none knows what another one has locked. */
  readonly hasSeveralWriters: boolean;
  /** The statements of a lock under a name, which a connection holds; null where one process has the database. */
  namedLock(name: string): NamedLock | null;

  /** The present moment of the database, or one so many seconds from it, as a column holds it. */
  moment(seconds?: number): string;
  /** The moment so many seconds after the one in a column. */
  later(column: string, seconds: number): string;
  /** The earlier one of two moments. */
  earlier(one: string, other: string): string;
  /** The present moment in whole milliseconds since 1970, the same throughout a statement. */
  readonly milliseconds: string;
  /**
   * The first day (text, `2026-11-01`) of the period in which a moment or a day of a column lies, so many minutes east of
   * UTC. Weeks begin on Monday.
   */
  localPeriod(column: string, minutes: number, period: Period): Sql;
  /** The sum of whole numbers, exact however large it is, in a form of which `readSum` makes a number; 0 of nothing but nulls. */
  exactSum(value: Sql): Sql;
  readSum(stored: unknown): bigint;

  /** Texts one after the other. */
  concat(parts: readonly string[]): string;
  /** The JSON array of the values of all rows. */
  jsonList(value: string): string;
  /** What stands behind the values of an insert to change the row that is there in their place. */
  readonly onDuplicate: { readonly head: string; given(column: string): string };

  /** Whether a page of rows is read faster as one JSON text a row than column by column. */
  readonly packsPages: boolean;
  /** Whether an equality misleads the optimizer where rows are walked through in an index that begins with it. */
  readonly misledByEquality: boolean;
  /** Names the index of a statement on a table, behind the table and its alias. `primary` is that of its key. */
  byIndex(index: string): string;
  /** The beginning of a delete, in a form that takes `byIndex`. */
  deleteFrom(table: string): string;
  readonly trigger: TriggerDialect;

  /** A select of the ids (`id`) of the rows of a table whose search index has all of these runs of characters. */
  searched(table: string, runs: readonly string[]): Sql;
  /** How long the words are by which that index is asked, and a select of the settings for it; null where any length will do. */
  readonly searchWords: { readonly length: number; readonly settings: Sql } | null;

  /** The tables of the database. */
  describe(db: Knex): Promise<DatabaseSchema>;
  /** The same with all indexes, of which a server tells slowly. */
  describeIndexes(db: Knex): Promise<DatabaseSchema>;
}
