/** What a project begins with: rows that are put in once. */
import type { Knex } from 'knex';
import type { OtherRow, OtherRows, RowAt } from '../definition/hooks.ts';
import type { Services } from '../kinds/services.ts';
import type { KeptFile } from './files.ts';

/** What a seed says of a row: some of its fields. */
type Given<R> = {
  readonly [K in keyof R]?: R[K] extends readonly (infer One)[] ? readonly One[] : R[K];
};

/** Rows that are given one after the other: a list, a generator, a stream of lines that are parsed. */
export type Rows<R> = Iterable<Given<R>> | AsyncIterable<Given<R>>;

/** Rows of a resource, as seeds deal with them. */
export interface SeedRows<R> extends Omit<OtherRows<R>, 'createAll'> {
  /**
   * Creates rows one after the other, each with every check, rule and hook of a creation.
   *
   * @returns how many
   */
  createAll(values: Rows<R>): Promise<number>;
  /**
   * Stores rows as they stand, many with one statement: each value is held to the kind of its field, and defaults, sort keys and
   * search text are filled in, but no rule, hook or journal is asked. For history, and for many rows. They may bear `id`,
   * `created_at`, `updated_at`, `created_by_id`, and what is read-only; what lists of other tables are nested in them is no
   * part of it.
   *
   * @returns how many
   */
  load(values: Rows<R>): Promise<number>;
}

/** Roles by their names. */
export interface SeedRoles {
  /** The id of a role. @throws Error where there is none of that name, with those that there are */
  id(name: string): Promise<number>;
  /** Gives somebody a role at a site, beside those that they have there. */
  give(userId: number, name: string, siteId: number): Promise<void>;
}

/** What a seed is given. All of it belongs to one transaction. */
export interface SeedContext {
  /** The seed's own transaction, for what no resource has. */
  readonly db: Knex;
  /** When it began, ISO 8601 UTC. */
  readonly now: string;
  /** What the application lends to hooks. */
  readonly services: Services;
  readonly roles: SeedRoles;
  /**
   * Keeps the bytes of a file at a site, as those of an upload are kept.
   *
   * @returns what a row of files has of it, for `rows('attachments').load`
   * @throws Failure `validation_failed` for bytes that no upload may have
   */
  keepFile(siteId: number, name: string, bytes: Uint8Array): Promise<KeptFile>;
  /** Rows of the resource at a path. Those of sites are written `at` one. */
  rows<P extends string>(path: P): SeedRows<RowAt<P>>;
  /** @typeParam R the fields that are looked at, where they are said in place of the definition */
  rows<R extends { readonly id: number } = OtherRow>(path: string): SeedRows<R>;
  /** Does something at a site: rows of sites are written there. @throws Error where there is no such site */
  at<T>(siteId: number, work: (there: SeedContext) => Promise<T>): Promise<T>;
}

/** A file of `seeds/` has one as its default export. */
export interface Seed {
  readonly run: (context: SeedContext) => Promise<void>;
}

/**
 * Makes a seed. It is run once, in one transaction, which may be begun anew where another stands in its way: it must hold nothing
 * outside of it.
 *
 * @example
 * export default defineSeed(async ({ rows }) => {
 *   await rows('authors').createAll([{ name: 'Mary Shelley' }, { name: 'Jules Verne' }]);
 * });
 */
export function defineSeed(run: Seed['run']): Seed {
  return { run };
}

/** Whether something that a file exports is one. */
export function isSeed(exported: unknown): exported is Seed {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'run' in exported &&
    typeof exported.run === 'function'
  );
}
