/** Services before a cluster of databases: what they write, and whether it is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type mysql from 'mysql2/promise';
import type { Client, Reply } from '../../../../harness/client.ts';
import { until } from '../../../../harness/until.ts';

/** As fast as they can, writers and questions keep both processors from what the hosts have to agree on. */
const betweenWritesMs = 50;
export const calmly = { everyMs: 100 };

/** Repeats the request while the answer says to ask again: the connections of a busy machine change at any time. */
export async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
  }
}

export interface Writing {
  /** The names of what was answered. */
  readonly answered: readonly string[];
  /** Waits until each has had some more answered. */
  more(): Promise<void>;
  /** Ends it. @returns the statuses that there were */
  end(): Promise<number[]>;
}

/** They write zones until told to stop. Every answer that is not a 201 must be a 503. */
export function startWriting(prefix: string, clients: readonly Client[]): Writing {
  const answered: string[] = [];
  const statuses = new Set<number>();
  const writers = clients.map((client) => ({ client, tries: 0, count: 0, last: Date.now(), pause: 0 }));
  let over = false;
  const write = async (writer: (typeof writers)[number], serial: number) => {
    while (!over) {
      // What was not answered may have been written: each has a name of its own.
      writer.tries += 1;
      const name = `${prefix} ${serial} ${writer.tries}`;
      const { status } = await writer.client.post('/zones', { name });
      statuses.add(status);
      if (status === 201) {
        answered.push(name);
        writer.count += 1;
        writer.pause = Math.max(writer.pause, Date.now() - writer.last);
        writer.last = Date.now();
      }
      await sleep(betweenWritesMs);
    }
  };
  const writing = Promise.all(writers.map(write));
  return {
    answered,
    more: () => {
      const before = writers.map(({ count }) => count);
      const enough = () => writers.every(({ count }, index) => count > (before[index] ?? 0) + 5);
      return until('writes are answered by all', enough, calmly);
    },
    end: async () => {
      over = true;
      await writing;
      const seconds = writers.map(({ pause }) => (pause / 1000).toFixed(1));
      if (process.env.TELL_PAUSES)
        console.log(`      ${prefix}: ${seconds.join(', ')} seconds without a write`);
      const met = [...statuses].sort();
      expect(met).to.be.deep.oneOf([[201], [201, 503]]);
      return met;
    },
  };
}

/** Of all that was answered nothing is missing in the database of a connection. */
export async function expectKept(connection: mysql.Connection, answered: readonly string[]): Promise<void> {
  const [rows] = await connection.query<mysql.RowDataPacket[]>('SELECT name FROM zones');
  const names = new Set(rows.map(({ name }) => name));
  expect(answered.filter((name) => !names.has(name))).to.deep.equal([]);
}
