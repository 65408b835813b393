/** The recipient of a mail: their language, and the time zone of the site where they work. */
import type { Knex } from 'knex';
import { languageOf } from '../../../engine/message.ts';

export interface Reader {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: string;
  /** Of their current site; UTC for a user without a site. */
  readonly timezone: string;
  /** The number of refusals of their address. */
  readonly refusals: number;
}

/** A user who has an account now; null for others. */
export async function findReader(db: Knex, userId: number): Promise<Reader | null> {
  const row = await db('users')
    .leftJoin('memberships', (on) =>
      on.on('memberships.user_id', 'users.id').andOn('memberships.site_id', 'users.current_site_id'),
    )
    .leftJoin('sites', 'sites.id', 'memberships.site_id')
    .where({ 'users.id': userId, 'users.live': 1 })
    .first('users.full_name', 'users.email', 'users.locale', 'users.email_refusals', 'sites.timezone');
  if (!row) return null;
  return {
    id: userId,
    name: row.full_name,
    email: row.email,
    locale: row.locale,
    timezone: row.timezone ?? 'UTC',
    refusals: Number(row.email_refusals),
  };
}

/** A moment in a reader's time zone, with the name of the zone: `23 November 2026 at 17:40 (Europe/Paris)`. */
export function momentFor({ locale, timezone }: Pick<Reader, 'locale' | 'timezone'>, iso: string): string {
  const language = languageOf(locale) === 'en' ? 'en-GB' : locale;
  const format = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: timezone },
  });
  return `${format.format(new Date(iso))} (${timezone})`;
}
