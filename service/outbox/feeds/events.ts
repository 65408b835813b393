/** The rows that stand in a calendar, by what their definitions say of it (`feed`). */
import { and, type Condition, eq, never, or } from '../../../engine/condition.ts';
import { conditionSql } from '../../../engine/database/sql.ts';
import { isReference, isReferences } from '../../../engine/kinds/kind.ts';
import { base } from '../../../engine/model/expression.ts';
import type { Model } from '../../../engine/model/model.ts';
import type { Projection } from '../../../engine/model/projection.ts';
import {
  embedName,
  fieldOf,
  type Registry,
  type Resource,
  resourceAt,
} from '../../../engine/model/resource.ts';
import { compileWhere } from '../../../engine/model/where.ts';
import type { AnswerRow, ReadContext } from '../../../engine/read/context.ts';
import { readRows } from '../../../engine/read/rows.ts';
import { versionKey, withVersions } from '../../../engine/read/statements.ts';
import { planOrder, planRows } from '../../../engine/request/plan.ts';
import { showInstant, storeInstant } from '../../../engine/values.ts';
import type { CalendarEvent } from './calendar.ts';

/** So far back and ahead, in days. What is called off stays for as long as it lies back. */
const [daysBack, daysAhead] = [30, 400];
/** Most rows of a calendar: the nearest. */
const mostEvents = 2000;
const usualMinutes = 60;
const day = 86_400_000;

/** What is wanted of a calendar. */
interface Asked {
  readonly resources: readonly Resource[];
  /** The person whose own work is wanted alone; null for everybody's. */
  readonly mine: number | null;
  /** Host in the names of entries, `plant.example`. */
  readonly host: string;
  /** In front of a resource's path on the page for people; null where there is none. */
  readonly pages: string | null;
}

interface Entry {
  readonly resource: Resource;
  readonly row: AnswerRow;
  readonly at: number;
}

/** What the reader may list now, by when it begins. */
export async function readEvents(model: Model, reading: ReadContext, asked: Asked): Promise<CalendarEvent[]> {
  const found: Entry[] = [];
  for (const resource of asked.resources) found.push(...(await readEntries(model, reading, resource, asked)));
  const now = Date.parse(showInstant(reading.storedNow));
  const away = ({ at }: Entry) => Math.abs(at - now);
  return found
    .sort((one, other) => away(one) - away(other))
    .slice(0, mostEvents)
    .sort((one, other) => one.at - other.at || Number(one.row.id) - Number(other.row.id))
    .map((entry) => eventOf(entry, asked));
}

async function readEntries(
  model: Model,
  reading: ReadContext,
  resource: Resource,
  { mine }: Asked,
): Promise<Entry[]> {
  const { feed } = resource.definition;
  const { viewer, storedNow } = reading;
  if (!feed || viewer.permitted('viewAny', resource) === 'none') return [];
  const now = Date.parse(showInstant(storedNow));
  const moment = (days: number) => storeInstant(new Date(now + days * day).toISOString());
  const compile = (where = {}) => compileWhere(where, (name) => fieldOf(resource, name).facts, storedNow);
  const gone: Condition[] = feed.canceled ? [{ op: 'not', of: compile(feed.canceled) }] : [];
  const shown = and(
    planRows(resource, { filters: [], words: [] }, viewer, storedNow),
    compile(feed.where),
    ...(mine === null || !feed.own ? [] : [ownCondition(model.registry, resource, feed.own, mine)]),
    ...gone.map((there) => or(there, { op: 'gte', column: 'updated_at', value: moment(-daysBack) })),
  );
  const projection = shownOf(model, resource);
  const entries: Entry[] = [];
  const fields = [feed.from].flat();
  for (const [place, column] of fields.entries()) {
    const first = and(
      shown,
      ...fields.slice(0, place).map((before): Condition => ({ op: 'null', column: before })),
    );
    for (const ahead of [true, false]) {
      const within: Condition = ahead
        ? and({ op: 'gte', column, value: storedNow }, { op: 'lte', column, value: moment(daysAhead) })
        : and({ op: 'lt', column, value: storedNow }, { op: 'gte', column, value: moment(-daysBack) });
      const order = planOrder(resource, [{ field: column, descending: !ahead }]);
      const plan = { table: resource.table, where: and(first, within), order, limit: mostEvents, offset: 0 };
      const rows = await readRows(reading, plan, projection);
      entries.push(...rows.map((row) => ({ resource, row, at: Date.parse(String(row[column])) })));
    }
  }
  return feed.next === undefined ? entries : nextOfEach(entries, feed.next);
}

/** Of the entries that refer to the same row the first. */
function nextOfEach(entries: readonly Entry[], reference: string): Entry[] {
  const next = new Map<unknown, Entry>();
  for (const entry of [...entries].sort((one, other) => one.at - other.at)) {
    const of = entry.row[reference];
    if (!next.has(of)) next.set(of, entry);
  }
  return [...next.values()];
}

/** Rows that are somebody's own: by a field of theirs, or of a row that they refer to. */
function ownCondition(registry: Registry, resource: Resource, path: string, userId: number): Condition {
  const [first = '', second] = path.split('.');
  const { facts } = fieldOf(resource, first);
  if (second !== undefined && isReference(facts)) {
    const target = resourceAt(registry, facts.to);
    const where = ownCondition(registry, target, second, userId);
    return { op: 'exists', table: target.table, foreign: 'id', column: first, where };
  }
  if (isReference(facts)) return eq(first, userId);
  if (!isReferences(facts)) return never;
  const { table, own, column } = facts;
  return { op: 'exists', table, foreign: own, column: 'id', where: eq(column, userId) };
}

/** Where a row says that it is called off; no field has such a name. */
const canceledKey = '#canceled';

/** What is read of a row: what its entry shows, its version, and whether it is called off. */
function shownOf(model: Model, resource: Resource): Projection {
  const { feed } = resource.definition;
  const names = [resource.display, 'updated_at', ...[feed?.from ?? []].flat(), feed?.minutes, feed?.next];
  const place = feed?.place && embedName(fieldOf(resource, feed.place));
  const keys = resource.keys.filter((key) => key === 'id' || key === place || names.includes(key));
  const versioned = withVersions(model.projectionOf(resource, keys));
  const at = versioned.selected.length;
  return {
    ...versioned,
    selected: [
      ...versioned.selected,
      (storedNow) => {
        const where = compileWhere(feed?.canceled ?? {}, (name) => fieldOf(resource, name).facts, storedNow);
        const { text, bindings } = conditionSql(feed?.canceled ? where : never, base);
        return { text: `case when ${text} then 1 else 0 end`, bindings };
      },
    ],
    readers: [...versioned.readers, { key: canceledKey, read: (row) => Number(row[at]) === 1 }],
    keys: [...versioned.keys, canceledKey],
  };
}

function eventOf({ resource, row, at }: Entry, { host, pages }: Asked): CalendarEvent {
  const { name, path, display, definition } = resource;
  const { minutes, place, tentative } = definition.feed ?? {};
  const where = place === undefined ? [] : namesIn(row[embedName(fieldOf(resource, place)) ?? '']);
  return {
    uid: `${name}-${row.id}@${host}`,
    sequence: Number(row[versionKey]) - 1,
    changedAt: String(row.updated_at),
    from: new Date(at).toISOString(),
    minutes: Number((minutes && row[minutes]) ?? usualMinutes),
    summary: String(row[display]),
    location: where.length > 0 ? where.join(', ') : null,
    url: pages === null ? null : `${pages}/${path}/${row.id}`,
    status: row[canceledKey] ? 'CANCELLED' : tentative ? 'TENTATIVE' : 'CONFIRMED',
  };
}

/** What a row is called, and those that stand in it. */
function namesIn(row: unknown): string[] {
  if (typeof row === 'string') return [row];
  return typeof row === 'object' && row !== null ? Object.values(row).flatMap(namesIn) : [];
}
