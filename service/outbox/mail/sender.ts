/** Sends due mails: a few at a time. Each is retried by a schedule until it is accepted or refused. */
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { transact } from '../../../engine/database/transaction.ts';
import { soonAfter } from '../../../engine/outbox/worker.ts';
import type { MailSettings } from '../../config/mail.ts';
import { writeMessage } from './folder.ts';
import { type Address, composeMessage, type Letter } from './letter.ts';
import { deferMail, dueMails, endMail, type HeldMail, returnMail, takeMail, untilNextMail } from './queue.ts';
import { countRefusal, forgetRefusals } from './refusals.ts';
import { handOver, NotTaken } from './smtp.ts';

/** The result of an attempt. */
export type MailResult = 'sent' | 'deferred' | 'refused' | 'given_up' | 'dropped';

/** A letter with its recipient. */
export interface Addressed {
  readonly to: Address;
  readonly letter: Letter;
}

interface SenderParts {
  readonly db: Knex;
  readonly appKeys: readonly Buffer[];
  readonly settings: MailSettings;
  readonly log: Logger;
  /** The present content of a mail; null if there is no recipient or no content left. */
  compose(mail: HeldMail): Promise<Addressed | null>;
  /** Called for an accepted mail, in the transaction that deletes it: after that, another node may make the next one. */
  sent(trx: Knex, mail: HeldMail): Promise<void>;
  /** Called after each attempt. */
  report(result: MailResult): void;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay after each failed attempt. */
const waits = [
  ...[5 * second, 30 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 6 * hour, 12 * hour, 24 * hour],
];

/** The number of mails looked up at once, and of concurrent attempts. */
const [batch, lanes] = [40, 4];
/** By then another process may have queued one. */
const longestWaitMs = 5000;

/**
 * Tries due mails.
 * @param signal starts nothing more once it is aborted
 * @returns milliseconds until there is more to do, 0 for now
 */
export async function sendDue(parts: SenderParts, signal: AbortSignal): Promise<number> {
  const ids = await dueMails(parts.db, batch);
  const left = [...ids];
  const lane = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift()) {
      const mail = await takeMail(parts.db, parts.appKeys, id);
      if (mail) await attempt(parts, mail, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, ids.length) }, lane));
  if (ids.length === batch) return 0;
  const next = await untilNextMail(parts.db);
  return Math.max(100, Math.min(longestWaitMs, next ?? longestWaitMs));
}

async function attempt(parts: SenderParts, mail: HeldMail, signal: AbortSignal): Promise<void> {
  const { db, report } = parts;
  if (signal.aborted) return returnMail(db, mail);
  const told = await deliver(parts, mail, signal).catch((error: unknown) => settle(parts, mail, error));
  if (told === 'dropped') await endMail(db, mail);
  if (told === 'sent') {
    await transact(db, async (trx) => {
      await parts.sent(trx, mail);
      await endMail(trx, mail);
    });
    await forgetRefusals(db, mail.userId, mail.address);
  }
  report(told);
}

/** @throws NotTaken, or an error of making or writing it */
async function deliver(parts: SenderParts, mail: HeldMail, signal: AbortSignal): Promise<'sent' | 'dropped'> {
  const end = soonAfter(signal);
  try {
    return await send(parts, mail, end.signal);
  } finally {
    end.forget();
  }
}

async function send(parts: SenderParts, mail: HeldMail, over: AbortSignal): Promise<'sent' | 'dropped'> {
  const { smtp, from, folder } = parts.settings;
  const addressed = await parts.compose(mail);
  if (!addressed) return 'dropped';
  const { to, letter } = addressed;
  const { uid, madeAt: date } = mail;
  const messageId = `<${uid}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
  const message = await composeMessage(letter, { from, to, messageId, date });
  if (smtp === null) await writeMessage(folder, { uid, date, message });
  else await handOver(smtp, { from: from.address, to: to.address, message }, { signal: over });
  return 'sent';
}

/** Decides what happens to a mail that was not accepted. */
async function settle({ db, log }: SenderParts, mail: HeldMail, error: unknown): Promise<MailResult> {
  const refused = error instanceof NotTaken ? error.refused : 'later';
  const why = error instanceof NotTaken ? { why: withoutAddresses(error.message) } : { err: error };
  const facts = { mail: mail.uid, kind: mail.kind, user: mail.userId, attempts: mail.attempts, ...why };
  if (refused !== 'later') {
    log.warn(facts, 'A mail has been refused for good.');
    await endMail(db, mail);
    if (refused === 'address') await countRefusal(db, mail.userId, mail.address);
    return 'refused';
  }
  const wait = waits[mail.attempts - 1];
  if (wait === undefined) {
    log.error(facts, 'A mail could not be sent, and is not tried again.');
    await endMail(db, mail);
    return 'given_up';
  }
  log.warn({ ...facts, again: wait / second }, 'A mail could not be sent; it is tried again.');
  await deferMail(db, mail, wait);
  return 'deferred';
}

/** A server's answer for the log: servers repeat recipients' addresses. */
function withoutAddresses(text: string): string {
  return text
    .slice(0, 300)
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '***' : word))
    .join(' ');
}
