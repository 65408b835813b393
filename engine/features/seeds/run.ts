/** Runs each seed once, in its own transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { faultOf } from '../../database/fault.ts';
import { dialectOf, insert, query } from '../../database/query.ts';
import { quote } from '../../database/sql.ts';
import { transact } from '../../database/transaction.ts';
import type { Actor } from '../../policy.ts';
import { storedNow } from '../../values.ts';
import type { WriteParts } from '../../write/context.ts';
import { runWrite } from '../../write/unit-of-work.ts';
import { keepFile } from './files.ts';
import { type RunWrite, type SeedProgress, seedRows } from './rows.ts';
import type { Seed, SeedContext, SeedRoles } from './seed.ts';

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
