/**
 * The differences between databases: one object for each of them. No file outside this room asks which database it is. Add
 * further differences here.
 */
import type { Knex } from 'knex';
import type { Sql } from '../../condition.ts';
import type { DatabaseSchema } from './tables.ts';

/** The strength of a lock on rows: exclusive or shared. */
export type LockStrength = 'update' | 'share';

/** Periods that begin with a day. */
export type Period = 'day' | 'week' | 'month' | 'year';

/** A lock with a name that a connection holds until it ends. */
interface NamedLock {
  /** A select whose `held` is 1 if the lock was acquired, and another value if it was not free within this time. */
  take(seconds: number): Sql;
  readonly release: Sql;
  /** A select of the connection (`holder`) that holds the lock; null for none. */
  readonly holder: Sql;
}

/** Differences in triggers. */
interface TriggerDialect {
  /** Whether a column has changed; null is a value. */
  differs(column: string): string;
  /** The text between the columns of a select without a table and its condition. */
  readonly fromNothing: string;
  /**
   * Whether a sum is changed in place. This delays no writer if there is only one at a time. The body of such a trigger has
   * several statements, and triggers are created within a transaction.
   */
  readonly addsInPlace: boolean;
  /** @param when the condition under which the body runs; null for always */
  wrap(head: string, when: string | null, body: string): string;
  /**
   * A select of all triggers, or of those of a table: their names (`name`), and the statements that created them (`statement`).
   */
  list(table: string | null): Sql;
}

export interface Dialect {
  /** The same database for a select, which waits for no transaction of others. Within a transaction it is the transaction itself. */
  forReads(db: Knex): Knex;
  /**
   * The same database for long reads: its statements do not block this thread while they run. Within a transaction it is the
   * transaction itself.
   */
  forLongReads(db: Knex): Knex;
  /** The rows in a driver's answer to a select. */
  rowsOf(response: unknown): unknown;
  /**
   * A select of one value, `packed`: a JSON text of the rows of a select as lists of values. Null if the driver passes on row by
   * row.
   */
  readonly packed: ((columns: readonly string[], select: string) => string) | null;
  /** The id in a driver's answer to an insert: of a single row; of several rows, that of the first or the last. */
  insertedIdOf(response: unknown): unknown;
  readonly tellsFirstId: boolean;
  /**
   * An expression for the distance between the ids of one insert; null if that is 1. In a cluster, ids of the nodes interleave.
   */
  readonly idStep: string | null;
  /** The number of changed or deleted rows, as the driver reports it. */
  affectedRowsOf(response: unknown): number;
  /** The statement that begins a transaction. */
  readonly begin: string;
  /** The end of a select that locks its rows until the transaction ends. */
  lock(strength: LockStrength): string;
  /** Whether several hosts accept writes at once, without knowing each other's locks. */
  readonly hasSeveralWriters: boolean;
  /** The statements of a named lock; null if only one process uses the database. */
  namedLock(name: string): NamedLock | null;

  /** The present moment of the database, or one some seconds from it, in stored form. */
  moment(seconds?: number): string;
  /** The moment some seconds after the one in a column. */
  later(column: string, seconds: number): string;
  /** The earlier one of two moments. */
  earlier(one: string, other: string): string;
  /** The present moment in whole milliseconds since 1970, constant during a statement. */
  readonly milliseconds: string;
  /**
   * The first day (text, `2026-11-01`) of the period of a moment or a day in a column, at an offset in minutes east of UTC. Weeks
   * begin on Monday.
   */
  localPeriod(column: string, minutes: number, period: Period): Sql;
  /** The exact sum of whole numbers of any size, in a form that `readSum` converts to a number; 0 if all are null. */
  exactSum(value: Sql): Sql;
  readSum(stored: unknown): bigint;

  /** Concatenates texts. */
  concat(parts: readonly string[]): string;
  /** The JSON array of the values of all rows. */
  jsonList(value: string): string;
  /** The end of an insert that updates an existing row instead. */
  readonly onDuplicate: { readonly head: string; given(column: string): string };

  /** Whether a page of rows is read faster as one JSON text per row than column by column. */
  readonly packsPages: boolean;
  /** Whether an equality misleads the optimizer when rows are read in the order of an index that begins with it. */
  readonly misledByEquality: boolean;
  /** An index hint, after the table and its alias. `primary` is the primary key. */
  byIndex(index: string): string;
  /** The beginning of a delete, in a form that accepts `byIndex`. */
  deleteFrom(table: string): string;
  readonly trigger: TriggerDialect;

  /** A select of the ids (`id`) of the rows whose search index contains all of these runs of characters. */
  searched(table: string, runs: readonly string[]): Sql;
  /** The length of the words in that index, and a select of its settings; null if any length works. */
  readonly searchWords: { readonly length: number; readonly settings: Sql } | null;

  /** The tables of the database. */
  describe(db: Knex): Promise<DatabaseSchema>;
  /** The tables with all indexes, which a server reports slowly. */
  describeIndexes(db: Knex): Promise<DatabaseSchema>;
}
