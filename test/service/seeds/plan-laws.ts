/** The rules that plans, their dates and their maintenances must obey. Each rule gives the names of those that break it. */
import { showInstant, storedNow, storeInstant } from '../../../engine/values.ts';
import { type PlanDate, placeDate } from '../../../resources/plans/dates.ts';
import { weekdays } from '../../../resources/plans/days.ts';
import { decide } from '../../../resources/plans/decide.ts';
import { dayToCountFrom, floatingDate } from '../../../resources/plans/floating.ts';
import type { Plan, PlanSite } from '../../../resources/plans/plan.ts';
import { dateOf } from '../../../resources/plans/rule.ts';
import { momentOf, punctualityOf, type Window, windowAround } from '../../../resources/plans/window.ts';
import { brokenOf } from './laws.ts';
import type { DateRow, OrderRow, PlanRow, PlanRows, Surroundings } from './plan-rows.ts';

/** What is wrong with plans, `plan 3: rule` or `date 7 of plan 3: rule`. */
export function brokenPlans({ plans, dates, orders }: PlanRows, around: Surroundings): string[] {
  const ordersById = new Map(orders.map((order) => [order.id, order]));
  const made = dates.flatMap(({ maintenance_id: id }) => id ?? []);
  const own = new Map<number, DateRow[]>(plans.map(({ id }) => [id, []]));
  for (const date of dates) own.get(date.maintenance_plan_id)?.push(date);
  return [
    ...brokenOf({
      'a date for each maintenance of a plan': orders.every(({ id }) => made.includes(id)),
      'a maintenance for one date': new Set(made).size === made.length,
    }),
    ...plans.flatMap((plan) => {
      const site = around.sites.get(plan.site_id);
      if (!site) return [`plan ${plan.id}: no site`];
      const rows = own.get(plan.id) ?? [];
      const told = (rules: string[], about: string) => rules.map((rule) => `${about}: ${rule}`);
      return [
        ...told(brokenPlan(plan, rows), `plan ${plan.id} ${plan.name}`),
        ...rows.flatMap((row, index) => {
          const order = row.maintenance_id === null ? null : (ordersById.get(row.maintenance_id) ?? null);
          const expected = expectedDate(plan, site, rows, index);
          const about = `date ${row.sequence} of plan ${plan.id} ${plan.name}`;
          return [
            ...told(brokenDate(plan, row, expected), about),
            ...told(brokenOutcome(plan, row, order), about),
            ...told(brokenDecision(plan, rows, index, expected, around.retired.get(plan.material_id)), about),
          ];
        }),
      ];
    }),
  ];
}

function brokenPlan(plan: PlanRow, rows: readonly DateRow[]): string[] {
  const scheduled = rows.filter(({ state }) => state === 'scheduled');
  const completions = rows.flatMap(({ completed_at }) => completed_at ?? []).sort();
  const next = scheduled[0]?.due_at ?? null;
  const ends = plan.max_occurrences !== null && rows.length === plan.max_occurrences;
  const waits = plan.schedule === 'floating' && rows.some(({ state }) => state === 'open');
  const moment = next && storeInstant(momentOf(showInstant(next), plan.lead_days));
  return brokenOf({
    'sequences without a gap': rows.every(({ sequence }, index) => sequence === index + 1),
    'one date scheduled, the last':
      scheduled.length <= 1 && rows.findIndex(isScheduled) === (next ? rows.length - 1 : -1),
    'one scheduled unless it has ended': (next === null) === (Number(plan.active) === 0 || ends || waits),
    'knows its next date': plan.next_due_at === next && plan.next_generation_at === moment,
    'knows when it was done last': plan.last_completed_at === (completions.at(-1) ?? null),
    'comes due after it was made': rows.every(({ due_at }) => due_at > plan.created_at),
  });
}

function isScheduled({ state }: DateRow): boolean {
  return state === 'scheduled';
}

function planOf({ weekday_list: list, ...plan }: PlanRow): Plan {
  return {
    ...plan,
    weekdays: list === null ? null : weekdays.filter((one) => list.split(',').includes(one)),
  };
}

/** The date that the calendar has in this place. */
function expectedDate(
  row: PlanRow,
  site: PlanSite,
  rows: readonly DateRow[],
  index: number,
): PlanDate | null {
  const plan = planOf(row);
  if (plan.schedule === 'fixed') {
    const date = dateOf(plan, index + 1);
    return date && placeDate(plan, site, date);
  }
  const last = rows[index - 1];
  if (!last) return floatingDate(plan, site, null);
  const completed_at = last.completed_at && showInstant(last.completed_at);
  const day = dayToCountFrom({ due_at: showInstant(last.due_at), completed_at }, site.timezone);
  return floatingDate(plan, site, { number: last.rule_number, day });
}

function windowOf({ window_from, window_until }: DateRow): Window {
  return { from: showInstant(window_from), until: showInstant(window_until) };
}

function brokenDate(plan: PlanRow, row: DateRow, expected: PlanDate | null): string[] {
  const window = windowAround(showInstant(row.due_at), plan);
  return brokenOf({
    'of the plan’s material and site': row.material_id === plan.material_id && row.site_id === plan.site_id,
    'as the calendar says':
      row.rule_number === expected?.number &&
      row.rule_day === expected.day &&
      showInstant(row.original_due_at) === expected.original_due_at,
    'put off to a later moment, with a note':
      row.due_at === row.original_due_at || (row.due_at > row.original_due_at && row.note !== null),
    'foreseen what takes it':
      row.state !== 'scheduled' || row.note !== null || row.foreseen === expected?.skip_reason,
    'its window around it': JSON.stringify(windowOf(row)) === JSON.stringify(window),
  });
}

const statuses: Readonly<Record<string, string>> = {
  planned: 'open',
  in_progress: 'open',
  completed: 'done',
  canceled: 'skipped',
};

/** Recorded by a test that is ahead of time. */
function isAhead({ generated_at: at }: DateRow): boolean {
  return at !== null && at > storedNow();
}

function brokenOutcome(plan: PlanRow, row: DateRow, order: OrderRow | null): string[] {
  const { state, skip_reason: reason } = row;
  const byPeople = reason === 'manual' || reason === 'canceled';
  const moment = storeInstant(momentOf(showInstant(row.original_due_at), plan.lead_days));
  const punctuality =
    row.completed_at === null ? null : punctualityOf(showInstant(row.completed_at), windowOf(row));
  return brokenOf({
    'recorded at its moment': row.generated_at === (state === 'scheduled' ? null : moment),
    'a reason where it is skipped': (reason !== null) === (state === 'skipped'),
    'a maintenance where there was one to do':
      (order !== null) === (state === 'open' || state === 'done' || byPeople),
    'a note where somebody skipped it': reason !== 'manual' || row.note !== null,
    'its maintenance is as it is': order === null || statuses[order.status] === state,
    'the maintenance of its plan':
      order === null ||
      (order.maintenance_plan_id === plan.id &&
        order.material_id === plan.material_id &&
        order.site_id === plan.site_id &&
        order.name === plan.name &&
        order.due_at === row.due_at),
    'made by nobody, once its moment had come':
      order === null ||
      (order.created_by_id === null && (order.created_at >= (row.generated_at ?? '') || isAhead(row))),
    'completed when its maintenance was resolved': row.completed_at === (order?.resolved_at ?? null),
    'over when its maintenance was': (row.ended_at !== null) === (state === 'done' || byPeople),
    punctual: row.punctuality === punctuality,
  });
}

/** Whether a date became what the rules say of its own moment: by what was open then, and what its material was. */
function brokenDecision(
  plan: PlanRow,
  rows: readonly DateRow[],
  index: number,
  date: PlanDate | null,
  retiredAt: string | undefined,
): string[] {
  const row = rows[index];
  if (!row || !date || row.generated_at === null) return [];
  const orders = rows.slice(0, plan.schedule === 'fixed' ? index : 0).flatMap((one) =>
    one.maintenance_id === null || one.generated_at === null
      ? []
      : [
          {
            generated_at: showInstant(one.generated_at),
            ended_at: one.ended_at && showInstant(one.ended_at),
          },
        ],
  );
  const decision = decide(
    { date, moment: showInstant(row.generated_at), paused: false },
    {
      when_open: plan.when_open,
      orders,
      decommissioned: retiredAt === undefined ? [] : [{ from: retiredAt, until: null }],
    },
  );
  const reason = row.maintenance_id === null ? row.skip_reason : null;
  return brokenOf({ 'decided by what held at its moment': decision.skip_reason === reason });
}
