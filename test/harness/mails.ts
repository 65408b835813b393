/** Mails that wait in a database, with what their links hold. */
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

/** The mails that wait, the first that was queued first. */
export async function waitingMails(db: Knex): Promise<WaitingMail[]> {
  const rows: { uid: string; kind: string; address: string | null; sealed: string | null }[] =
    await db('mails').orderBy('id');
  const keys = [Buffer.from(testAppKey, 'base64')];
  return rows.map(({ uid, kind, address, sealed }) => ({
    ...{ kind, to: address },
    token: sealed === null ? '' : (openSecret(keys, sealed, `mail ${uid}`) ?? ''),
  }));
}

/** The token of the newest mail of a kind, once there are so many of them. */
export async function tokenOf(db: Knex, kind: string, count = 1): Promise<string> {
  const found = async () => (await waitingMails(db)).filter((mail) => mail.kind === kind);
  await until(`${count} mails of the kind ${kind} wait`, async () => (await found()).length === count);
  return (await found()).at(-1)?.token ?? '';
}
