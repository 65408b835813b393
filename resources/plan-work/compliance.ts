/** The share of due dates of some plans that was done on time: in total, and per period or group. */
import {
  type Condition,
  conditionSql,
  inSlices,
  invalid,
  queryMany,
  type ReportContext,
  say,
  showInstant,
  storeInstant,
} from '../../engine/index.ts';
import { type Compliance, ComplianceCount, type Counted } from '../plans/compliance.ts';
import { add, type Day, lastDay } from '../plans/days.ts';
import { type SkipReason, skipReasons } from '../plans/decide.ts';
import { dayAt, startOfDay } from '../plans/local-time.ts';
import { punctualities } from '../plans/window.ts';
import { Tally } from '../reliability/tally.ts';
import { tooFar } from './reports.ts';
import { zonesOf } from './site.ts';

type Looking = Pick<ReportContext, 'db' | 'now'>;

interface Span {
  readonly from: Day;
  readonly until: Day;
}

/** The maximum number of days of compliance. */
const longestSpan = 3660;

/**
 * The share of due dates of some plans that was done on time. Days are those of each plan's own site.
 *
 * @param where which plans, as `maintenance_plans`
 */
export async function complianceOf(
  work: Looking,
  where: Condition,
  { from, until }: Span,
): Promise<Compliance> {
  if (until <= from) throw invalid({ until: [say(notAfter)] });
  const furthest = add(from, 'day', longestSpan) ?? lastDay;
  if (until > furthest) throw invalid({ until: [say(tooFar, { last: furthest })] });
  const count = new ComplianceCount(work.now);
  await eachDue(work, where, { from, until }, (one) => count.add(one));
  return count.result();
}

type Grouped = Looking & Pick<ReportContext<object, true>, 'where' | 'window' | 'by' | 'periods' | 'groups'>;

/** The same per group of plans, or per period with due dates. Ratios have six decimals. */
export async function trendOf(work: Grouped) {
  const { where, window, periods } = work;
  const tally = new Tally(work, () => new ComplianceCount(work.now));
  const groups = work.by === null || periods.length > 0 ? null : await work.groups();
  await eachDue(work, where, window, (one, plan, zone) => {
    // A plan that was added after the groups were read belongs to no group.
    if (groups && !groups.has(plan)) return;
    const day = dayAt(one.original_due_at, zone);
    tally
      .at(groups ? groups.get(plan) : (periods.findLast(({ from }) => from <= day)?.value ?? null))
      .add(one);
  });
  return inSlices(tally.sums, ([value, count]) => {
    const { compliance, compliance_as_agreed, ...numbers } = count.result();
    return {
      ...{ value, ...numbers },
      compliance: rounded(compliance),
      compliance_as_agreed: rounded(compliance_as_agreed),
    };
  });
}

const rounded = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1e6) / 1e6;

/** The columns of each occurrence. */
const columns = [
  ...(['plan', 'site', 'original_due_at', 'due_at', 'window_from', 'window_until', 'state'] as const),
  ...(['skip_reason', 'completed_at', 'punctuality'] as const),
];
type Row = Readonly<Record<(typeof columns)[number], unknown>>;

/** Iterates over the due dates of some plans, in the time zone of their sites. @param add receives the zone of the site */
async function eachDue(
  { db }: Looking,
  where: Condition,
  { from, until }: Span,
  add: (one: Counted, plan: number, zone: string) => void,
): Promise<void> {
  const zones = await zonesOf(db, 'maintenance_plans', where);
  if (zones.size === 0) return;
  const spans = new Map([...new Set(zones.values())].map((zone) => [zone, spanIn(zone, { from, until })]));
  const earliest = [...spans.values()].map((one) => one.from).sort()[0] ?? '';
  const latest =
    [...spans.values()]
      .map((one) => one.until)
      .sort()
      .at(-1) ?? '';
  const plans = conditionSql(where, 'p');
  const dates = {
    text:
      'select o.maintenance_plan_id as plan, o.site_id as site, o.original_due_at, o.due_at, o.window_from, o.window_until, o.state, ' +
      'o.skip_reason, o.completed_at, o.punctuality from plan_occurrences o join maintenance_plans p on p.id = o.maintenance_plan_id ' +
      `where o.site_id in (${[...zones].map(() => '?').join()}) and o.original_due_at >= ? and o.original_due_at < ? and ${plans.text}`,
    bindings: [...zones.keys(), earliest, latest, ...plans.bindings],
  };
  await queryMany(db, columns, dates, (values) => {
    const row = rowOf(values);
    const zone = zones.get(Number(row.site));
    const span = zone === undefined ? undefined : spans.get(zone);
    const due = String(row.original_due_at);
    if (zone !== undefined && span && span.from <= due && due < span.until)
      add(countedAs(row), Number(row.plan), zone);
  });
}

/** The first moment of a span in a zone, and the first one after it, in stored form. */
function spanIn(zone: string, { from, until }: Span) {
  return { from: storeInstant(startOfDay(from, zone)), until: storeInstant(startOfDay(until, zone)) };
}

function rowOf([plan, site, original_due_at, due_at, ...more]: readonly unknown[]): Row {
  const [window_from, window_until, state, skip_reason, completed_at, punctuality] = more;
  return {
    ...{ plan, site, original_due_at, due_at, window_from, window_until, state },
    ...{ skip_reason, completed_at, punctuality },
  };
}

const states = ['scheduled', 'open', 'done', 'skipped'] as const;

function countedAs(row: Row): Counted {
  return {
    original_due_at: showInstant(String(row.original_due_at)),
    due_at: showInstant(String(row.due_at)),
    window_from: row.window_from === null ? null : showInstant(String(row.window_from)),
    window_until: row.window_until === null ? null : showInstant(String(row.window_until)),
    status: states.find((one) => one === row.state) ?? 'open',
    skip_reason: skipReasons.find((one): one is SkipReason => one === row.skip_reason) ?? null,
    completed_at: row.completed_at === null ? null : showInstant(String(row.completed_at)),
    punctuality: punctualities.find((one) => one === row.punctuality) ?? null,
  };
}

const notAfter = say('Must be after the first day.');
