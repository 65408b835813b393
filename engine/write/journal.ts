/** The journal of changes: one entry for each row that a write changes, in the transaction of the write. */
import type { Knex } from 'knex';
import { insert } from '../database/query.ts';
import { hungFields } from '../definition/hung.ts';
import { follows } from '../memoize.ts';
import { type FieldModel, hasColumn, isList, type Resource, resourceAt } from '../model/resource.ts';
import { holderOf } from '../model/scope.ts';
import type { Actor } from '../policy.ts';
import { takeShortTurns } from '../signal.ts';
import { isSame, storedNow } from '../values.ts';
import type { ChangesetRow } from './changeset.ts';
import { type Changes, type JournalEntry, rowKey, tellChanged, type WriteContext } from './context.ts';

/** The changes of an entry, as a driver returns them. */
export function changesIn(stored: unknown): Changes {
  if (stored === null || stored === undefined) return {};
  return typeof stored === 'string' ? JSON.parse(stored) : Object.assign({}, stored);
}

/** Replaces, in an entry, a value that no user may read there. */
export const secret = '***';

/** The maximum number of entries in one statement. */
const journalBatch = 50;

/**
 * Writes entries to the journal's table, each with a mark that it must still be delivered.
 *
 * @param silent without that mark
 */
export async function writeEntries(
  db: Knex,
  table: string,
  entries: readonly JournalEntry[],
  silent = false,
): Promise<void> {
  for (let at = 0; at < entries.length; at += journalBatch) {
    if (at > 0) await takeShortTurns();
    const columns = entries.slice(at, at + journalBatch).map((entry) => entryColumns(entry, silent));
    await insert(db, table, columns);
  }
}

function entryColumns(entry: JournalEntry, silent: boolean) {
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
    pending: silent || entry.recordId === null ? null : 1,
  };
}

/** The fields whose values differ between two states of a row. The first is null for a create, the second for a delete. */
function changesBetween(
  resource: Resource,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Changes {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name of recordedIn(resource).plain) {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    if (!isSame(was, is)) changes[name] = [was, is];
  }
  return changes;
}

const unjournaled = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at']);

/**
 * The fields of a resource that the journal records: those with their values, and those of which it only records that they were
 * set.
 */
const recordedIn = follows(({ fields }: Resource) => ({
  plain: [...fields.values()].filter(isRecorded).map(({ name }) => name),
  secret: [...fields.values()].filter(({ facts }) => facts.writeOnly).map(({ name }) => name),
}));

/** Whether the journal records changes of a field. */
export function isRecorded(field: FieldModel): boolean {
  const { facts, name } = field;
  if (unjournaled.has(name) || facts.writeOnly || facts.internal || facts.personal || facts.maintained)
    return false;
  return hasColumn(field) || isList(field);
}

/** Whether forms can change a field. Users with an open form must then learn of the change. */
export function isEdited(field: FieldModel): boolean {
  return !field.facts.readOnly && isRecorded(field);
}

/** Changes of personal rows are not recorded: they are private. */
const isPrivate = ({ scope }: Resource): boolean => scope === 'own';

/** The site of an entry: that of the row, else the current site of the user. */
function entrySite(actor: Actor, row: Readonly<Record<string, unknown>>): number | null {
  const { site_id: siteId } = row;
  return typeof siteId === 'number' ? siteId : (actor.site?.id ?? null);
}

/** A row before and after a write. The first is null for a create, the second for a delete. */
interface Written {
  readonly resource: Resource;
  readonly previous: Readonly<ChangesetRow> | null;
  readonly row: Readonly<ChangesetRow> | null;
}

/** The actions that change a row in place: what several parts of a write change of one row is one entry. */
const changingInPlace: readonly string[] = ['create', 'update', 'transition'];

function note({ noted }: WriteContext, resource: Resource, entry: JournalEntry): void {
  const key = rowKey(resource, entry.recordId ?? 0);
  const open = changingInPlace.includes(entry.action) ? noted.open.get(key) : undefined;
  if (open) {
    Object.assign(open, {
      action: open.action === 'update' ? entry.action : open.action,
      changes: joinChanges(open.changes, entry.changes),
    });
    return;
  }
  const own = { ...entry };
  noted.entries.push(own);
  if (changingInPlace.includes(entry.action)) noted.open.set(key, own);
  else if (entry.action === 'delete') noted.open.delete(key);
}

/** The changes of both, one after the other, without what is as it was. */
function joinChanges(first: Changes, then: Changes): Changes {
  const both: Record<string, readonly [unknown, unknown]> = { ...first };
  for (const [name, [was, is]] of Object.entries(then)) {
    const before = first[name] ? first[name][0] : was;
    if (before !== secret && isSame(before, is)) delete both[name];
    else both[name] = [before, is];
  }
  return both;
}

/** Stores the entries of a write that is over. */
export async function storeNoted({ parts, db, noted, silent }: WriteContext): Promise<void> {
  if (parts.journalTable === null) return;
  for (const { siteId } of noted.entries) parts.counters.wrote(parts.journalTable, siteId);
  await writeEntries(db, parts.journalTable, noted.entries, silent);
}

/** Records what a write has done to its rows. */
export async function recordAll(
  writing: WriteContext,
  action: string,
  written: readonly Written[],
): Promise<void> {
  const { parts, actor, now, requestId } = writing;
  const told = written.filter(({ resource }) => !isPrivate(resource));
  for (const [at, one] of told.entries()) {
    if (at > 0) await takeShortTurns();
    const { resource, previous: before, row: after } = one;
    const row = after ?? before ?? {};
    const siteId = entrySite(actor, row);
    parts.counters.wrote(resource.table, siteId);
    const holder = holderOf(resource, row);
    if (holder) {
      note(writing, holder, { ...entryAtRow(holder, one), siteId, userId: actor.id, requestId, now });
      continue;
    }
    const secrets = recordedIn(resource).secret.filter((name) => after?.[name] !== undefined);
    const changes = Object.assign(
      changesBetween(resource, before, after),
      Object.fromEntries(secrets.map((name) => [name, [secret, secret] as const])),
    );
    const [name, recordId, userId] = [resource.name, Number(row.id), actor.id];
    note(writing, resource, { resource: name, recordId, siteId, action, changes, userId, requestId, now });
  }
  const changed = told.flatMap(({ resource, previous, row }) =>
    row ? [{ resource, before: previous, after: row }] : [],
  );
  await tellChanged(writing, changed);
}

/** An attached row is recorded in the entry of the row that it is attached to, by its name before and after. */
function entryAtRow(holder: Resource, { resource, previous, row }: Written) {
  const { path, display } = resource;
  const [before, after] = [previous?.[display] ?? null, row?.[display] ?? null];
  const action = previous === null ? 'attach' : row === null ? 'detach' : 'amend';
  const recordId = Number((row ?? previous)?.[hungFields.record]);
  return { resource: holder.name, recordId, action, changes: { [path]: [before, after] as const } };
}

/** A hook's change of a row that is not its own. */
export interface OtherChange {
  /** Last part of the URL of the row's resource. */
  readonly path: string;
  readonly id: number;
  /** The site whose journal contains it. */
  readonly site_id: number | null;
  /** Field → its value before and after, in the form of an answer. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Records hooks' changes of other rows: as updates, by the same person, in the same request. */
export function recordOthers(writing: WriteContext, others: readonly OtherChange[]): void {
  const { parts, actor, now, requestId } = writing;
  for (const { path, id, site_id: siteId, changes } of others) {
    const resource = resourceAt(parts.registry, path);
    if (isPrivate(resource)) continue;
    const made = { action: 'update', userId: actor.id, requestId, now };
    note(writing, resource, { resource: resource.name, recordId: id, siteId, changes, ...made });
  }
}
