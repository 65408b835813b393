/** What a definition does in code: its hooks, and what each of them is given. */

import type { Knex } from 'knex';
import type { Failure } from '../failure.ts';
import type { Services } from '../kinds/services.ts';
import type { Where } from '../kinds/where.ts';
import type { Message } from '../message.ts';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';
import type { Static } from '../typebox.ts';
import type { Draft, Fields, Resources, Row, RowOf } from './types.ts';

/** A row of another resource. Values are as an answer shows them: amounts with two decimals, instants ISO 8601 UTC. */
export interface OtherRow {
  readonly id: number;
  /** Null where rows of the resource belong to no site. */
  readonly site_id: number | null;
  readonly [field: string]: unknown;
}

/** A row of the resource at a path, as far as the compiler knows of it. */
export type RowAt<P extends string> = P extends keyof Resources ? RowOf<Resources[P]> : OtherRow;

/** Which rows are found, beside the condition. */
export interface FindTerms {
  /** Locked until the transaction ends: to be changed, or to prevent changes by others. */
  readonly lock?: 'update' | 'share';
  /** A field, with `-` for descending, or several with commas; the id comes last. By ascending id where nothing is said. */
  readonly order?: string;
  /** How many at most. */
  readonly limit?: number;
  /** Those of this site alone, in whichever way rows belong to sites. */
  readonly site?: number;
}

/** Rows of a resource that hooks deal with beside their own. */
export interface OtherRows<R> {
  /**
   * The row with an id, locked to be changed. One that this write has locked so already (an exclusive reference of its own,
   * a row found with the lock) is not read again; what was done to it with these functions since is in it.
   *
   * @throws Error where there is none
   */
  of(id: number): Promise<R>;
  /**
   * The row with an id and all that it has in tables of its own: references, words, entries. Nobody changes it until the transaction ends.
   *
   * @throws Error where there is none
   */
  whole(id: number): Promise<R>;
  /** The rows that meet a condition. */
  find(where: Where, terms?: FindTerms): Promise<R[]>;
  /** Whether any row meets a condition. */
  has(where: Where): Promise<boolean>;
  /**
   * Creates a row with every check, rule and hook of a creation; the user does not need the permission, as this is the
   * service's own code, which may set read-only fields, too. Rows of sites belong to the current one, unless `site_id` names
   * another, and people's own rows to who asks, unless `user_id` does.
   *
   * @returns the row
   * @throws Failure `validation_failed` on the fields of that resource, its path before each: `zones.name`
   */
  create(values: Partial<R>): Promise<R>;
  /** Creates rows like that, all checked before any is written, many with one statement. @returns them */
  createAll(values: readonly Partial<R>[]): Promise<R[]>;
  /**
   * Sets fields of rows that were found, also read-only ones: this is the service's own code, which no rule checks. What a form
   * edits raises the version and stands in the journal. What is read-only alone does neither, so that no open form turns
   * stale. Rows that have the values already are left alone; many rows take one statement.
   *
   * @param values the same for all, or made of each row
   */
  change(rows: readonly R[], values: Partial<R> | ((row: R) => Partial<R>)): Promise<void>;
  /** Adds to a number that the service keeps and no form edits, without reading it: other writers of it wait. */
  add(
    row: { readonly id: number; readonly site_id: number | null },
    field: keyof R & string,
    by: number,
  ): Promise<void>;
  /**
   * Adds to a number that the service keeps, of all rows that meet a condition and without reading them, many with one statement. It is
   * for rows that nobody else changes meanwhile. They get neither a version nor an entry of the journal.
   */
  addAll(where: Where, field: keyof R & string, by: number): Promise<void>;
  /**
   * Deletes rows with every check and hook of a deletion, all checked before any is gone; the permission is not asked for.
   *
   * @throws Failure `conflict` where other rows depend on one of them
   */
  delete(rows: readonly { readonly id: number }[]): Promise<void>;
}

/** What every hook is given: the transaction, who acts and when. */
export interface HookContext {
  /** The write's own transaction: what a hook does is undone with it. */
  readonly db: Knex;
  readonly actor: Actor;
  /** The moment of the request, ISO 8601 UTC. */
  readonly now: string;
  /** What the application lends to hooks. */
  readonly services: Services;
  /** Rows of the resource at a path, within the transaction, typed by its definition; see `Resources`. */
  rows<P extends string>(path: P): OtherRows<RowAt<P>>;
  /** @typeParam R the fields that are looked at, where they are said in place of the definition */
  rows<R extends { readonly id: number }>(path: string): OtherRows<R>;
}

/** What a hook of a create or an update is given. */
export interface WriteHookContext<F extends Fields> extends HookContext {
  /** The row as it will be. `beforeValidate` may set fields, also read-only and internal ones. */
  readonly row: Draft<F>;
  /** The row as it was; null when it is being created. */
  readonly previous: Row<F> | null;
  /** Whether the request named a field. */
  sent(field: keyof F & string): boolean;
  /** Adds an error to a field (or a nested one, `memberships.0.site_id`): the write ends with a 422. */
  fail(field: string, message: Message): void;
}

/** What a hook before the transaction is given; `signal` tells whether anybody still waits for the answer. */
interface ArrivalContext<F extends Fields> {
  /** The row that is to be changed; null where one is to be made, here or by an earlier operation of a batch. */
  readonly id: number | null;
  /**
   * What was sent, valid by the fields' own rules, but for fields that refer to rows which earlier operations of a batch
   * have still to make. The hook may add and replace values.
   */
  readonly values: { -readonly [K in keyof F]?: Static<F[K]> };
  readonly actor: Actor;
  readonly services: Services;
  readonly signal: Signal;
}

/** What a hook around a delete is given. */
export interface DeleteHookContext<F extends Fields> extends HookContext {
  readonly row: Row<F>;
}

/** What a hook is given where something is hung on a row of its resource, or taken off. */
export interface HangHookContext<F extends Fields> extends HookContext {
  /** The row on which it hangs, locked. */
  readonly row: Row<F>;
  /** What hangs there, by the path of its resource: `comments`. */
  readonly what: string;
  /** Whether it is added; else it is deleted. */
  readonly added: boolean;
}

/** What a guard is given. */
export interface GuardContext extends Pick<HookContext, 'db' | 'actor' | 'now' | 'services'> {
  /** Whether what it reads must stay so until the transaction ends: in a write, not where rows are only shown. */
  readonly locked: boolean;
}

/** Id of a row → why something may not be done with it. Rows with which it may be done are not among them. */
export type Refusals = ReadonlyMap<number, Failure>;

/**
 * Tells with which of some rows something may not be done, whatever is sent. It is asked of the one row of a write, which is
 * locked, and what it refuses is the answer; and of a whole page for what `can` says of its rows. So it reads for all of
 * them at once: a number of statements that does not grow with theirs.
 */
export type Guard = (ids: readonly number[], context: GuardContext) => Refusals | Promise<Refusals>;

/** A row of another resource that hooks create or delete, which runs the hooks of that one: `create plan-occurrences`. */
export type CascadeStep = `${'create' | 'delete'} ${string}`;

/**
 * What hooks create and delete with `rows(path)`; what they do not name here, they cannot. No step may lead back to the hooks that it
 * came from, unless it says why that ends.
 */
export interface Cascades {
  /** Of the hooks of a create or an update, and of rules. */
  readonly write?: readonly Cascade[];
  /** Of the hooks of a delete. */
  readonly delete?: readonly Cascade[];
}

export type Cascade =
  | CascadeStep
  | {
      readonly step: CascadeStep;
      /** Why what follows from it comes to an end, though it leads in a circle. */
      readonly ends: string;
    };

/** Everything particular about a resource. All hooks but `beforeTransaction` run inside the write's transaction. */
export interface Hooks<F extends Fields> {
  /**
   * Slow work that needs no transaction (hashing a password), before the transaction begins and holds locks. Left out where
   * a field is wrong: what it sets may then be missing.
   */
  beforeTransaction?(arrival: ArrivalContext<F>): void | Promise<void>;
  /**
   * Locks rows of others before the row of a change, a deletion or an action is: who locks the same rows in one order waits for the
   * other, where two orders end in a deadlock. Nothing is known of the row yet, not even that it is there; `sent` is what a change would
   * set, of which nothing is checked but its kind, and empty of everything else.
   */
  beforeLock?(
    context: HookContext & { readonly id: number; readonly sent: Readonly<Record<string, unknown>> },
  ): void | Promise<void>;
  /** Fills in what the request left open, in a row of which nothing is wrong. What it sets is not checked. */
  beforeValidate?(write: WriteHookContext<F>): void | Promise<void>;
  /** Refuses what neither declarations nor rules can, of a row of which nothing is wrong: with `fail`, or by throwing a Failure. */
  validate?(write: WriteHookContext<F>): void | Promise<void>;
  /** Acts on other rows once this one is written; `row.id` is set. */
  afterWrite?(write: WriteHookContext<F> & { readonly row: Row<F> }): void | Promise<void>;
  /** Acts on other rows before anything is deleted. What refuses a delete is a guard, so that `can` knows of it. */
  beforeDelete?(remove: DeleteHookContext<F>): void | Promise<void>;
  /** Acts on other rows once this one is gone. */
  afterDelete?(remove: DeleteHookContext<F>): void | Promise<void>;
  /**
   * Refuses, by throwing a Failure, that something is added to a row (`commentable`) or deleted there. Where there is such a hook, or the next
   * one, `beforeLock` comes first. A row that is deleted takes along what hangs on it: that is no matter of these hooks.
   */
  beforeHang?(hanging: HangHookContext<F>): void | Promise<void>;
  /** Acts on the row, or on others, once something has been added to it or deleted there. */
  afterHang?(hanging: HangHookContext<F>): void | Promise<void>;
}

/** The steps that hooks of a definition may take, each with the reason for which it ends where it leads in a circle. */
export function stepsOf(
  { cascades }: { readonly cascades?: Cascades },
  phase: keyof Cascades,
): ReadonlyMap<string, string | null> {
  const steps = (cascades?.[phase] ?? []).map((one): [string, string | null] =>
    typeof one === 'string' ? [one, null] : [one.step, one.ends],
  );
  return new Map(steps);
}
