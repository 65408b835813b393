/** The rows in a calendar, by the `feed` of their definitions. */
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

/** The range of a calendar in days. Cancelled rows remain as long as past ones. */
const [daysBack, daysAhead] = [30, 400];
/** The maximum number of rows of a calendar: the nearest. */
const mostEvents = 2000;
const usualMinutes = 60;
const day = 86_400_000;

/** The selection of a calendar. */
interface Asked {
  readonly resources: readonly Resource[];
  /** The person whose own rows are selected; null for all rows. */
  readonly mine: number | null;
  /** Host in the ids of entries, `plant.example`. */
  readonly host: string;
  /** The prefix of a resource's path in the console; null without a console. */
  readonly pages: string | null;
}

interface Entry {
  readonly resource: Resource;
  readonly row: AnswerRow;
  readonly at: number;
}

/** The rows that the reader may list now, by start. */
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

/** The first entry for each referenced row. */
function nextOfEach(entries: readonly Entry[], reference: string): Entry[] {
  const next = new Map<unknown, Entry>();
  for (const entry of [...entries].sort((one, other) => one.at - other.at)) {
    const of = entry.row[reference];
    if (!next.has(of)) next.set(of, entry);
  }
  return [...next.values()];
}

/** Personal rows: by a field of the row, or of a referenced row. */
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

/** The key for cancelled rows; no field has such a name. */
const canceledKey = '#canceled';

/** The columns of a row: those that its entry shows, its version, and whether it is cancelled. */
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

/** The name of a row, and those of the rows embedded in it. */
function namesIn(row: unknown): string[] {
  if (typeof row === 'string') return [row];
  return typeof row === 'object' && row !== null ? Object.values(row).flatMap(namesIn) : [];
}
