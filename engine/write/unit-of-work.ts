/** Runs a write as a whole: in one transaction, at most once per key, and rolled back for a dry run. */
import type { Knex } from 'knex';
import { transact } from '../database/transaction.ts';
import type { RequestContext, Response, WriteTerms } from '../request/request.ts';
import type { WriteContext, WriteParts } from './context.ts';
import { deleteRows } from './delete.ts';
import { alone, checkKey, claimKey, storeAnswer } from './idempotency.ts';
import { storeNoted } from './journal.ts';
import { createRows } from './write.ts';

/** Runs a write in its transaction, and stores its entries in the journal. @param silent without events */
export async function runWrite<T>(
  parts: WriteParts,
  asking: BeginTerms,
  work: (writing: WriteContext) => Promise<T>,
  silent = false,
): Promise<T> {
  const writing = beginWrite(parts, asking, silent);
  const result = await work(writing);
  await storeNoted(writing);
  return result;
}

type BeginTerms = Pick<WriteContext, 'db' | 'actor' | 'now' | 'requestId' | 'signal'>;

/** The initial state of a write: nothing locked, and not started by a hook. */
function beginWrite(parts: WriteParts, asking: BeginTerms, silent: boolean): WriteContext {
  const runners = { create: createRows, delete: deleteRows };
  const known = { locked: new Map(), written: new Set<string>(), held: new Map() };
  const noted = { entries: [], open: new Map() };
  return { parts, ...asking, silent, forReport: false, ...known, noted, chain: [], hook: null, runners };
}

/** Thrown to roll back a transaction whose answer is still needed. */
class Undo extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('This was a dry run.');
    this.response = response;
  }
}

/** The target of writes. */
interface WriteTarget {
  readonly db: Knex;
  /** Called after a commit. */
  written(): void;
}

/** Runs `work` with the options of the request. @throws Failure `validation_failed` for an invalid idempotency key */
export async function runInTransaction(
  { db, written }: WriteTarget,
  asking: RequestContext,
  terms: WriteTerms,
  work: (db: Knex) => Promise<Response>,
): Promise<Response> {
  checkKey(terms.idempotencyKey);
  if (terms.dryRun) return runDry(db, asking, work);
  const key = terms.idempotencyKey;
  const once = async (given: string, trx: Knex): Promise<Response> => {
    const claim = await claimKey(trx, asking, terms, given);
    if (claim.answered) return claim.answered;
    const response = await work(trx);
    await storeAnswer(trx, claim.id, response);
    return response;
  };
  const response = await (key === null
    ? transact(db, work, asking.signal)
    : alone(db, asking, key, () => transact(db, (trx) => once(key, trx), asking.signal)));
  written();
  return response;
}

/** Runs everything, including every check and hook, and rolls it back. */
export async function runUndone(
  database: Knex,
  { signal }: RequestContext,
  work: (db: Knex) => Promise<Response>,
): Promise<Response> {
  const undone = async (trx: Knex): Promise<Response> => {
    throw new Undo(await work(trx));
  };
  try {
    return await transact(database, undone, signal);
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
    return error.response;
  }
}

/** A dry run (RFC 7240, with a preference of our own). */
async function runDry(
  database: Knex,
  asking: RequestContext,
  work: (db: Knex) => Promise<Response>,
): Promise<Response> {
  const response = await runUndone(database, asking, work);
  const { Location: _never, ...headers } = response.headers;
  return { ...response, headers: { ...headers, 'Preference-Applied': 'dry-run' } };
}
