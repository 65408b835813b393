/** Settings of mail: SMTP_URL, MAIL_FROM, MAIL_FOLDER and PASSWORD_URL. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSettings } from '../../engine/database/settings.ts';
import { isEmail } from '../../engine/kinds/email.ts';
import { isLoopback } from './addresses.ts';
import { quote, refuse, withoutPassword } from './refusal.ts';

/** The server that accepts mails. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `at-once`: TLS from the start (smtps). `required`: no mail without STARTTLS. `optional`: STARTTLS if it is offered. */
  readonly tls: 'at-once' | 'required' | 'optional';
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** The sender of mails. */
interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface MailSettings {
  /** Null if mails are written to the folder. */
  readonly smtp: SmtpSettings | null;
  readonly from: Sender;
  readonly folder: string;
  /** Address of the page for choosing a password, with `{token}` in its fragment. */
  readonly passwordUrl: string;
}

/** Other settings, from which those of mail take their defaults. */
interface Known {
  readonly appName: string;
  readonly appUrl: string;
  readonly database: DatabaseSettings;
}

type MailSettingName = 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_FOLDER' | 'PASSWORD_URL';

/**
 * @param read the value of a setting, empty if it is not set
 * @throws ConfigError
 */
export function readMailSettings(read: (name: MailSettingName) => string, known: Known): MailSettings {
  const smtp = readSmtp(read('SMTP_URL'));
  return {
    smtp,
    from: readSender(read('MAIL_FROM'), smtp !== null, known),
    folder: readFolder(read('MAIL_FOLDER'), known.database),
    passwordUrl: readPasswordUrl(read('PASSWORD_URL') || `${known.appUrl}/console/-/password#token={token}`),
  };
}

const smtpAllowed =
  'give smtp://user:password@host:587 or smtps://user:password@host:465; smtp:// takes ?tls=optional.';

function readSmtp(value: string): SmtpSettings | null {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  const secure = url?.protocol === 'smtps:';
  const sound =
    url !== null &&
    (secure || url.protocol === 'smtp:') &&
    /^smtps?:\/\//i.test(value) &&
    url.hostname !== '' &&
    url.port !== '0' &&
    (url.pathname === '' || url.pathname === '/') &&
    url.hash === '' &&
    (url.search === '' || (!secure && url.search === '?tls=optional'));
  const paired = user !== null && password !== null && (user === '') === (password === '');
  if (!sound || !paired) throw refuse('SMTP_URL', quote(withoutPassword(value)), smtpAllowed);
  const host = decode(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  const near = url.search !== '' || isLoopback(host);
  return {
    host,
    port: Number(url.port || (secure ? 465 : 587)),
    tls: secure ? 'at-once' : near ? 'optional' : 'required',
    login: user === '' ? null : { user, password },
  };
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** `Name <address>`, or only the address. */
function readSender(value: string, required: boolean, { appName, appUrl }: Known): Sender {
  const allowed = 'give a name and an address, like Millwright <mill@plant.example>.';
  if (value === '') {
    if (required) throw refuse('MAIL_FROM', 'not set', `with SMTP_URL it is required; ${allowed}`);
    // This mail is not sent: it is written to a file for the operator.
    return { name: appName, address: `millwright@${new URL(appUrl).hostname.replace(/^\[|\]$/g, '')}` };
  }
  const [, quoted, plain, address = ''] =
    /^(?:"([^"\\\p{Cc}]*)" *|([^"<>\\\p{Cc}]*))<([^<>\s]+)>$/u.exec(value) ?? [];
  const given =
    address === '' ? { name: '', address: value } : { name: quoted ?? plain?.trim() ?? '', address };
  if (!isEmail(given.address)) throw refuse('MAIL_FROM', quote(value), allowed);
  return given;
}

/** Default: `mail/` beside an embedded database, else `data/mail`. It is created with the first mail. */
function readFolder(value: string, database: DatabaseSettings): string {
  if (value === '') {
    const embedded = database.kind === 'sqlite' && database.path !== ':memory:';
    return join(embedded ? dirname(database.path) : resolve('data'), 'mail');
  }
  const folder = resolve(value);
  const there = statSync(existsSync(folder) ? folder : dirname(folder), { throwIfNoEntry: false });
  if (there?.isDirectory()) return folder;
  throw refuse('MAIL_FOLDER', quote(value), 'give a folder that exists, or a new name in one that does.');
}

function readPasswordUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const [before = '', fragment = ''] = value.split('#', 2);
  const web = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  const once = fragment.split('{token}').length === 2 && value.split('#').length === 2;
  if (web && once && !before.includes('{token}') && !/[\s\p{Cc}]/u.test(value)) return value;
  throw refuse(
    'PASSWORD_URL',
    quote(withoutPassword(value)),
    'give an http:// or https:// address with {token} in its fragment, like https://app.example.com/password#token={token}.',
  );
}
