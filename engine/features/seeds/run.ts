/** Runs each seed once, in its own transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { faultOf } from '../../database/fault.ts';
import { dialectOf, insert, query } from '../../database/query.ts';
import { quote } from '../../database/sql.ts';
import { transact } from '../../database/transaction.ts';
import type { OtherRow, OtherRows } from '../../definition/hooks.ts';
import { Failure } from '../../failure.ts';
import { resourceAt } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { storedNow } from '../../values.ts';
import type { WriteContext, WriteParts } from '../../write/context.ts';
import { hookContext } from '../../write/hook-context.ts';
import { runWrite } from '../../write/unit-of-work.ts';
import type { Rows, Seed, SeedContext, SeedRoles, SeedRows } from './feature.ts';
import { keepFile } from './files.ts';
import { LoadError, loadRows, problemsOf, type RowProblems } from './load.ts';

const seedTable = 'seed_runs';

export interface SeedOptions {
  readonly db: Knex;
  readonly parts: WriteParts;
  readonly now: Date;
  /** The folder of files; null for the database. */
  readonly filesFolder: string | null;
  /** The service itself, at a site or without one; null if the site does not exist. */
  systemActor(db: Knex, siteId: number | null): Promise<Actor | null>;
  rolesIn(db: Knex): SeedRoles;
}

/** A seed and its file. */
export interface NamedSeed {
  /** The recorded name: that of its file. */
  readonly name: string;
  readonly file: string;
  readonly seed: Seed;
}

/** How long it waits for another node that is seeding, in milliseconds: longer than a statement waits for a lock. */
const patienceMs = 60_000;

/** Names of the seeds that have run. */
async function listRuns(db: Knex): Promise<ReadonlySet<string>> {
  const rows = await query(db, { text: `select ${quote('name')} from ${quote(seedTable)}`, bindings: [] });
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * Runs a seed unless it has run before: completely or not at all.
 *
 * @returns whether it was run now
 * @throws SeedError with file and row for an invalid row; errors of the seed itself
 */
export function runSeed(options: SeedOptions, { name, file, seed }: NamedSeed): Promise<boolean> {
  return runOnce(options, name, async (db, actor) => {
    const progress: SeedProgress = { file, written: new Map() };
    await seed.run(contextOf(options, progress, db, actor));
  });
}

/** Runs work once under a name, in one transaction. @returns whether it was run now */
async function runOnce(
  { db, now, systemActor }: SeedOptions,
  name: string,
  work: (db: Knex, actor: Actor) => Promise<void>,
): Promise<boolean> {
  if ((await listRuns(db)).has(name)) return false;
  const began = Date.now();
  for (;;) {
    try {
      return await transact(db, async (trx) => {
        // If two nodes start at the same moment, the second waits here, and then finds it done.
        await query(trx, {
          text: `select ${quote('index')} from ${quote('knex_migrations_lock')}${dialectOf(trx).lock('update')}`,
          bindings: [],
        });
        if ((await listRuns(trx)).has(name)) return false;
        const actor = await systemActor(trx, null);
        if (actor) await work(trx, actor);
        await insert(trx, seedTable, [{ name, ran_at: storedNow(now) }]);
        return true;
      });
    } catch (error) {
      if (faultOf(error)?.kind !== 'contention' || Date.now() - began > patienceMs) throw error;
      await sleep(100);
    }
  }
}

function contextOf(options: SeedOptions, progress: SeedProgress, db: Knex, actor: Actor): SeedContext {
  const { parts, now, systemActor, rolesIn, filesFolder } = options;
  const asking = { db, actor, now, requestId: null, signal: neverAborted };
  const write: RunWrite = (work) => runWrite(parts, asking, work, true);
  return {
    db,
    now: now.toISOString(),
    services: parts.services,
    roles: rolesIn(db),
    keepFile: (siteId, name, bytes) => keepFile(db, filesFolder, siteId, name, bytes),
    // The seed's own types say which fields it reads.
    rows: (path: string) => seedRows(progress, write, path) as never,
    at: async (siteId, work) => {
      const there = await systemActor(db, siteId);
      if (!there) throw new Error(`${progress.file}: there is no site ${siteId}.`);
      return work(contextOf(options, progress, db, there));
    },
  };
}

/** A seed is never aborted. */
const neverAborted = { throwIfAborted: () => {} };

/** An invalid row of a seed. The message names the file, the row and its fields, in one line. */
class SeedError extends Error {
  override readonly name = 'SeedError';
}

/** The progress of a seed. */
interface SeedProgress {
  /** As in messages: `seeds/01-authors.ts`. */
  readonly file: string;
  /** The number of written rows by path. */
  readonly written: Map<string, number>;
}

/** How many rows one statement stores. */
const seedBatch = 200;

type RunWrite = <T>(work: (writing: WriteContext) => Promise<T>) => Promise<T>;

/** @param write runs a write; each row or batch has its own, so that nothing accumulates */
function seedRows(progress: SeedProgress, write: RunWrite, path: string): SeedRows<OtherRow> {
  const { written, file } = progress;
  const within = <T>(work: (rows: OtherRows<OtherRow>) => Promise<T>): Promise<T> =>
    write((writing) => work(hookContext(writing).rows<OtherRow>(path)));
  const refuse = (at: number, problems: RowProblems, cause: unknown): never => {
    const place = `${file}, row ${(written.get(path) ?? 0) + at + 1} of ${path}`;
    throw new SeedError(`${place}: ${problemText(problems, path)}`, { cause });
  };
  const count = (more: number) => written.set(path, (written.get(path) ?? 0) + more);
  const create = async (values: Partial<OtherRow>): Promise<OtherRow> => {
    try {
      const row = await within((rows) => rows.create(values));
      count(1);
      return row;
    } catch (error) {
      // Database errors may be retried.
      if (!(error instanceof Error) || faultOf(error)) throw error;
      const { errors } = error instanceof Failure ? error : {};
      return refuse(0, errors ? problemsOf(errors) : { '': error.message }, error);
    }
  };
  const load = async (values: readonly Partial<OtherRow>[]): Promise<void> => {
    try {
      await write((writing) => loadRows(writing, resourceAt(writing.parts.registry, path), values));
      count(values.length);
    } catch (error) {
      if (error instanceof LoadError) refuse(error.at, error.problems, error);
      throw error;
    }
  };
  return {
    of: (id) => within((rows) => rows.of(id)),
    whole: (id) => within((rows) => rows.whole(id)),
    find: (where, terms) => within((rows) => rows.find(where, terms)),
    has: (where) => within((rows) => rows.has(where)),
    change: (found, values, keep) => within((rows) => rows.change(found, values, keep)),
    add: (row, field, by) => within((rows) => rows.add(row, field, by)),
    addAll: (where, field, by) => within((rows) => rows.addAll(where, field, by)),
    delete: (found) => within((rows) => rows.delete(found)),
    create,
    createAll: (values) => each(values, 1, async ([row]) => void (row && (await create(row)))),
    load: (values) => each(values, seedBatch, load),
  };
}

/** Processes rows in batches. @returns their number */
async function each(
  values: Rows<OtherRow>,
  size: number,
  work: (some: readonly Partial<OtherRow>[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  let some: Partial<OtherRow>[] = [];
  const settle = async (): Promise<void> => {
    if (some.length > 0) await work(some);
    count += some.length;
    some = [];
  };
  for await (const one of values) {
    some.push(one);
    if (some.length === size) await settle();
  }
  await settle();
  return count;
}

/** `name: The name is required.` */
function problemText(problems: RowProblems, path: string): string {
  return Object.entries(problems)
    .map(([name, text]) => {
      // The errors of rows that hooks create have the path as prefix.
      const field = name.startsWith(`${path}.`) ? name.slice(path.length + 1) : name;
      return field === '' ? text : `${field}: ${text}`;
    })
    .join(' ');
}
