/** Sends due mails. Each is retried by a schedule until it is accepted or refused. */
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { transact } from '../../../engine/database/transaction.ts';
import type { MailSettings } from '../../config/mail.ts';
import { createSending, type Ended, isInTime, mostTaken, stillHeld } from '../sending.ts';
import { writeMessage } from './folder.ts';
import { type Address, composeMessage, type Letter } from './letter.ts';
import { claimMails, endMail, type HeldMail, isMailDue, leaseMs, returnMail } from './queue.ts';
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

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** The delay after each failed attempt. */
const waits = [
  ...[5 * second, 30 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 6 * hour, 12 * hour, 24 * hour],
];

/** How an attempt has ended, with the time until the next one. */
interface Outcome {
  readonly told: MailResult;
  readonly waitMs?: number;
  /** Whether the address was refused. */
  readonly isWrong?: boolean;
}

/** The mail server, or the folder: there is one. */
const server = { id: 0, siteId: 0 };

/** @returns tries due mails */
export function createMailSending(parts: SenderParts): (signal: AbortSignal) => Promise<number> {
  const { db, appKeys, log } = parts;
  return createSending<HeldMail, Outcome>({
    leaseMs,
    findDue: async () => ((await isMailDue(db)) ? [server] : []),
    claim: (_, claim, inHand) => transact(db, (trx) => claimMails(trx, appKeys, claim, mostTaken - inHand)),
    attempt: async (mail, signal) => {
      const outcome = await send(parts, mail, signal).catch((error: unknown) => judge(log, mail, error));
      if (outcome) parts.report(outcome.told);
      return outcome;
    },
    hasFailed: () => false,
    note: (_, ended) => transact(db, (trx) => note(parts, trx, ended)),
    report: (err) => log.error({ err }, 'What became of mails could not be noted; they are tried again.'),
  });
}

async function note(
  { sent }: SenderParts,
  trx: Knex,
  ended: readonly Ended<HeldMail, Outcome>[],
): Promise<void> {
  // People first, like everybody who locks both.
  const people = ended.filter(({ result }) => result).map(({ job }) => job.userId);
  await trx('users').whereIn('id', people).orderBy('id').forUpdate().select('id');
  for (const { job: mail, result } of await stillHeld(trx, 'mails', ended)) {
    if (result === null || result.told === 'deferred') {
      await returnMail(trx, mail, result?.waitMs ?? null);
      continue;
    }
    if (result.told === 'sent') await sent(trx, mail);
    await endMail(trx, mail);
    if (result.told === 'sent') await forgetRefusals(trx, mail.userId, mail.address);
    if (result.isWrong) await countRefusal(trx, mail.userId, mail.address);
  }
}

/** @throws NotTaken, or an error of making or writing it */
async function send(parts: SenderParts, mail: HeldMail, signal: AbortSignal): Promise<Outcome | null> {
  const { smtp, from, folder } = parts.settings;
  const addressed = await parts.compose(mail);
  if (!addressed) return { told: 'dropped' };
  const { to, letter } = addressed;
  const { uid, madeAt: date } = mail;
  const messageId = `<${uid}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`;
  const message = await composeMessage(letter, { from, to, messageId, date });
  if (!isInTime(mail, leaseMs)) return null;
  if (smtp === null) await writeMessage(folder, { uid, date, message });
  else await handOver(smtp, { from: from.address, to: to.address, message }, { signal });
  return { told: 'sent' };
}

/** Decides what happens to a mail that was not accepted. */
function judge(log: Logger, mail: HeldMail, error: unknown): Outcome {
  const refused = error instanceof NotTaken ? error.refused : 'later';
  const why = error instanceof NotTaken ? { why: withoutAddresses(error.message) } : { err: error };
  const facts = { mail: mail.uid, kind: mail.kind, user: mail.userId, attempts: mail.attempts, ...why };
  if (refused !== 'later') {
    log.warn(facts, 'A mail has been refused for good.');
    return { told: 'refused', isWrong: refused === 'address' };
  }
  const waitMs = waits[mail.attempts - 1];
  if (waitMs === undefined) {
    log.error(facts, 'A mail could not be sent, and is not tried again.');
    return { told: 'given_up' };
  }
  log.warn({ ...facts, again: waitMs / second }, 'A mail could not be sent; it is tried again.');
  return { told: 'deferred', waitMs };
}

/** A server's answer for the log: servers repeat recipients' addresses. */
function withoutAddresses(text: string): string {
  return text
    .slice(0, 300)
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '***' : word))
    .join(' ');
}
