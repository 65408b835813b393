/** Whether the keys of the settings are those that the database's secrets were written with. */
import type { Knex } from 'knex';
import { storedNow } from '../../engine/values.ts';
import { deriveKeys, sign, verify } from '../keys.ts';
import { openSecret } from '../secret-box.ts';
import { endSessions } from '../sessions/end.ts';
import { ownerOf, removeTwoFactor } from './two-factor.ts';

/** What every key signs; nothing else is ever signed with keys of this purpose. */
const text = 'millwright';
/** If a database has no check yet, so many secrets are tried: one of them may have been changed by an attacker. */
const maxTried = 20;
/** Nodes that were first with a number, one after the other. */
const maxAttempts = 20;
/** Rows that are read at a time. */
const batch = 500;

interface Sealed {
  readonly id: number;
  readonly two_factor_secret: string;
}

/**
 * Compares the keys with those that the database knows, and makes the first one known. A database that knows none yet is
 * asked for a secret that they open. Several nodes may do this at once: with different keys, one of them is refused.
 * @param appKeys APP_KEY and the earlier ones: all that the database was written with have to be among them
 * @returns false where another key is needed
 */
export async function checkKeys(database: Knex, appKeys: readonly Buffer[]): Promise<boolean> {
  const keys = deriveKeys(appKeys, 'key check');
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { known, verdict } = await judgeKeys(database, appKeys);
    if (verdict !== 'new') return verdict === 'known';
    // The second process with the same number writes nothing, and looks again.
    const row = { id: Number(known.at(-1)?.id ?? 0) + 1, digest: sign(keys, text), created_at: storedNow() };
    await database('key_checks').insert(row).onConflict('id').ignore();
  }
  throw new Error('Other nodes keep adding keys to the database. Start the nodes one after the other.');
}

/**
 * How the given keys relate to those that a database knows: it knows the first, it would store the first, or another one is
 * needed.
 */
type KeyVerdict = 'known' | 'new' | 'another';

/** Compares the keys with those that the database knows, as `checkKeys` does, and changes nothing. */
export async function judgeKeys(
  database: Knex,
  appKeys: readonly Buffer[],
): Promise<{ readonly known: readonly { readonly id: number }[]; readonly verdict: KeyVerdict }> {
  const keys = deriveKeys(appKeys, 'key check');
  const known: { id: number; digest: string }[] = await database('key_checks').orderBy('id');
  const fits = (some: readonly Buffer[]) => known.map(({ digest }) => verify(some, text, digest));
  const isOther = known.length === 0 ? !(await openSome(database, appKeys)) : fits(keys).includes(false);
  if (isOther) return { known, verdict: 'another' };
  return { known, verdict: fits(keys.slice(0, 1)).includes(true) ? 'known' : 'new' };
}

/** Second factors by the key that opens them. */
interface SealCounts {
  readonly first: number;
  /** One of APP_PREVIOUS_KEYS: they would be lost with it. */
  readonly earlier: number;
  readonly lost: number;
}

/**
 * Counts second factors by the key that opens them.
 *
 * @param most after so many it stops
 */
export async function countSeals(
  database: Knex,
  appKeys: readonly Buffer[],
  most = Number.POSITIVE_INFINITY,
): Promise<SealCounts> {
  const counts = { first: 0, earlier: 0, lost: 0 };
  let seen = 0;
  for await (const { id, two_factor_secret } of sealedSecrets(database)) {
    const opens = (keys: readonly Buffer[]) => openSecret(keys, two_factor_secret, ownerOf(id)) !== null;
    if (opens(appKeys.slice(0, 1))) counts.first += 1;
    else if (opens(appKeys.slice(1))) counts.earlier += 1;
    else counts.lost += 1;
    seen += 1;
    if (seen === most) break;
  }
  return counts;
}

/** How many people have a second factor that none of the keys opens. */
export async function countLost(database: Knex, appKeys: readonly Buffer[]): Promise<number> {
  return (await countSeals(database, appKeys)).lost;
}

/**
 * Gives up keys that are lost: removes the second factors that none of the given keys opens, ends the sessions of those people,
 * and knows only the first key from then on.
 */
export async function forgetKeys(database: Knex, appKeys: readonly Buffer[]): Promise<void> {
  await database.transaction(async (trx) => {
    for await (const { id, two_factor_secret } of sealedSecrets(trx)) {
      if (openSecret(appKeys, two_factor_secret, ownerOf(id)) !== null) continue;
      await removeTwoFactor(trx, id);
      await endSessions(trx, id);
    }
    const keys = deriveKeys(appKeys, 'key check');
    const known: { id: number; digest: string }[] = await trx('key_checks');
    const foreign = known.filter(({ digest }) => !verify(keys, text, digest)).map(({ id }) => id);
    await trx('key_checks').whereIn('id', foreign).delete();
    await checkKeys(trx, appKeys);
  });
}

/** Whether there is no secret, or one that the keys open. */
async function openSome(database: Knex, appKeys: readonly Buffer[]): Promise<boolean> {
  let tried = 0;
  for await (const { id, two_factor_secret } of sealedSecrets(database)) {
    if (openSecret(appKeys, two_factor_secret, ownerOf(id)) !== null) return true;
    tried += 1;
    if (tried === maxTried) return false;
  }
  return tried === 0;
}

async function* sealedSecrets(database: Knex): AsyncGenerator<Sealed> {
  let after = 0;
  for (;;) {
    const rows: Sealed[] = await database('users')
      .where('id', '>', after)
      .whereNotNull('two_factor_secret')
      .orderBy('id')
      .limit(batch)
      .select('id', 'two_factor_secret');
    yield* rows;
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < batch) return;
  }
}
