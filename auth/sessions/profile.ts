/** The current user: who they are, at which site they work, in which language they are spoken to. */
import type { Context } from 'koa';
import { transact } from '../../engine/database/transaction.ts';
import { Failure, invalid } from '../../engine/failure.ts';
import { say } from '../../engine/message.ts';
import { readNoIntent } from '../../engine/request/intent.ts';
import { readJsonBody } from '../../engine/request/json-body.ts';
import { recordAccount } from '../journal.ts';
import { texts } from '../messages.ts';
import { lockAccount } from '../passwords/accounts.ts';
import { createLocaleForm, siteForm } from '../passwords/bodies.ts';
import { presentCurrentUser } from '../rights/current-user.ts';
import { findPerson, type Person, updatePerson } from '../rights/people.ts';
import type { AuthParts, AuthSettings } from '../settings.ts';
import { sessionOf } from './session.ts';

/** The user is not signed in. If a session's cookie came with a request that can have no session, the failure says what is missing. */
export function unauthenticated(ctx: Context, { cookies }: Pick<AuthSettings, 'cookies'>): Failure {
  const isInVain = sessionOf(ctx) === null && ctx.cookies.get(cookies.session) !== undefined;
  return new Failure('unauthenticated', { ...(isInVain && { message: say(texts.cookieInVain) }) });
}

/**
 * The person signed in.
 * @throws Failure `unauthenticated` (401) without a session, with one that still owes its second factor, and for a
 *   user deleted since
 */
export async function requirePerson(
  ctx: Context,
  { database, settings }: Pick<AuthParts, 'database' | 'settings'>,
): Promise<Person> {
  const session = sessionOf(ctx);
  const userId = session?.userId ?? null;
  const person = userId === null ? null : (session?.takePerson() ?? (await findPerson(database, userId)));
  if (!person) throw unauthenticated(ctx, settings);
  // For the log, and for the language of a failure.
  Object.assign(ctx.state, { userId: person.id, siteId: person.site?.id, locale: person.locale });
  return person;
}

/**
 * The person signed in, on a path of their own, none of which takes query parameters.
 * @throws Failure 401 as `requirePerson`; 400, 413 or 415 for a body that is no JSON; 422 on every parameter: what is asked for and not done hides a mistake
 */
export async function requireUser(
  ctx: Context,
  parts: Pick<AuthParts, 'database' | 'settings'>,
): Promise<Person> {
  const person = await requirePerson(ctx, parts);
  // Problems of the body come before those of the query (contract, "Errors"). The code that reads its fields gets it again.
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await readJsonBody(ctx);
  readNoIntent(ctx.query);
  return person;
}

/** `GET /user` → `{data: current user}`. */
export function createShowUser(parts: AuthParts) {
  return async (ctx: Context): Promise<void> => answer(ctx, parts, await requireUser(ctx, parts));
}

/**
 * `PATCH /user/site` `{site_id}` → `{data: current user}` with the permissions of that site.
 * @throws Failure 422 on `site_id` for a site that is not the user's, or does not exist: one answer for both
 */
export function createSwitchSite(parts: AuthParts) {
  return async (ctx: Context): Promise<void> => {
    const person = await requireUser(ctx, parts);
    const { site_id } = await siteForm.read(ctx);
    await transact(parts.database, async (trx) => {
      // A request that takes a person from a site locks their row, too: a membership that is found stays until the end.
      if (!(await lockAccount(trx, person.id))) throw new Failure('unauthenticated');
      const own = await trx('memberships').where({ user_id: person.id, site_id }).first('id');
      if (!own) throw invalid({ site_id: [say(texts.notYourSite)] });
      // The current site of a person is not part of their data: no edit of them becomes stale by it.
      await trx('users').where({ id: person.id }).update({ current_site_id: site_id });
    });
    await answer(ctx, parts, await requirePerson(ctx, parts));
  };
}

/**
 * `PATCH /user/locale` `{locale}` → `{data: current user}`.
 * @throws Failure 422 on `locale` for one that is not in LOCALES
 */
export function createSetLocale(parts: AuthParts) {
  const form = createLocaleForm(parts.settings.locales);
  return async (ctx: Context): Promise<void> => {
    const person = await requireUser(ctx, parts);
    const { locale } = await form.read(ctx);
    await transact(parts.database, async (trx) => {
      if (!(await lockAccount(trx, person.id))) throw new Failure('unauthenticated');
      const was = await trx('users').where({ id: person.id }).first('locale');
      if (was?.locale === locale) return;
      await updatePerson(trx, person.id, { locale });
      await recordAccount(trx, ctx, person.id, 'update', { locale: [was?.locale ?? null, locale] });
    });
    await answer(ctx, parts, { ...person, locale });
  };
}

async function answer(ctx: Context, { database, resources }: AuthParts, person: Person): Promise<void> {
  ctx.status = 200;
  ctx.body = { data: await presentCurrentUser(database, person, resources()) };
}
