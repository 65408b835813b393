/** Waiting mails in a database, with the tokens of their links. */
import type { Knex } from 'knex';
import { openSecret } from '../../auth/index.ts';
import { testAppKey } from './database.ts';
import { until } from './until.ts';

export interface WaitingMail {
  readonly kind: string;
  readonly to: string | null;
  /** The token of its link; empty for none. */
  readonly token: string;
}

/** The waiting mails, in the order in which they were queued. */
export async function waitingMails(db: Knex): Promise<WaitingMail[]> {
  const rows: { uid: string; kind: string; address: string | null; sealed: string | null }[] =
    await db('mails').orderBy('id');
  const keys = [Buffer.from(testAppKey, 'base64')];
  return rows.map(({ uid, kind, address, sealed }) => ({
    ...{ kind, to: address },
    token: sealed === null ? '' : (openSecret(keys, sealed, `mail ${uid}`) ?? ''),
  }));
}

/** The token of the newest mail of a kind, once there is this number of them. */
export async function tokenOf(db: Knex, kind: string, count = 1): Promise<string> {
  const found = async () => (await waitingMails(db)).filter((mail) => mail.kind === kind);
  await until(`${count} mails of the kind ${kind} wait`, async () => (await found()).length === count);
  return (await found()).at(-1)?.token ?? '';
}
