/** The second factor of a user as the database keeps it. Every change is one statement that only one of two wins. */
import type { Knex } from 'knex';
import { showInstant, storedNow, storeInstant } from '../../engine/values.ts';
import type { TwoFactorState } from '../answers.ts';
import { updatePerson } from '../rights/people.ts';
import { openSecret, sealSecret } from '../secret-box.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

interface Row {
  two_factor_secret: string | null;
  two_factor_confirmed_at: string | null;
}

type AppKeys = readonly Buffer[];

/** A user's secret is encrypted for that user only. */
export function ownerOf(userId: number): string {
  return `user ${userId}`;
}

export async function readTwoFactor(database: Knex, userId: number): Promise<TwoFactorState> {
  const confirmed = (await findRow(database, userId))?.two_factor_confirmed_at ?? null;
  if (confirmed === null) return { enabled: false, confirmed_at: null, recovery_codes_left: 0 };
  const left = await database('two_factor_recovery_codes')
    .where({ user_id: userId, used_at: null })
    .count({ count: '*' })
    .first();
  return {
    enabled: true,
    confirmed_at: showInstant(confirmed),
    recovery_codes_left: Number(left?.count ?? 0),
  };
}

/** Keeps a secret that is not in force yet, in place of one that is not either. */
export async function beginTwoFactor(
  trx: Knex,
  appKeys: AppKeys,
  userId: number,
  secret: string,
): Promise<void> {
  await trx('users')
    .where({ id: userId, live: 1, two_factor_confirmed_at: null })
    .update({ two_factor_secret: sealSecret(appKeys, secret, ownerOf(userId)) });
}

/**
 * Puts the secret in force, when the code is one of it. The code is used up by this.
 * @returns the recovery codes, to be shown once; `wrong` for another code; `none` without a set-up that waits
 */
export async function confirmTwoFactor(
  trx: Knex,
  appKeys: AppKeys,
  userId: number,
  code: string,
): Promise<string[] | 'wrong' | 'none'> {
  const row = await findRow(trx, userId);
  if (!row || row.two_factor_secret === null || row.two_factor_confirmed_at !== null) return 'none';
  const step = await stepOf(appKeys, userId, row.two_factor_secret, code);
  if (step === null) return 'wrong';
  const confirmed = await trx('users')
    // Only with the secret that was read: a set-up that began again meanwhile has another one.
    .where({ id: userId, two_factor_secret: row.two_factor_secret, two_factor_confirmed_at: null })
    .update({ two_factor_confirmed_at: storedNow(), two_factor_last_step: step });
  if (confirmed !== 1) return 'none';
  await updatePerson(trx, userId, {});
  return replaceRecoveryCodes(trx, appKeys, userId);
}

/** Makes new recovery codes and voids the old ones. @returns the new ones, to be shown once */
export async function replaceRecoveryCodes(trx: Knex, appKeys: AppKeys, userId: number): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await trx('two_factor_recovery_codes').where({ user_id: userId }).delete();
  await storeRecoveryCodes(trx, appKeys, userId, codes);
  return codes;
}

async function storeRecoveryCodes(
  trx: Knex,
  appKeys: AppKeys,
  userId: number,
  codes: readonly string[],
): Promise<void> {
  await trx('two_factor_recovery_codes').insert(
    codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(appKeys, userId, code) })),
  );
}

/** A second factor from another system: the user already has its secret in their app. */
export interface BroughtTwoFactor {
  /** In base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Since when it is in force, ISO 8601 UTC. */
  readonly since: string;
}

/** Turns on a second factor without a confirmation. */
export async function bringTwoFactor(
  trx: Knex,
  appKeys: AppKeys,
  userId: number,
  { secret, recoveryCodes, since }: BroughtTwoFactor,
): Promise<void> {
  await trx('users')
    .where({ id: userId })
    .update({
      two_factor_secret: sealSecret(appKeys, secret, ownerOf(userId)),
      two_factor_confirmed_at: storeInstant(since),
    });
  await storeRecoveryCodes(trx, appKeys, userId, recoveryCodes);
}

/** Takes the second factor away, or a set-up that waits. */
export async function removeTwoFactor(trx: Knex, userId: number): Promise<void> {
  await trx('two_factor_recovery_codes').where({ user_id: userId }).delete();
  await updatePerson(trx, userId, {
    two_factor_secret: null,
    two_factor_confirmed_at: null,
    two_factor_last_step: null,
  });
}

/** What became of a code: `reused` is right and has been used, which is worth a line in the log. */
type CodeFate = 'used' | 'reused' | 'wrong';

/**
 * Uses up a one-time code. Of two requests with the same code, at the same moment and on different nodes, one
 * moves the last step and the other finds it moved (RFC 6238, section 5.2).
 */
export async function useTotpCode(
  database: Knex,
  appKeys: AppKeys,
  userId: number,
  code: string,
): Promise<CodeFate> {
  const row = await findRow(database, userId);
  if (!row || row.two_factor_secret === null || row.two_factor_confirmed_at === null) return 'wrong';
  const step = await stepOf(appKeys, userId, row.two_factor_secret, code);
  if (step === null) return 'wrong';
  const used = await database('users')
    .where({ id: userId, live: 1, two_factor_secret: row.two_factor_secret })
    .where((unused) => unused.whereNull('two_factor_last_step').orWhere('two_factor_last_step', '<', step))
    .update({ two_factor_last_step: step });
  return used === 1 ? 'used' : 'reused';
}

/** Uses up a recovery code, whichever of the application's keys it was hashed with. */
export async function useRecoveryCode(
  database: Knex,
  appKeys: AppKeys,
  userId: number,
  code: string,
): Promise<CodeFate> {
  const hashes = appKeys.map((key) => hashRecoveryCode([key], userId, code));
  const matching = () =>
    database('two_factor_recovery_codes').where({ user_id: userId }).whereIn('code_hash', hashes);
  if ((await matching().whereNull('used_at').update({ used_at: storedNow() })) > 0) return 'used';
  return (await matching().first('id')) ? 'reused' : 'wrong';
}

/** The code for codes is loaded with the first code, because few services have a sign-in at their start. */
async function stepOf(
  appKeys: AppKeys,
  userId: number,
  sealed: string,
  code: string,
): Promise<number | null> {
  const { totpStep } = await import('./totp.ts');
  const secret = openSecret(appKeys, sealed, ownerOf(userId));
  // A secret that no key opens answers no code: the person has recovery codes, and an administrator can reset.
  return secret === null ? null : totpStep(secret, code);
}

async function findRow(database: Knex, userId: number): Promise<Row | undefined> {
  return database('users')
    .where({ id: userId, live: 1 })
    .first('two_factor_secret', 'two_factor_confirmed_at');
}
