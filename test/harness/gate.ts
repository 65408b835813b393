/** Holds a write at a certain point, so that a test can do something else meanwhile. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../engine/database/open.ts';
import { databaseKind } from './database.ts';
import { copyDefinitions } from './definitions-copy.ts';

/** The points at which a write to a zone can be held: before the transaction, and within it. */
export type Place = 'beforeTransaction' | 'beforeValidate';
const gate = Symbol.for('gate of zones');

let closed: Gate | null = null;

/** After each test: what a failed one holds would hold up all that follow. */
export const openGate = (): void => closed?.open();

/** Holds writes to zones at a point until they are released. */
export class Gate {
  readonly #place: Place;
  #arrived: () => void = () => {};
  #open: () => void = () => {};
  readonly arrived = new Promise<void>((resolve) => {
    this.#arrived = resolve;
  });
  readonly #opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });

  constructor(place: Place) {
    this.#place = place;
    Reflect.set(globalThis, gate, (at: Place) => this.#wait(at));
    closed = this;
  }

  open(): void {
    Reflect.deleteProperty(globalThis, gate);
    this.#open();
  }

  async #wait(at: Place): Promise<void> {
    if (at !== this.#place) return;
    this.#arrived();
    await this.#opened;
  }
}

const hooks = `hooks: {
    async beforeTransaction() {
      await Reflect.get(globalThis, Symbol.for('${gate.description}'))?.('beforeTransaction');
    },
    async beforeValidate() {
      await Reflect.get(globalThis, Symbol.for('${gate.description}'))?.('beforeValidate');
    },
  },
  rules: [`;

/** Definitions whose zones pass the gate. @returns their folder, to be removed */
export async function gatedDefinitions(): Promise<string> {
  const folder = await copyDefinitions();
  const file = join(folder, 'zones.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace('rules: [', hooks));
  return folder;
}

/** The number of waiting transactions: for a lock, or on SQLite for the connection. */
export async function countWaiting(knex: Database): Promise<number> {
  if (databaseKind !== 'mysql') return knex.client.pool.numPendingAcquires();
  // Not `innodb_trx`, which returns cached results for frequent queries.
  const [rows] = await knex.raw("show global status like 'Innodb_row_lock_current_waits'");
  return Number(rows[0].Value);
}

/** Limited by the timeout of the test. */
export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
