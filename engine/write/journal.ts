/** The journal of changes: one entry a write, in the write's own transaction. */
import type { Knex } from 'knex';
import { insert } from '../database/query.ts';
import { type FieldModel, hasColumn, isList, type Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import { storedNow } from '../values.ts';

export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** One entry, before it has an id. */
export interface JournalEntry {
  /** Name of the resource, e.g. `material`. */
  readonly resource: string;
  readonly recordId: number | null;
  /** create, update, delete, transition, login, … */
  readonly action: string;
  readonly siteId: number | null;
  readonly userId: number | null;
  readonly changes: Changes;
  readonly requestId: string | null;
  readonly now: Date;
}

/** What stands in an entry for a value that nobody may read there. */
export const secret = '***';

/** Most entries in one statement. */
const batch = 200;

/** Writes entries to the journal's table. */
export async function writeEntries(db: Knex, table: string, entries: readonly JournalEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += batch) {
    await insert(db, table, entries.slice(at, at + batch).map(columnsOf));
  }
}

function columnsOf(entry: JournalEntry) {
  const at = storedNow(entry.now);
  return {
    name: `${entry.resource}.${entry.action}`,
    resource: entry.resource,
    record_id: entry.recordId,
    action: entry.action,
    site_id: entry.siteId,
    user_id: entry.userId,
    created_by_id: entry.userId,
    changes: JSON.stringify(entry.changes),
    request_id: entry.requestId,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

/** The fields whose values differ between two states of a row; one of them is null at creation and at the end. */
export function changesBetween(
  resource: Resource,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Changes {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const field of resource.fields.values()) {
    if (!isRecorded(field)) continue;
    const old = before?.[field.name] ?? null;
    const young = after?.[field.name] ?? null;
    if (JSON.stringify(old) !== JSON.stringify(young)) changes[field.name] = [old, young];
  }
  return changes;
}

const kept = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at']);

/** Whether the journal tells of a field's changes. */
export function isRecorded(field: FieldModel): boolean {
  const { facts, name } = field;
  if (kept.has(name) || facts.writeOnly || facts.internal) return false;
  return hasColumn(field) || isList(field);
}

/** Site that an entry belongs to: that of the row, else the one where the actor works. */
export function entrySite(actor: Actor, row: Readonly<Record<string, unknown>>): number | null {
  const { site_id: siteId } = row;
  return typeof siteId === 'number' ? siteId : (actor.site?.id ?? null);
}
