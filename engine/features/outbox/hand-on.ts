/**
 * Passes events to listeners. A write notes its events in its own transaction; another one passes them on and deletes the note.
 * There is no cursor over ids, because a lower id may be committed later.
 */
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Condition } from '../../condition.ts';
import { databaseNow } from '../../database/clock.ts';
import { type DatabaseRow, dialectOf, query, run, update } from '../../database/query.ts';
import { columnOf, conditionSql, quote } from '../../database/sql.ts';
import { transact } from '../../database/transaction.ts';
import { pauseAfter } from '../../signal.ts';
import { showInstant } from '../../values.ts';
import { changesIn } from '../../write/journal.ts';
import { factTable } from '../notices/facts.ts';
import type { Listener, OutboxEvent } from './feature.ts';
import type { Work } from './worker.ts';

/** The number of events that are looked up at a time. */
const eventsAtOnce = 500;
/** The number of events per transaction: on SQLite, other writers wait for each of these. */
const eventsOfTurn = 50;
/** The interval of checks for events of other nodes. */
const handOnEveryMs = 2000;
/** After events were passed on, new ones are collected for this time: a transaction per event would cost more than its write. */
const gatherMs = 200;

interface HandOnOptions {
  readonly db: Knex;
  /** Table of the journal; null if there is none. */
  readonly journalTable: string | null;
  readonly listeners: readonly Listener[];
  /** Called when something waits for a work. */
  handedOn(work: string): void;
}

/** The work that passes pending events on. */
export function createHandOn({ db, journalTable, listeners, handedOn }: HandOnOptions): Work {
  const sources: Source[] = [
    ...(journalTable === null ? [] : [{ table: journalTable, columns: journalColumns, eventOf: entryEvent }]),
    { table: factTable, columns: factColumns, eventOf: factEvent },
  ];
  return {
    name: 'events',
    gatherMs,
    run: async (signal) => {
      let more = false;
      for (const source of sources) {
        const ids = await findPending(db, source.table);
        if (ids.length === 0) continue;
        for (let at = 0; at < ids.length && !signal.aborted; at += eventsOfTurn) {
          const began = performance.now();
          const of = ids.slice(at, at + eventsOfTurn);
          for (const work of await transact(db, (trx) => handOn(trx, source, of, listeners))) handedOn(work);
          if (ids.length > eventsOfTurn) await pauseAfter(performance.now() - began, signal);
        }
        more ||= ids.length === eventsAtOnce;
      }
      return more ? 0 : handOnEveryMs;
    },
  };
}

/** The number of pending events, and the age of the oldest in seconds. */
export async function pendingEvents(
  db: Knex,
  journalTable: string | null,
): Promise<{ readonly count: number; readonly seconds: number }> {
  const tables = [...(journalTable === null ? [] : [journalTable]), factTable];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await query(db, {
        text: `select count(*) as n, min(${quote('created_at')}) as oldest from ${quote(table)} where ${quote('pending')} = 1`,
        bindings: [],
      });
      return { n: Number(row?.n), oldest: row?.oldest ? Date.parse(showInstant(String(row.oldest))) : null };
    }),
  );
  const oldest = Math.min(...counts.map(({ oldest: one }) => one ?? Number.POSITIVE_INFINITY));
  const seconds = Number.isFinite(oldest) ? Math.max(0, (await databaseNow(db)) - oldest) / 1000 : 0;
  return { count: counts.reduce((sum, { n }) => sum + n, 0), seconds };
}

/** How long a delivered fact is kept, in seconds: by then no scan of moments can find it again. */
const factLifetime = 30 * 24 * 3600;

/** Deletes facts that were delivered long ago. @returns how many */
export async function sweepFacts(db: Knex): Promise<number> {
  const old = `${quote('created_at')} < ${dialectOf(db).moment(-factLifetime)} and ${quote('pending')} is null`;
  return dialectOf(db).affectedRowsOf(
    await run(db, { text: `delete from ${quote(factTable)} where ${old}`, bindings: [] }),
  );
}

/** A table whose rows are events. */
interface Source {
  readonly table: string;
  readonly columns: readonly string[];
  eventOf(row: DatabaseRow): OutboxEvent;
}

const common = ['id', 'resource', 'record_id', 'site_id', 'user_id', 'changes', 'request_id', 'created_at'];
const journalColumns = [...common, 'name', 'action'];
const factColumns = [...common, 'kind', 'edge', 'people'];

/** Without a lock: it does not wait for uncommitted rows. */
async function findPending(db: Knex, table: string): Promise<number[]> {
  const rows = await query(db, {
    text: `select ${quote('id')} from ${quote(table)} where ${quote('pending')} = 1 order by ${quote('id')} limit ${eventsAtOnce}`,
    bindings: [],
  });
  return rows.map(({ id }) => Number(id));
}

/**
 * The lock waits for other nodes: events that they have passed on meanwhile are then no longer pending.
 * @returns the works that something waits for
 */
async function handOn(
  trx: Knex,
  { table, columns, eventOf }: Source,
  ids: readonly number[],
  listeners: readonly Listener[],
): Promise<string[]> {
  const pending: Condition = {
    op: 'and',
    of: [
      { op: 'in', column: 'id', values: ids },
      { op: 'eq', column: 'pending', value: 1 },
    ],
  };
  const { text, bindings } = conditionSql(pending, table);
  const rows = await query(trx, {
    text:
      `select ${columns.map((name) => columnOf(table, name)).join(', ')} from ${quote(table)} where ${text} ` +
      `order by ${columnOf(table, 'id')}${dialectOf(trx).lock('update')}`,
    bindings,
  });
  if (rows.length === 0) return [];
  const events = rows.flatMap((row) => (row.record_id === null ? [] : [eventOf(row)]));
  const works: string[] = [];
  for (const listen of events.length > 0 ? listeners : []) {
    const work = await listen(trx, events);
    if (work !== undefined) works.push(work);
  }
  const done = rows.map(({ id }) => Number(id));
  await update(trx, table, { pending: null }, { op: 'in', column: 'id', values: done });
  return works;
}

type EventBase = Omit<OutboxEvent, 'type' | 'action' | 'notice'>;

function baseOf(row: DatabaseRow): EventBase {
  return {
    id: `evt_${randomBytes(18).toString('base64url')}`,
    resource: String(row.resource),
    recordId: Number(row.record_id),
    siteId: row.site_id === null ? null : Number(row.site_id),
    actorId: row.user_id === null ? null : Number(row.user_id),
    changes: changesIn(row.changes),
    requestId: row.request_id === null ? null : String(row.request_id),
    createdAt: showInstant(String(row.created_at)),
  };
}

function entryEvent(row: DatabaseRow): OutboxEvent {
  return { ...baseOf(row), type: String(row.name), action: String(row.action), notice: null };
}

function factEvent(row: DatabaseRow): OutboxEvent {
  const name = String(row.kind);
  const people: number[] | null = row.people === null ? null : JSON.parse(String(row.people));
  const notice = { name, edge: String(row.edge), people };
  return { ...baseOf(row), type: `${row.resource}.${name}`, action: name, notice };
}
