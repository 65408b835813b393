/** Services before a database of several hosts: what they write, where to, and how old what they read is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type mysql from 'mysql2/promise';
import type { Client, Reply } from '../../../../harness/client.ts';
import type { ServiceProcess } from '../../../../harness/process.ts';
import { until } from '../../../../harness/until.ts';

/** As fast as they can, writers and questions keep both processors from what the hosts have to agree on. */
const betweenWritesMs = 50;
export const calmly = { everyMs: 100 };

async function figures(service: ServiceProcess): Promise<string> {
  return (await fetch(`${service.url}/metrics`)).text();
}

/** The port that a service writes to, by what it says; null while it knows of none. */
export async function writtenAt(service: ServiceProcess): Promise<number | null> {
  const port = /database_host_written\{host="127\.0\.0\.1:(\d+)"\} 1/.exec(await figures(service))?.[1];
  return port === undefined ? null : Number(port);
}

/** Waits until so many of the hosts for reading are read from by each. */
export function untilRead(services: readonly ServiceProcess[], count: number): Promise<void> {
  const read = async (service: ServiceProcess) =>
    [...(await figures(service)).matchAll(/database_host_read\{host="[^"]*"\} 1/g)].length;
  const all = async () => (await Promise.all(services.map(read))).every((one) => one === count);
  return until(`${count} hosts are read from`, all, calmly);
}

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

/** What one service has answered another one shows at once: a row made, changed, deleted, each of them many times. */
export async function expectNothingOld(writer: Client, reader: Client): Promise<void> {
  const stale: string[] = [];
  for (let round = 1; round <= 40; round += 1) {
    const { id } = (await writer.post('/zones', { name: `Round ${round}` })).body.data;
    const found = await reader.get(`/zones/${id}`);
    const listed = await reader.get(`/zones?search=${encodeURIComponent(`Round ${round}`)}&per_page=100`);
    await writer.patch(`/zones/${id}`, { name: `Renamed ${round}` });
    const named = await reader.get(`/zones/${id}`);
    await writer.delete(`/zones/${id}`);
    const gone = await reader.get(`/zones/${id}`);
    const seen = [
      found.status,
      listed.body.data.some((row: { id: number }) => row.id === id),
      named.body.data.name,
      gone.status,
    ];
    if (seen.join() !== `200,true,Renamed ${round},404`) stale.push(seen.join());
  }
  expect(stale).to.deep.equal([]);
}
