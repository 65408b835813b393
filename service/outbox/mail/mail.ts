/** The mail interface of the service: how mails are queued, and the work that sends them. */
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { findLink, type Mailer } from '../../../auth/index.ts';
import type { Work } from '../../../engine/features/outbox/worker.ts';
import type { Config } from '../../config/config.ts';
import { type AccountContent, accountLetter, accountLinks, isAccountMail } from './account.ts';
import type { Letter } from './letter.ts';
import { noticesKind, restAfterNotices } from './notices.ts';
import { type HeldMail, queueMail } from './queue.ts';
import { findReader, type Reader } from './reader.ts';
import { type Addressed, createMailSending, type MailResult } from './sender.ts';

/** By then, a transaction that has queued a mail is usually committed. Otherwise the next check finds the mail. */
const commitMs = 100;

interface MailParts {
  readonly db: Knex;
  readonly config: Pick<Config, 'appKeys' | 'appName' | 'mail'>;
  readonly log: Logger;
  /** The present content of a mail with notices; null if there is none left. */
  notices(reader: Reader, mail: HeldMail): Promise<Letter | null>;
  /** Called when a mail has been queued, by a transaction that may still be rolled back. */
  nudge(): void;
  /** Called after each attempt to send one. */
  report(result: MailResult): void;
}

export interface Mail {
  /** The mail functions for sign-in. */
  readonly mailer: Mailer;
  /** Sends due mails. */
  readonly work: Work;
}

export function createMail(parts: MailParts): Mail {
  const { db, config, log, nudge, report } = parts;
  const { appKeys, mail: settings } = config;
  const compose = (mail: HeldMail) => composeMail(parts, mail);
  const sent = async (trx: Knex, { kind, userId }: HeldMail) => {
    if (kind === noticesKind) await restAfterNotices(trx, userId);
  };
  return {
    mailer: createMailer(config, () => setTimeout(nudge, commitMs).unref()),
    work: { name: 'mail', run: createMailSending({ db, appKeys, settings, log, compose, sent, report }) },
  };
}

/** @param nudge called when a mail has been queued */
export function createMailer({ appKeys, mail }: MailParts['config'], nudge: () => void = () => {}): Mailer {
  return {
    sends: mail.smtp !== null,
    queue: async (trx, { userId, to: address, kind, link }) => {
      const content: AccountContent = { until: link?.until ?? null };
      await queueMail(trx, appKeys, { userId, kind, address, content, token: link?.token });
      nudge();
    },
  };
}

async function composeMail(
  { db, config, log, notices }: MailParts,
  mail: HeldMail,
): Promise<Addressed | null> {
  const reader = await findReader(db, mail.userId);
  if (!reader) return null;
  if (mail.kind === noticesKind) {
    const letter = await notices(reader, mail);
    return letter && { to: { name: reader.name, address: reader.email }, letter };
  }
  if (!isAccountMail(mail.kind)) return null;
  const to = mail.address ?? reader.email;
  const { until }: AccountContent = JSON.parse(mail.content);
  if (until !== null && mail.token === null) {
    const facts = { mail: mail.uid, kind: mail.kind, user: mail.userId };
    log.warn(facts, 'A mail is not sent: no key opens the link that stands in it.');
    return null;
  }
  // A server may accept a mail a day later: a link that has expired, or was used or replaced, would be useless.
  if (mail.token !== null && !(await findLink(db, mail.token, accountLinks))) return null;
  const { appName } = config;
  const at = new Date(mail.madeAt).toISOString();
  const { passwordUrl } = config.mail;
  const letter = accountLetter(mail.kind, reader, { to, at, until, token: mail.token, appName, passwordUrl });
  return letter && { to: { name: reader.name, address: to }, letter };
}
