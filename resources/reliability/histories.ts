/** The events of materials, read with a few statements for any number of materials. */
import {
  type Condition,
  conditionSql,
  queryMany,
  type ReportContext,
  showInstant,
  storeInstant,
} from '../../engine/index.ts';
import { midnightOf } from './hours.ts';
import type { Interval } from './intervals.ts';
import type { SitePeriods } from './sites.ts';
import type { History } from './sums.ts';

/** A material and its events. */
interface Recorded {
  readonly id: number;
  readonly site: SitePeriods;
  readonly history: History;
}

interface Asked extends Pick<ReportContext, 'db' | 'now'> {
  /** Which materials, as `materials`. */
  readonly where: Condition;
  readonly sites: ReadonlyMap<number, SitePeriods>;
}

/** The maximum number of parts in which events are read, and the number of materials per part. */
const mostParts = 6;
const fewest = 40;

/**
 * The histories of materials, as far as a window of their sites needs them.
 *
 * @param ids those of all the materials
 */
export async function* historiesOf(asked: Asked, ids: readonly number[]): AsyncGenerator<Recorded> {
  const ordered = ids.toSorted((a, b) => a - b);
  const size = Math.max(fewest, Math.ceil(ordered.length / mostParts));
  for (let at = 0; at < ordered.length; at += size) {
    const part = ordered.slice(at, at + size);
    yield* recordedIn(asked, [part[0] ?? 0, part.at(-1) ?? 0]);
  }
}

/** All events of the materials with these ids, in one statement. */
async function* recordedIn(
  { db, where, now, sites }: Asked,
  ids: readonly [number, number],
): AsyncGenerator<Recorded> {
  const materials = conditionSql(where, 'm');
  const those = `m.id between ? and ? and ${materials.text}`;
  const windows = [...sites.values()].map(({ periods }) => periods.window);
  const from = storedAt(Math.min(...windows.map((one) => one.from)));
  const until = storedAt(Math.max(...windows.map((one) => one.until)));
  const branches: readonly { readonly text: string; readonly bindings: readonly string[] }[] = [
    {
      text:
        "select m.id, m.site_id, 'life' as kind, m.created_at as started_at, m.decommissioned_at as ended_at, " +
        `m.in_service_date as since from materials m where ${those}`,
      bindings: [],
    },
    {
      text:
        'select m.id, m.site_id, d.kind, d.started_at, d.ended_at, null from downtimes d ' +
        `join materials m on m.id = d.material_id where ${those} ` +
        'and d.started_at < ? and (d.ended_at is null or d.ended_at >= ?)',
      bindings: [until, from],
    },
    {
      // The cause of a stop that overlaps the window: its length is not cut.
      text:
        'select m.id, m.site_id, d.kind, d.started_at, d.ended_at, null from downtimes d ' +
        `join materials m on m.id = d.material_id where ${those} and d.kind = 'unplanned' and d.ended_at < ? ` +
        'and d.material_id in (select x.material_id from downtimes x ' +
        "where x.kind = 'unplanned' and x.started_at < ? and x.ended_at >= ?)",
      bindings: [from, from, from],
    },
    {
      text:
        "select m.id, m.site_id, 'failure', i.started_at, i.resolved_at, null from incidents i " +
        `join materials m on m.id = i.material_id where ${those} and i.is_failure = 1 ` +
        'and i.started_at < ? and (i.resolved_at is null or i.resolved_at >= ?)',
      bindings: [until, from],
    },
  ];
  const events = {
    text: branches.map(({ text }) => text).join(' union all '),
    bindings: branches.flatMap(({ bindings }) => [...ids, ...materials.bindings, ...bindings]),
  };
  const found = new Map<number, Found>();
  await queryMany(db, columns, events, ([number, siteId, kind, started_at, ended_at, since]) => {
    const site = sites.get(Number(siteId));
    // A site that was added after the sites were read.
    if (!site) return;
    const id = Number(number);
    const one = found.get(id) ?? { id, site, history: nothing() };
    found.set(id, one);
    add(one, { kind, started_at, ended_at, since }, Date.parse(now));
  });
  yield* found.values();
}

/** The columns of each event, and of a material itself (`life`). */
const columns = ['id', 'site_id', 'kind', 'started_at', 'ended_at', 'since'] as const;
type Row = Readonly<Record<Exclude<(typeof columns)[number], 'id' | 'site_id'>, unknown>>;

type Spans = Record<Exclude<keyof History, 'life'>, Interval[]>;

interface Found extends Recorded {
  readonly history: Spans & { life: Interval };
}

function nothing(): Found['history'] {
  const life = { from: 0, until: 0 };
  return { life, external: [], unplanned: [], planned: [], failures: [] };
}

const spans: Readonly<Record<string, keyof Spans>> = {
  external: 'external',
  unplanned: 'unplanned',
  planned: 'planned',
  failure: 'failures',
};

function add({ history, site }: Found, row: Row, now: number): void {
  const { kind, since, ended_at } = row;
  const ended = ended_at === null ? null : instantFrom(ended_at);
  if (kind === 'life') {
    const from = since === null ? instantFrom(row.started_at) : midnightOf(String(since), site.timezone);
    history.life = { from, until: ended ?? Number.POSITIVE_INFINITY };
    return;
  }
  const list = spans[String(kind)];
  if (!list) throw new Error(`There is no stop ${kind}.`);
  // A failure that is not restored continues; a running stop counts up to now.
  const until = ended ?? (list === 'failures' ? Number.POSITIVE_INFINITY : now);
  history[list].push({ from: instantFrom(row.started_at), until });
}

/** The milliseconds of a moment in stored form. */
export function instantFrom(moment: unknown): number {
  return Date.parse(showInstant(String(moment)));
}

/** A moment in stored form. @param instant in milliseconds */
export function storedAt(instant: number): string {
  return storeInstant(new Date(instant).toISOString());
}
