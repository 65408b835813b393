/** What plans can be asked: the dates to come, and how much was done on time. */
import {
  type Condition,
  conditionSql,
  invalid,
  query,
  type ReportContext,
  say,
  showInstant,
  storeInstant,
} from '../../engine/index.ts';
import { type Compliance, ComplianceCount, type Counted } from '../plans/compliance.ts';
import { add, type Day, lastDay } from '../plans/days.ts';
import { type SkipReason, skipReasons } from '../plans/decide.ts';
import { type ForecastDate, forecast, furthestDay, type Standing } from '../plans/forecast.ts';
import { dayAt, startOfDay } from '../plans/local-time.ts';
import type { PlanSite } from '../plans/plan.ts';
import { calendarOf, type OccurrenceRow, type PlanRow, progressOf, recorded } from './rows.ts';
import { siteOf } from './site.ts';

type Looking = Pick<ReportContext, 'rows' | 'db' | 'now'>;
type Known = PlanRow & { readonly created_at: string };

/**
 * The dates of a plan until the end of a day of its site.
 *
 * @throws Failure `validation_failed` on `until` for a day that is more than five years off
 */
export async function forecastOf(work: Looking, id: number, until: Day): Promise<ForecastDate[]> {
  const [plan] = await work.rows<Known>('maintenance-plans').find({ id });
  if (!plan) throw new Error(`There is no plan ${id}.`);
  const site = await siteOf(work, plan.site_id);
  const furthest = furthestDay(work.now, site.timezone);
  if (until > furthest) throw invalid({ until: [say(tooFar, { last: furthest })] });
  if (!plan.active) return [];
  const standing = await standingOf(work, plan, site);
  return standing ? forecast(calendarOf(plan), site, standing, until) : [];
}

/** Where a plan stands; null where nothing is to come. One that is made at this moment has only its rule. */
async function standingOf(work: Looking, plan: Known, { timezone }: PlanSite): Promise<Standing | null> {
  if (plan.created_at === work.now) return { last: null, scheduled: null, made_at: work.now };
  const own = { maintenance_plan_id: plan.id };
  const occurrences = work.rows<OccurrenceRow>('plan-occurrences');
  const [scheduled] = await occurrences.find({ ...own, state: 'scheduled' }, { limit: 1 });
  const [open] = await occurrences.find({ ...own, state: 'open' }, { order: '-sequence', limit: 1 });
  const last = scheduled ?? (plan.schedule === 'floating' ? open : undefined);
  if (!last) return null;
  // What is overdue is taken to be done today.
  const day = dayAt(last.due_at > work.now ? last.due_at : work.now, timezone);
  const progress = plan.schedule === 'floating' ? { number: last.rule_number, day } : progressOf(last);
  const behind = {
    ...own,
    state: recorded,
    rule_day: { gt: last.rule_day },
    skip_reason: { not: 'overtaken' },
  };
  const ahead = plan.schedule === 'fixed' ? await occurrences.find(behind) : [];
  return {
    ...{ last: progress, scheduled: scheduled ? foreseen(scheduled) : null, made_at: null },
    recorded: new Set(ahead.map(({ rule_day }) => rule_day)),
  };
}

function foreseen({ original_due_at, due_at, foreseen: skip_reason }: OccurrenceRow): ForecastDate {
  return { original_due_at, due_at, skip_reason };
}

/** How many days compliance is asked for at most, and how many occurrences are read at a time. */
const longestSpan = 3660;
const page = 2000;

/**
 * How much of what came due of some plans was done on time. Days are those of each plan's own site.
 *
 * @param where which plans, as `maintenance_plans`
 */
export async function complianceOf(
  { db, now }: Pick<Looking, 'db' | 'now'>,
  where: Condition,
  { from, until }: { readonly from: Day; readonly until: Day },
): Promise<Compliance> {
  if (until <= from) throw invalid({ until: [say(notAfter)] });
  const furthest = add(from, 'day', longestSpan) ?? lastDay;
  if (until > furthest) throw invalid({ until: [say(tooFar, { last: furthest })] });
  const plans = conditionSql(where, 'p');
  const sites = await query(db, {
    text:
      'select s.id, s.timezone from sites s where exists ' +
      `(select 1 from maintenance_plans p where p.site_id = s.id and ${plans.text})`,
    bindings: plans.bindings,
  });
  const count = new ComplianceCount(now);
  for (const { id, timezone } of sites) {
    const zone = String(timezone);
    const bindings = [
      Number(id),
      ...[from, until].map((day) => storeInstant(startOfDay(day, zone))),
      ...plans.bindings,
    ];
    for (let after = 0; ; ) {
      const rows = await query(db, {
        text:
          'select o.id, o.original_due_at, o.due_at, o.window_from, o.window_until, o.state, o.skip_reason, ' +
          'o.completed_at from plan_occurrences o join maintenance_plans p on p.id = o.maintenance_plan_id ' +
          `where o.site_id = ? and o.original_due_at >= ? and o.original_due_at < ? and ${plans.text} ` +
          'and o.id > ? order by o.id limit ?',
        bindings: [...bindings, after, page],
      });
      for (const row of rows) count.add(countedAs(row));
      if (rows.length < page) break;
      after = Number(rows.at(-1)?.id);
    }
  }
  return count.result();
}

const states = ['scheduled', 'open', 'done', 'skipped'] as const;

function countedAs(row: Readonly<Record<string, unknown>>): Counted {
  return {
    original_due_at: showInstant(String(row.original_due_at)),
    due_at: showInstant(String(row.due_at)),
    window_from: showInstant(String(row.window_from)),
    window_until: showInstant(String(row.window_until)),
    status: states.find((one) => one === row.state) ?? 'open',
    skip_reason: skipReasons.find((one): one is SkipReason => one === row.skip_reason) ?? null,
    completed_at: row.completed_at === null ? null : showInstant(String(row.completed_at)),
  };
}

const tooFar = say('Must be a day until {last}.');
const notAfter = say('Must be after the first day.');
