/** The hooks of a definition, and the context that each hook receives. */

import type { Knex } from 'knex';
import type { Failure } from '../failure.ts';
import type { Services } from '../kinds/services.ts';
import type { Where } from '../kinds/where.ts';
import type { Message } from '../message.ts';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';
import type { Static } from '../typebox.ts';
import type { Draft, Fields, Resources, Row, RowOf } from './types.ts';

/** A row of another resource. Values have the form of an answer: amounts with two decimals, instants as ISO 8601 UTC. */
export interface OtherRow {
  readonly id: number;
  /** Null if rows of the resource belong to no site. */
  readonly site_id: number | null;
  readonly [field: string]: unknown;
}

/** The type of a row of the resource at a path, if the compiler knows it. */
export type RowAt<P extends string> = P extends keyof Resources ? RowOf<Resources[P]> : OtherRow;

/** Options of a search, beside its condition. */
export interface FindTerms {
  /** Locks the rows until the transaction ends: to change them (`update`), or to prevent changes by others (`share`). */
  readonly lock?: 'update' | 'share';
  /** A field, with `-` for descending, or several with commas. The id is the last key. Default: ascending id. */
  readonly order?: string;
  /** The maximum number of rows. */
  readonly limit?: number;
  /** Only rows of this site, by the `scope` of the resource. */
  readonly site?: number;
}

/** Id of a row → its list. */
type LeftLists = ReadonlyMap<number, readonly unknown[]>;

/** Access to the rows of another resource, for hooks. */
export interface OtherRows<R> {
  /**
   * Returns the row with an id, locked for a change. If this write has already locked the row (as an exclusive reference, or by a
   * search with a lock), the row is not read again. It includes the changes made by these functions.
   *
   * @throws Error if there is no such row
   */
  of(id: number): Promise<R>;
  /**
   * Returns the row with an id and all its values in other tables: references, words, entries. The lock prevents changes until
   * the transaction ends.
   *
   * @throws Error if there is no such row
   */
  whole(id: number): Promise<R>;
  /** Returns the rows that meet a condition. */
  find(where: Where, terms?: FindTerms): Promise<R[]>;
  /** Whether any row meets a condition. */
  has(where: Where): Promise<boolean>;
  /**
   * Creates a row with every check, rule and hook of a create. The user does not need the permission: this is the service's own
   * code, which may also set read-only fields. The row belongs to the current site, unless `site_id` names another one. A
   * personal row belongs to the current user, unless `user_id` names another one.
   *
   * @returns the row
   * @throws Failure `validation_failed` on the fields of that resource, prefixed with its path: `zones.name`
   */
  create(values: Partial<R>): Promise<R>;
  /** Creates several rows like `create`. All are checked before any is written; one statement writes many. @returns the rows */
  createAll(values: readonly Partial<R>[]): Promise<R[]>;
  /**
   * Sets fields of rows that were found, also read-only ones. No rule checks them: this is the service's own code. The journal
   * records every change that it may. A change of a field that forms edit raises the version. A change of read-only fields alone
   * does not, so that no open form becomes stale. Rows that already have the values are not written. One statement writes many
   * rows.
   *
   * @param values the same for all rows, or computed for each row
   * @param keep `version`: it stays, although forms edit the fields
   */
  change(rows: readonly R[], values: Partial<R> | ((row: R) => Partial<R>), keep?: 'version'): Promise<void>;
  /**
   * Adds to a number that no form edits. If the journal does not record it, the number is not read first: other writers wait.
   */
  add(
    row: { readonly id: number; readonly site_id: number | null },
    field: keyof R & string,
    by: number,
  ): Promise<void>;
  /**
   * Adds to a number that the service maintains, for all rows that meet a condition, with few statements and without reading the
   * rows. Only for numbers that the journal does not record, of rows that no other transaction changes meanwhile. Versions stay.
   */
  addAll(where: Where, field: keyof R & string, by: number): Promise<void>;
  /** Takes ids or words out of a list of rows that were found locked: one edit of each that has any. @returns what is left, by id */
  take(rows: readonly R[], field: keyof R & string, gone: readonly (number | string)[]): Promise<LeftLists>;
  /**
   * Deletes rows with every check and hook of a delete. All are checked before any is deleted. No permission is needed.
   *
   * @throws Failure `conflict` if other rows depend on one of them
   */
  delete(rows: readonly { readonly id: number }[]): Promise<void>;
}

/** The context of every hook: the transaction, the user and the time. */
export interface HookContext {
  /** The transaction of the write: a rollback also undoes the work of the hook. */
  readonly db: Knex;
  readonly actor: Actor;
  /** The moment of the request, ISO 8601 UTC. */
  readonly now: string;
  /** Services that the application provides to hooks. */
  readonly services: Services;
  /** Whether there is a resource at a path: a project may have a definition without others that it knows of. */
  has(path: string): boolean;
  /** The rows of the resource at a path, within the transaction, typed by its definition; see `Resources`. */
  rows<P extends string>(path: P): OtherRows<RowAt<P>>;
  /** @typeParam R the fields that the hook reads, if they are stated here and not taken from the definition */
  rows<R extends { readonly id: number }>(path: string): OtherRows<R>;
}

/** The context of a hook of a create or an update. */
export interface WriteHookContext<F extends Fields> extends HookContext {
  /** The row as it will be written. `beforeValidate` may set fields, also read-only and internal ones. */
  readonly row: Draft<F>;
  /** The row before the write; null for a create. */
  readonly previous: Row<F> | null;
  /** Whether the request contains a field. */
  sent(field: keyof F & string): boolean;
  /** Adds an error to a field (or a nested one, `memberships.0.site_id`): the write ends with a 422. */
  fail(field: string, message: Message): void;
  /** Whether it is rolled back once a report on this row has read it: what no report reads need not be written. */
  readonly forReport: boolean;
}

/** The context of a hook before the transaction. `signal` throws when the client no longer waits for the answer. */
interface ArrivalContext<F extends Fields> {
  /** The row to be changed. Null for a create, and for a row that an earlier operation of a batch will create. */
  readonly id: number | null;
  /**
   * The values of the request, valid by the rules of their fields. Exception: references to rows that earlier operations of a
   * batch have yet to create are not checked. The hook may add and replace values.
   */
  readonly values: { -readonly [K in keyof F]?: Static<F[K]> };
  readonly actor: Actor;
  readonly services: Services;
  readonly signal: Signal;
}

/** The context of a hook of a delete. */
export interface DeleteHookContext<F extends Fields> extends HookContext {
  readonly row: Row<F>;
}

/** The context of a hook that runs when a row is attached to a row of its resource, or such an attached row is deleted. */
export interface HangHookContext<F extends Fields> extends HookContext {
  /** The row to which it is attached, locked. */
  readonly row: Row<F>;
  /** The path of the attached resource: `comments`. */
  readonly what: string;
  /** True when the attached row is added, false when it is deleted. */
  readonly added: boolean;
}

/** The context of a guard. */
export interface GuardContext extends Pick<HookContext, 'db' | 'actor' | 'now' | 'services'> {
  /** True in a write: what the guard reads must not change until the transaction ends. False when rows are only shown. */
  readonly locked: boolean;
}

/** Id of a row → the reason for the refusal. Rows that are not refused are left out. */
export type Refusals = ReadonlyMap<number, Failure>;

/**
 * Returns the rows for which an operation is refused, independent of the body. A write calls it for its one row, which is locked,
 * and answers with the refusal. A list calls it for a whole page, to fill `can` of its rows. So it reads for all rows at once:
 * the number of statements does not grow with the number of rows.
 */
export type Guard = (ids: readonly number[], context: GuardContext) => Refusals | Promise<Refusals>;

/**
 * A row of another resource that hooks create or delete, which in turn runs the hooks of that resource: `create
 * plan-occurrences`.
 */
export type CascadeStep = `${'create' | 'delete'} ${string}`;

/**
 * The rows that hooks create and delete with `rows(path)`. All others are refused. A step must not lead back to the hooks that
 * took it, unless it states why the cycle ends.
 */
export interface Cascades {
  /** Steps of the hooks of a create or an update, and of rules. */
  readonly write?: readonly Cascade[];
  /** Steps of the hooks of a delete. */
  readonly delete?: readonly Cascade[];
}

export type Cascade =
  | CascadeStep
  | {
      readonly step: CascadeStep;
      /** The reason why the cycle ends. */
      readonly ends: string;
    };

/** The resource's own behaviour, in code. All hooks except `beforeTransaction` and `beforeKeep` run inside the transaction of the write. */
export interface Hooks<F extends Fields> {
  /**
   * Slow work that needs no transaction, such as hashing a password. It runs before the transaction begins and holds locks. It
   * does not run if a field is invalid, so values that it sets may then be missing.
   */
  beforeTransaction?(arrival: ArrivalContext<F>): void | Promise<void>;
  /**
   * Locks rows of other resources before the row of a change, delete or action is locked. Transactions that lock the same rows in
   * one order wait for each other; two orders cause a deadlock. The row has not been read yet: it may not even exist. `sent` has
   * the values of a change, of which only the kind is checked; it is empty for a delete or an action.
   */
  beforeLock?(
    context: HookContext & { readonly id: number; readonly sent: Readonly<Record<string, unknown>> },
  ): void | Promise<void>;
  /** Sets values that the request left out, in a valid row. What it sets is not checked. */
  beforeValidate?(write: WriteHookContext<F>): void | Promise<void>;
  /**
   * Refuses a row that declarations and rules accept: with `fail`, or by throwing a Failure. It only runs for rows without other
   * errors.
   */
  validate?(write: WriteHookContext<F>): void | Promise<void>;
  /** Changes other rows after this row is written; `row.id` is set. */
  afterWrite?(write: WriteHookContext<F> & { readonly row: Row<F> }): void | Promise<void>;
  /** Changes other rows before the delete. To refuse a delete, use a guard: `can` then shows the refusal. */
  beforeDelete?(remove: DeleteHookContext<F>): void | Promise<void>;
  /** Changes other rows after this row is deleted. */
  afterDelete?(remove: DeleteHookContext<F>): void | Promise<void>;
  /**
   * Refuses, by throwing a Failure, that something is attached to a row (`commentable`) or deleted there. If the definition has
   * this hook or the next one, `beforeLock` runs first. When the row itself is deleted, its attached rows are deleted without
   * these hooks.
   */
  beforeHang?(hanging: HangHookContext<F>): void | Promise<void>;
  /** Changes the row, or other rows, after something has been attached to it or deleted there. */
  afterHang?(hanging: HangHookContext<F>): void | Promise<void>;
  /** Only if the rows are files: refuses the bytes of a file or thumbnail, by throwing, before the transaction. Nothing of them is kept then. */
  beforeKeep?(keep: KeepHookContext): void | Promise<void>;
}

/** The steps that the hooks of a definition may take, each with the reason why it ends if it forms a cycle. */
export function stepsOf(
  { cascades }: { readonly cascades?: Cascades },
  phase: keyof Cascades,
): ReadonlyMap<string, string | null> {
  const steps = (cascades?.[phase] ?? []).map((one): [string, string | null] =>
    typeof one === 'string' ? [one, null] : [one.step, one.ends],
  );
  return new Map(steps);
}

/** The context of `beforeKeep`: a file that has arrived, and that no row refers to yet. */
export interface KeepHookContext {
  readonly file: {
    readonly siteId: number;
    readonly name: string;
    /** The media type, determined by the bytes. */
    readonly type: string;
    /** In bytes. */
    readonly size: number;
    /** Hexadecimal. */
    readonly sha256: string;
    /** The bytes that would be kept, in pieces of at most 256 KiB. */
    read(): AsyncIterable<Uint8Array>;
  };
  readonly services: Services;
  readonly signal: Signal;
}
