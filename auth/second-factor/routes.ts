/** Setting up, confirming and removing one's second factor. What weakens or replaces it asks for the password. */
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { Failure, invalid } from '../../engine/failure.ts';
import { type Message, say } from '../../engine/message.ts';
import type { RecoveryCodes, TwoFactorSetUp } from '../answers.ts';
import { recordAccount } from '../journal.ts';
import { texts } from '../messages.ts';
import { addressKey } from '../networks.ts';
import { codeForm, passwordForm } from '../passwords/bodies.ts';
import { confirmPassword } from '../passwords/confirmation.ts';
import { updatePerson } from '../rights/people.ts';
import { endSessions } from '../sessions/end.ts';
import { lockOwnAccount } from '../sessions/own-account.ts';
import { requireUser } from '../sessions/profile.ts';
import { sessionOf } from '../sessions/session.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  readTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
} from './two-factor.ts';

type Parts = AuthParts & { readonly throttles: Throttles };

/** `GET /user/two-factor` → `{data: {enabled, confirmed_at, recovery_codes_left}}`. */
export function createShowTwoFactor(parts: Parts) {
  return async (ctx: Context): Promise<void> => {
    const { id } = await requireUser(ctx, parts);
    ctx.body = { data: await readTwoFactor(parts.database, id) };
  };
}

/**
 * `POST /user/two-factor` `{password}` → 201 `{data: {secret, otpauth_url, qr_code}}`, not turned on yet.
 * @throws Failure `conflict` (409) if a second factor is on
 */
export function createBeginTwoFactor(parts: Parts) {
  return async (ctx: Context): Promise<void> => {
    const person = await requireUser(ctx, parts);
    const { password } = await passwordForm.read(ctx);
    const confirmed = await confirmPassword(ctx, parts, person.id, password, 'password');
    const { makeTotpSecret, qrCodeOf, totpUrl } = await import('./totp.ts');
    const secret = makeTotpSecret();
    await transact(parts.database, async (trx) => {
      const { id, hasTwoFactor } = await lockOwnAccount(trx, ctx, person.id, confirmed);
      if (hasTwoFactor) throw conflict(texts.twoFactorOn);
      await beginTwoFactor(trx, parts.settings.appKeys, id, secret);
    });
    const otpauth_url = totpUrl(parts.settings.appName, secret, person.email);
    const data: TwoFactorSetUp = { secret, otpauth_url, qr_code: qrCodeOf(otpauth_url) };
    ctx.status = 201;
    ctx.body = { data };
  };
}

/**
 * `POST /user/two-factor/confirm` `{code}` → `{data: {recovery_codes}}`, shown once. Ends the user's other sessions:
 * they were signed in with one factor.
 * @throws Failure 422 on `code`; `conflict` (409) without a set-up that waits; `rate_limited` (429)
 */
export function createConfirmTwoFactor(parts: Parts) {
  const { database, settings, throttles, log, mailer } = parts;
  return async (ctx: Context): Promise<void> => {
    const { id, email } = await requireUser(ctx, parts);
    const { code } = await codeForm.read(ctx);
    await throttles.confirmation.count(ctx, id, addressKey(ctx.ip));
    const recovery_codes = await transact(database, async (trx) => {
      await lockOwnAccount(trx, ctx, id);
      const codes = await confirmTwoFactor(trx, settings.appKeys, id, code);
      if (codes === 'none') throw conflict(texts.twoFactorNotBegun);
      if (codes === 'wrong') throw invalid({ code: [say(texts.wrongCode)] });
      await endSessions(trx, id, sessionOf(ctx)?.id ?? undefined);
      await recordAccount(trx, ctx, id, 'two-factor-on');
      await mailer.queue(trx, { userId: id, to: email, kind: 'two-factor-on' });
      return codes;
    });
    await throttles.confirmation.clear(id, addressKey(ctx.ip));
    log.info({ event: 'two_factor_on', user: id, ip: ctx.ip }, 'two-factor turned on');
    const data: RecoveryCodes = { recovery_codes };
    ctx.body = { data };
  };
}

/**
 * `POST /user/two-factor/recovery-codes` `{password}` → `{data: {recovery_codes}}`; the old ones no longer work.
 * @throws Failure `conflict` (409) if no second factor is on
 */
export function createReplaceRecoveryCodes(parts: Parts) {
  const { database, settings } = parts;
  return async (ctx: Context): Promise<void> => {
    const { id } = await requireUser(ctx, parts);
    const { password } = await passwordForm.read(ctx);
    const confirmed = await confirmPassword(ctx, parts, id, password, 'password');
    const recovery_codes = await transact(database, async (trx) => {
      const { hasTwoFactor } = await lockOwnAccount(trx, ctx, id, confirmed);
      if (!hasTwoFactor) throw conflict(texts.twoFactorOff);
      // Written as well as locked: another node of a cluster sees no lock that only reads.
      await updatePerson(trx, id, {});
      await recordAccount(trx, ctx, id, 'recovery-codes');
      return replaceRecoveryCodes(trx, settings.appKeys, id);
    });
    const data: RecoveryCodes = { recovery_codes };
    ctx.body = { data };
  };
}

/** `DELETE /user/two-factor` `{password}` → 204, also without a second factor. Ends the user's other sessions. */
export function createRemoveTwoFactor(parts: Parts) {
  const { database, log, mailer } = parts;
  return async (ctx: Context): Promise<void> => {
    const { id, email } = await requireUser(ctx, parts);
    const { password } = await passwordForm.read(ctx);
    const confirmed = await confirmPassword(ctx, parts, id, password, 'password');
    await transact(database, async (trx) => {
      const { hasTwoFactor } = await lockOwnAccount(trx, ctx, id, confirmed);
      await removeTwoFactor(trx, id);
      await endSessions(trx, id, sessionOf(ctx)?.id ?? undefined);
      await recordAccount(trx, ctx, id, 'two-factor-off');
      if (hasTwoFactor) await mailer.queue(trx, { userId: id, to: email, kind: 'two-factor-off' });
    });
    log.info({ event: 'two_factor_off', user: id, ip: ctx.ip }, 'two-factor turned off');
    ctx.status = 204;
  };
}

function conflict(said: Message): Failure {
  return new Failure('conflict', { message: say(said) });
}
