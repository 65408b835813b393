/** Idempotency keys: a repeated write gets the first answer again. A key is stored in the transaction of its write. */

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { eq } from '../condition.ts';
import { faultOf } from '../database/fault.ts';
import { dialectOf, insert, query, remove, run, update } from '../database/query.ts';
import { Failure, invalid } from '../failure.ts';
import { jsonToKeep } from '../kinds/told-once.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { RequestContext, Response, WriteTerms } from '../request/request.ts';

const keyTable = 'idempotency_keys';
/** The lifetime of a key, in seconds. */
const keyLifetime = 7 * 24 * 3600;

/** Either a new claim with its id, or the stored answer of the key. */
type Claim =
  | { readonly id: number; readonly answered?: never }
  | { readonly answered: Response; readonly id?: never };

/** @throws Failure `validation_failed` for an invalid key. @param key null if there is none */
export function checkKey(key: string | null): void {
  if (key !== null && (key === '' || key.length > 255))
    throw invalid({ 'Idempotency-Key': [say(texts.keyLength)] });
}

/** The requests that this process is working on, by database, then by user and key. */
const underWay = new WeakMap<Knex, Map<string, RequestContext['signal']>>();

/**
 * Runs a request, unless another one with the same key is running in this process. A request that runs in another process is
 * waited for in the database, by `claimKey`.
 *
 * @throws Failure `conflict` while the other one runs; `unavailable` if its client was told that it took too long
 */
export async function alone<T>(
  database: Knex,
  { actor, signal }: RequestContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const own = underWay.get(database) ?? new Map<string, RequestContext['signal']>();
  underWay.set(database, own);
  const name = `${actor.id} ${key}`;
  const other = own.get(name);
  if (other)
    throw isOver(other) ? new Failure('unavailable', { headers: { 'Retry-After': '2' } }) : running();
  own.set(name, signal);
  try {
    return await work();
  } finally {
    own.delete(name);
  }
}

/** Whether the client was told that its request took too long, or has left. The request then ends at its next statement. */
function isOver(signal: RequestContext['signal']): boolean {
  try {
    signal.throwIfAborted();
    return false;
  } catch {
    return true;
  }
}

function running(): Failure {
  return new Failure('conflict', { message: say(texts.keyRunning), headers: { 'Retry-After': '1' } });
}

/**
 * Claims a key for a request. A second request with the same key waits until the first one ends: the two never run at the same
 * time. If that takes too long, the client is told to retry, as for every other lock.
 *
 * @throws Failure `validation_failed` for a key that was used for another request
 */
export async function claimKey(
  trx: Knex,
  asking: RequestContext,
  { fingerprint }: WriteTerms,
  key: string,
): Promise<Claim> {
  const asked: AskedOnce = {
    method: fingerprint.method,
    path: keptPath(fingerprint.path),
    body_hash: hashOf(await fingerprint.body()),
    site_id: asking.actor.site?.id ?? null,
  };
  const stored = await findKey(trx, asking, key);
  if (stored) return replay(stored, asked);
  const created_at = { text: dialectOf(trx).moment(), bindings: [] };
  try {
    return { id: await insert(trx, keyTable, [{ user_id: asking.actor.id, key, ...asked, created_at }]) };
  } catch (error) {
    if (faultOf(error)?.kind !== 'duplicate') throw error;
    // Two requests arrived at the same moment. The insert has waited for the end of the first one, whose answer is stored now.
    const answered = await findKey(trx, asking, key);
    if (!answered) throw error;
    return replay(answered, asked);
  }
}

/** Stores the answer of a success. After a failure, the whole transaction is rolled back, including the claim. */
export async function storeAnswer(trx: Knex, id: number, response: Response): Promise<void> {
  const { status, headers, body } = response;
  const stored = { status, headers: JSON.stringify(headers), body: jsonToKeep(body) };
  await update(trx, keyTable, stored, eq('id', id));
}

/** Deletes expired keys. @returns how many */
export async function sweepKeys(db: Knex): Promise<number> {
  const text = `delete from \`${keyTable}\` where \`created_at\` < ${dialectOf(db).moment(-keyLifetime)}`;
  return dialectOf(db).affectedRowsOf(await run(db, { text, bindings: [] }));
}

/** What makes two requests the same: the same content, by a user at the same site. */
interface AskedOnce {
  readonly method: string;
  readonly path: string;
  readonly body_hash: string;
  readonly site_id: number | null;
}

interface KeptKey extends AskedOnce {
  readonly response: Response;
}

/** The stored request of the key. An expired one is deleted, and the key is free again. */
async function findKey(trx: Knex, { actor }: RequestContext, key: string): Promise<KeptKey | null> {
  // A running request has its key locked.
  const lock = dialectOf(trx).lock('update');
  const expired = `\`created_at\` < ${dialectOf(trx).moment(-keyLifetime)}`;
  const rows = await query(trx, {
    text: `select \`${keyTable}\`.*, case when ${expired} then 1 else 0 end as expired from \`${keyTable}\` where \`user_id\` = ? and \`key\` = ?${lock}`,
    bindings: [actor.id, key],
  });
  const [row] = rows;
  if (!row) return null;
  if (Number(row.expired) === 1) {
    await remove(trx, keyTable, eq('id', Number(row.id)));
    return null;
  }
  return {
    method: String(row.method),
    path: String(row.path),
    body_hash: String(row.body_hash),
    site_id: row.site_id === null ? null : Number(row.site_id),
    response: {
      status: Number(row.status),
      headers: JSON.parse(String(row.headers)),
      body: JSON.parse(String(row.body)),
    },
  };
}

function replay(stored: KeptKey, asked: AskedOnce): Claim {
  const { method, path, body_hash } = asked;
  const same = stored.method === method && stored.path === path && stored.body_hash === body_hash;
  // A key without a site is older than sites, or belongs to a user who had none. Such a user writes only personal rows, which
  // belong to no site.
  const there = stored.site_id === null || stored.site_id === asked.site_id;
  if (!same || !there) {
    throw invalid({ 'Idempotency-Key': [say(texts.keyReused)] });
  }
  const { headers } = stored.response;
  return { answered: { ...stored.response, headers: { ...headers, 'Idempotent-Replayed': 'true' } } };
}

/** A path as its column stores it. If it is too long with its query, a digest is stored. */
function keptPath(path: string): string {
  return path.length > 255 ? hashOf(path) : path;
}

/** Two bodies are equal if they have the same values, in any order of their keys. */
function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)) ?? '')
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
