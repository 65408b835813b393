/** Facts that a moment makes: each moment is processed once, after it has passed, by any number of nodes. */
import type { Knex } from 'knex';
import { and, type Condition, eq } from '../../condition.ts';
import { databaseNow } from '../../database/clock.ts';
import { faultOf } from '../../database/fault.ts';
import { dialectOf, insert, query, update } from '../../database/query.ts';
import { columnOf, conditionSql, quote } from '../../database/sql.ts';
import { transact } from '../../database/transaction.ts';
import type { Fields } from '../../definition/types.ts';
import { isPaired } from '../../kinds/kind.ts';
import { fieldOf, type Registry, type Resource } from '../../model/resource.ts';
import { liveCondition } from '../../model/scope.ts';
import { compileWhere } from '../../model/where.ts';
import { showInstant, storedNow } from '../../values.ts';
import type { Changes } from '../../write/context.ts';
import { changesIn } from '../../write/journal.ts';
import { factTable } from '../notices/facts.ts';
import { type Notice, parseBefore } from '../notices/notice.ts';
import type { Work } from './worker.ts';

const scanTable = 'moment_scans';
/** The number of rows per transaction. */
const rowsAtOnce = 500;
/** The interval of scans. */
const scanEveryMs = 15_000;
/** The minimum age of a moment: earlier writes have been committed by then. */
const lagMs = 3000;
/** A position after every row of a moment. */
const behindAll = 2 ** 32 - 1;

interface MomentsOptions {
  readonly db: Knex;
  readonly registry: Registry;
  readonly journalTable: string | null;
  /** Called when facts wait to be passed on. */
  found(): void;
}

/** The work that finds moments that have passed. */
export function createMoments({ db, registry, journalTable, found }: MomentsOptions): Work {
  const steps = momentSteps(registry);
  return {
    name: 'moments',
    run: async (signal) => {
      if (steps.length === 0) return scanEveryMs;
      const until = storedNow(new Date((await databaseNow(db)) - lagMs));
      let more = false;
      for (const step of steps) {
        if (signal.aborted) break;
        const { facts, isFull } = await transact(db, (trx) => scanStep(trx, step, until, journalTable));
        if (facts > 0) found();
        more ||= isFull;
      }
      return more ? 0 : scanEveryMs;
    },
  };
}

/** A row whose moment has passed. */
interface Passed {
  readonly id: number;
  readonly siteId: number | null;
  /** In stored form. */
  readonly moment: string;
  readonly createdAt: string;
}

/** Processes the moments since the last scan, in order. Other nodes wait for it, and then find nothing. */
async function scanStep(
  trx: Knex,
  step: MomentStep,
  until: string,
  journalTable: string | null,
): Promise<{ readonly isFull: boolean; readonly facts: number }> {
  const last = await lockScan(trx, step.name, until);
  if (last.until >= until) return { isFull: false, facts: 0 };
  const rows = await readPassed(trx, step, last, until);
  let facts = 0;
  for (const row of rows) facts += await noteFact(trx, step, row, journalTable);
  const isFull = rows.length === rowsAtOnce;
  const end = isFull ? rows.at(-1) : undefined;
  const [scanned_until, scanned_id] = end
    ? [shifted(end.moment, -step.beforeMs), end.id]
    : [until, behindAll];
  await update(trx, scanTable, { scanned_until, scanned_id }, eq('name', step.name));
  return { isFull, facts };
}

interface Cursor {
  readonly until: string;
  readonly id: number;
}

/** The scan position of a step, locked. Moments before the first scan send no notice. */
async function lockScan(trx: Knex, name: string, until: string): Promise<Cursor> {
  const read = async (): Promise<Cursor | null> => {
    const [row] = await query(trx, {
      text: `select ${quote('scanned_until')}, ${quote('scanned_id')} from ${quote(scanTable)} where ${quote('name')} = ?${dialectOf(trx).lock('update')}`,
      bindings: [name],
    });
    return row ? { until: String(row.scanned_until), id: Number(row.scanned_id) } : null;
  };
  const known = await read();
  if (known) return known;
  try {
    await insert(trx, scanTable, [{ name, scanned_until: until, scanned_id: behindAll }]);
  } catch (error) {
    // Another node was faster.
    if (faultOf(error)?.kind !== 'duplicate') throw error;
  }
  return (await read()) ?? { until, id: behindAll };
}

async function readPassed(trx: Knex, step: MomentStep, last: Cursor, until: string): Promise<Passed[]> {
  const { resource, field, empty, notice } = step;
  const from = shifted(last.until, step.beforeMs);
  const where = and(
    { op: 'gte', column: field, value: from },
    { op: 'lte', column: field, value: shifted(until, step.beforeMs) },
    { op: 'not', of: and(eq(field, from), { op: 'lte', column: 'id', value: last.id }) },
    ...empty.map((column): Condition => ({ op: 'null', column })),
    liveCondition(resource),
    compileWhere(notice.while ?? {}, (name) => fieldOf(resource, name).facts, until),
  );
  const { text, bindings } = conditionSql(where, 'r');
  const columns = ['id', 'created_at', field, ...(resource.scope === 'site' ? ['site_id'] : [])];
  const rows = await query(trx, {
    text:
      `select ${columns.map((name) => columnOf('r', name)).join(', ')} from ${quote(resource.table)} ${quote('r')} ` +
      `where ${text} order by ${columnOf('r', field)}, ${columnOf('r', 'id')} limit ${rowsAtOnce}`,
    bindings,
  });
  return rows.map((row) => ({
    id: Number(row.id),
    siteId: typeof row.site_id === 'number' ? row.site_id : null,
    moment: String(row[field]),
    createdAt: String(row.created_at),
  }));
}

/** Records the fact of a row, unless the moment was already in the past when it was set. @returns the number of facts */
async function noteFact(
  trx: Knex,
  step: MomentStep,
  row: Passed,
  journalTable: string | null,
): Promise<number> {
  const { resource, kind, before, field, empty } = step;
  const told = shifted(row.moment, -step.beforeMs);
  if (row.createdAt >= told) return 0;
  const since = journalTable === null ? [] : await changesSince(trx, journalTable, step, row.id, told);
  if (since.some((changes) => [field, ...empty].some((name) => changes[name]))) return 0;
  const people = await peopleThen(trx, step, row.id, since);
  const fact = {
    ...{ resource: resource.name, record_id: row.id, kind },
    edge: [showInstant(row.moment), before].filter(Boolean).join('/'),
    ...{ site_id: row.siteId, user_id: null, people: people && JSON.stringify(people) },
    ...{ changes: null, request_id: null, created_at: told, pending: 1 },
  };
  try {
    await insert(trx, factTable, [fact]);
    return 1;
  } catch (error) {
    // The same moment again.
    if (faultOf(error)?.kind !== 'duplicate') throw error;
    return 0;
  }
}

/** The changes of a row since a moment, from its journal. */
async function changesSince(
  trx: Knex,
  journalTable: string,
  { resource }: MomentStep,
  id: number,
  moment: string,
): Promise<Changes[]> {
  const rows = await query(trx, {
    text:
      `select ${quote('changes')} from ${quote(journalTable)} where ${quote('resource')} = ? and ${quote('record_id')} = ? ` +
      `and ${quote('created_at')} >= ?`,
    bindings: [resource.name, id, moment],
  });
  return rows.map(({ changes }) => changesIn(changes));
}

/** The people in the field at that time, if others have been added since; null if it has not changed. */
async function peopleThen(
  trx: Knex,
  { resource, notice }: MomentStep,
  id: number,
  since: readonly Changes[],
): Promise<number[] | null> {
  const field = [notice.to].flat().find((to) => typeof to === 'string');
  if (field === undefined) return null;
  const personIds = (value: unknown): number[] => [value ?? []].flat().map(Number);
  const late = since.flatMap((changes) => {
    const [before, after] = changes[field] ?? [];
    return personIds(after).filter((one) => !personIds(before).includes(one));
  });
  if (late.length === 0) return null;
  const { facts } = fieldOf(resource, field);
  const rows = isPaired(facts)
    ? await query(trx, {
        text: `select ${quote(facts.column)} as person from ${quote(facts.table)} where ${quote(facts.own)} = ?`,
        bindings: [id],
      })
    : await query(trx, {
        text: `select ${quote(field)} as person from ${quote(resource.table)} where ${quote('id')} = ?`,
        bindings: [id],
      });
  return rows.map(({ person }) => Number(person)).filter((person) => !late.includes(person));
}

/** A stored moment, shifted by milliseconds. */
function shifted(stored: string, ms: number): string {
  return ms === 0 ? stored : storedNow(new Date(Date.parse(showInstant(stored)) + ms));
}

type MomentNotice = Extract<Notice<Fields>, { readonly at: unknown }>;

/** One step of a notice, for one of the fields that can have its moment. */
interface MomentStep {
  /** The name under which its scan position is stored. */
  readonly name: string;
  readonly resource: Resource;
  readonly kind: string;
  readonly notice: MomentNotice;
  /** The part of the edge after the moment: `7 days`, or nothing. */
  readonly before: string;
  readonly beforeMs: number;
  readonly field: string;
  /** The fields before it, which must be empty. */
  readonly empty: readonly string[];
}

/** Every step of every notice with a moment. */
function momentSteps(registry: Registry): MomentStep[] {
  return [...registry.values()].flatMap((resource) =>
    Object.entries(resource.definition.notices ?? {}).flatMap(([kind, notice]) => {
      if (!('at' in notice)) return [];
      const fields = [notice.at].flat();
      return (notice.before ?? ['']).flatMap((before) =>
        fields.map((field, at): MomentStep => {
          const name = [`${resource.name}.${kind}`, field, before].filter(Boolean).join('/');
          const beforeMs = parseBefore(before) ?? 0;
          return { name, resource, kind, notice, before, beforeMs, field, empty: fields.slice(0, at) };
        }),
      );
    }),
  );
}
