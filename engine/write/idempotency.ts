/** Idempotency keys: a write that comes again gets the first answer again. Kept in the write's own transaction. */

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
/** How long a key is kept, in seconds. */
const keyLifetime = 7 * 24 * 3600;

/** Either a fresh claim under its id, or the answer that the key already has. */
type Claim =
  | { readonly id: number; readonly answered?: never }
  | { readonly answered: Response; readonly id?: never };

/** @throws Failure `validation_failed` for an invalid key. @param key null if there is none */
export function checkKey(key: string | null): void {
  if (key !== null && (key === '' || key.length > 255))
    throw invalid({ 'Idempotency-Key': [say(texts.keyLength)] });
}

/** What this process is at work on, by the database, then by who asks and the key. */
const underWay = new WeakMap<Knex, Map<string, RequestContext['signal']>>();

/**
 * Carries out a request of which another with the same key may be under way in this process. One that runs elsewhere is waited
 * for in the database, by `claimKey`.
 *
 * @throws Failure `conflict` while the other one runs; `unavailable` where its client has been told that it took too long
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

/** Whether a client was told that its request took too long, or has gone: what it began ends at its next statement. */
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
 * Claims a key for a request. A second request with the same key waits for the first one's end: it never runs beside it. Where that
 * takes too long it is told to come again, as after every other lock.
 *
 * @throws Failure `validation_failed` for a key used for another request
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
    // Two came at the very same moment: the insert has waited for the first one's end, and now there is an answer.
    const answered = await findKey(trx, asking, key);
    if (!answered) throw error;
    return replay(answered, asked);
  }
}

/** Keeps the answer of a success; after a failure the whole transaction, the claim included, is undone. */
export async function storeAnswer(trx: Knex, id: number, response: Response): Promise<void> {
  const { status, headers, body } = response;
  const stored = { status, headers: JSON.stringify(headers), body: jsonToKeep(body) };
  await update(trx, keyTable, stored, eq('id', id));
}

/** Deletes keys whose time is over. @returns how many */
export async function sweepKeys(db: Knex): Promise<number> {
  const text = `delete from \`${keyTable}\` where \`created_at\` < ${dialectOf(db).moment(-keyLifetime)}`;
  return dialectOf(db).affectedRowsOf(await run(db, { text, bindings: [] }));
}

/** What makes two requests the same: the same is asked for, and by somebody who works at the same site. */
interface AskedOnce {
  readonly method: string;
  readonly path: string;
  readonly body_hash: string;
  readonly site_id: number | null;
}

interface KeptKey extends AskedOnce {
  readonly response: Response;
}

/** The key as another request has kept it. An expired one is deleted, and free again. */
async function findKey(trx: Knex, { actor }: RequestContext, key: string): Promise<KeptKey | null> {
  // A key whose request still runs is locked by it.
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
  // A key without a site is older than sites, or of somebody who had none: they write what is their own, which is of no site.
  const there = stored.site_id === null || stored.site_id === asked.site_id;
  if (!same || !there) {
    throw invalid({ 'Idempotency-Key': [say(texts.keyReused)] });
  }
  const { headers } = stored.response;
  return { answered: { ...stored.response, headers: { ...headers, 'Idempotent-Replayed': 'true' } } };
}

/** A path as its column holds it: one with a query that is too long for it is kept as a digest. */
function keptPath(path: string): string {
  return path.length > 255 ? hashOf(path) : path;
}

/** Two bodies are the same when they hold the same values, however their keys are ordered. */
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
