/** The content of a mail with notices: a line for each, as it is when the mail is sent. */
import type { Knex } from 'knex';
import { addLink, describeLink } from '../../../auth/index.ts';
import { type Message, render, say } from '../../../engine/message.ts';
import type { Model } from '../../../engine/model/model.ts';
import { rowAddress } from '../../config/row-address.ts';
import { kindsOf, saysMoment } from '../notifications/kinds.ts';
import { channelOf, chosenBy } from '../notifications/preferences.ts';
import { readUnread } from '../notifications/visible.ts';
import type { Letter } from './letter.ts';
import type { NoticesContent } from './notices.ts';
import type { HeldMail } from './queue.ts';
import { momentFor, type Reader } from './reader.ts';
import { mostRefusals } from './refusals.ts';

export interface NoticesParts {
  readonly db: Knex;
  readonly model: Model;
  readonly appName: string;
  /** Time zones of all sites, by id. */
  zones(): Promise<Readonly<Record<string, string>>>;
  /** Without a trailing slash. */
  readonly appUrl: string;
  /** Whether there is a console to link to. */
  readonly console: boolean;
  /** The prefix of the API's paths. */
  readonly prefix: string;
}

const mostLines = 100;

/** @returns null if nothing is left: all are read or gone, or the person has turned them off */
export async function noticesLetter(
  { db, model, appName, appUrl, prefix, zones, console }: NoticesParts,
  reader: Reader,
  mail: HeldMail,
): Promise<Letter | null> {
  const { ids }: NoticesContent = JSON.parse(mail.content);
  if (reader.refusals >= mostRefusals) return null;
  const chosen = (await chosenBy(db, [reader.id])).get(reader.id);
  const wanted = (await readUnread(db, model, reader, ids)).filter(
    ({ kind }) => channelOf(chosen, model.registry, String(kind)) === 'mail',
  );
  const [first] = wanted;
  if (!first) return null;
  // The notices themselves need no key: if none can decrypt the token, a new one is made.
  const token = mail.token ?? (await addLink(db, reader.id, 'unsubscribe', null)).token;
  await describeLink(db, token, JSON.stringify([...new Set(wanted.map(({ kind }) => String(kind)))]));
  const timezones = await zones();
  const { locale } = reader;
  const text = (message: Message): string => render(message, locale);
  const lines = wanted.slice(0, mostLines).map((row) => {
    const timezone = timezones[String(row.site_id)] ?? reader.timezone;
    // The sentence has the date of the row: a second moment beside it would be taken for that.
    const kind = kindsOf(model.registry).get(String(row.kind));
    const at = kind && saysMoment(kind) ? '' : momentFor({ locale, timezone }, String(row.created_at));
    return {
      text: String(row.name),
      url: console ? addressOf(model, appUrl, row) : null,
      note: [siteOf(row), at].filter(Boolean).join(' · '),
    };
  });
  const more = wanted.length - lines.length;
  const url = `${appUrl}${prefix}/unsubscribe/${token}`;
  return {
    locale,
    subject:
      wanted.length === 1 ? String(first.name) : text(say(several, { count: wanted.length, app: appName })),
    blocks: [
      { text: text(say('Hello {name},', { name: reader.name })) },
      { list: lines },
      ...(more > 0 ? [{ text: text(say(andMore, { count: more })) }] : []),
    ],
    footer: text(say(because, { app: appName, to: reader.email })),
    unsubscribe: { label: text(off), url },
  };
}

/** The address of the row in the console; null for an unknown resource. */
function addressOf(
  { registry }: Model,
  appUrl: string,
  { resource, record_id }: Record<string, unknown>,
): string | null {
  const found = [...registry.values()].find(({ name, path }) => name === resource || path === resource);
  return found ? rowAddress(appUrl, found.path, String(record_id)) : null;
}

function siteOf({ site }: Record<string, unknown>): string {
  return typeof site === 'object' && site !== null && 'name' in site ? String(site.name) : '';
}

const several = say('{count} notices of {app}');
const andMore = say('And {count} more, which the list of notifications shows.');
const because = say('{app} sends this mail to {to} because you want to be told of this by mail.');
const off = say('No more mails of this kind');
