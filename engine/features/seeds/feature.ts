/** Rows for an empty database, written as users would write them. */
import type { Knex } from 'knex';
import type { OtherRow, OtherRows, RowAt } from '../../definition/hooks.ts';
import type { Services } from '../../kinds/services.ts';
import type { Feature } from '../feature.ts';
import type { KeptFile } from './files.ts';

export default { name: 'seeds', uses: ['files'] } satisfies Feature;

/** A row of a seed: some of its fields. */
type Given<R> = {
  readonly [K in keyof R]?: R[K] extends readonly (infer One)[] ? readonly One[] : R[K];
};

/** Rows in sequence: a list, a generator, or a stream of parsed lines. */
export type Rows<R> = Iterable<Given<R>> | AsyncIterable<Given<R>>;

/** Access to the rows of a resource, for seeds. */
export interface SeedRows<R> extends Omit<OtherRows<R>, 'createAll' | 'take' | 'tell'> {
  /**
   * Creates rows one after the other, each with every check, rule and hook of a create.
   *
   * @returns their number
   */
  createAll(values: Rows<R>): Promise<number>;
  /**
   * Stores rows unchanged, many with one statement. Each value is checked against the kind of its field, and defaults, sort keys
   * and search text are filled in, but no rule, hook or journal runs. For history, and for many rows. Rows may contain `id`,
   * `created_at`, `updated_at`, `created_by_id`, and read-only fields, but no nested lists of other tables.
   *
   * @returns their number
   */
  load(values: Rows<R>): Promise<number>;
}

/** Roles by name. */
export interface SeedRoles {
  /** The id of a role. @throws Error if there is none of that name, with the existing names */
  id(name: string): Promise<number>;
  /** Gives a user a role at a site, in addition to existing ones. */
  give(userId: number, name: string, siteId: number): Promise<void>;
}

/** The context of a seed. All of it is one transaction. */
export interface SeedContext {
  /** The seed's own transaction, for tables without a resource. */
  readonly db: Knex;
  /** The start of the seed, ISO 8601 UTC. */
  readonly now: string;
  /** Services that the application provides to hooks. */
  readonly services: Services;
  readonly roles: SeedRoles;
  /**
   * Stores the bytes of a file at a site, like those of an upload.
   *
   * @returns the values for a row of files, for `rows('attachments').load`
   * @throws Failure `validation_failed` for bytes that an upload may not have
   */
  keepFile(siteId: number, name: string, bytes: Uint8Array): Promise<KeptFile>;
  /** Rows of the resource at a path. Rows of sites are written `at` one. */
  rows<P extends string>(path: P): SeedRows<RowAt<P>>;
  /** @typeParam R the fields that the seed reads, if they are stated here and not taken from the definition */
  rows<R extends { readonly id: number } = OtherRow>(path: string): SeedRows<R>;
  /** Does work at a site: rows of sites are written there. @throws Error if the site does not exist */
  at<T>(siteId: number, work: (there: SeedContext) => Promise<T>): Promise<T>;
}

/** The default export of a file in `seeds/`. */
export interface Seed {
  readonly run: (context: SeedContext) => Promise<void>;
}

/**
 * Declares a seed. It runs once, in one transaction, which may be retried after a conflict: it must keep no state outside it.
 *
 * @example export default defineSeed(async ({ rows }) => {
 *   await rows('authors').createAll([{ name: 'Mary Shelley' }, { name: 'Jules Verne' }]); });
 */
export function defineSeed(run: Seed['run']): Seed {
  return { run };
}

/** Whether an export of a file is a seed. */
export function isSeed(exported: unknown): exported is Seed {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'run' in exported &&
    typeof exported.run === 'function'
  );
}
