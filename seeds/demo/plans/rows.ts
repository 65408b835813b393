/** The rows of plans and of their dates. */
import { storeInstant } from '../../../engine/values.ts';
import { rruleOf } from '../../../resources/plans/rrule.ts';
import { momentOf, punctualityOf } from '../../../resources/plans/window.ts';
import { stored } from '../calendar.ts';
import type { MaintenancePlan, Occurrence } from '../model.ts';
import { keyed, type Row, search, stamps, type Tables } from '../rows.ts';
import type { World } from '../world.ts';
import { isoOf } from './history.ts';

/** They come after materials and companies, and before maintenances. */
export function planRowsOf({ plans, occurrences }: World): Tables {
  const datesOf = new Map<MaintenancePlan, Occurrence[]>(plans.map((plan) => [plan, []]));
  for (const occurrence of occurrences) datesOf.get(occurrence.plan)?.push(occurrence);
  return [
    ['maintenance_plans', plans.map((plan) => planRow(plan, datesOf.get(plan) ?? []))],
    [
      'maintenance_plan_weekdays',
      plans.flatMap(({ id, calendar }) =>
        (calendar.weekdays ?? []).map((weekday) => ({ maintenance_plan_id: id, weekday })),
      ),
    ],
    [
      'maintenance_plan_operators',
      plans.flatMap(({ id, operators }) =>
        operators.map((operator) => ({ maintenance_plan_id: id, user_id: operator.id })),
      ),
    ],
    [
      'maintenance_plan_companies',
      plans.flatMap(({ id, companies }) =>
        companies.map((company) => ({ maintenance_plan_id: id, company_id: company.id })),
      ),
    ],
  ];
}

function planRow(plan: MaintenancePlan, dates: readonly Occurrence[]): Row {
  const { entry, material, calendar } = plan;
  const { site } = material.zone;
  const { weekdays, ...rule } = calendar;
  const scheduled = dates.find(({ state }) => state === 'scheduled');
  const nextDueAt = scheduled ? isoOf(scheduled.dueAt) : null;
  const completions = dates.flatMap(({ state, endedAt }) => (state === 'done' ? (endedAt ?? []) : []));
  return {
    ...stamps(plan),
    ...{ site_id: site.id, ...keyed('name', entry.name), material_id: material.id },
    ...{ active: plan.stoppedAt === null ? 1 : 0, ...rule, weekday_list: weekdays?.join() ?? null },
    ...{ lead_days: entry.lead, tolerance_days: entry.tolerance ?? null },
    ...{ when_open: entry.whenOpen ?? 'skip', catch_up: 'next', type: entry.type ?? 'preventive' },
    ...{ priority: entry.priority ?? 'medium', realization: entry.by ?? 'internal' },
    ...{ description: entry.description ?? null, estimated_minutes: entry.minutes },
    rrule: rruleOf(calendar, site.plan.timezone),
    next_due_at: nextDueAt && storeInstant(nextDueAt),
    next_generation_at: nextDueAt && storeInstant(momentOf(nextDueAt, entry.lead)),
    last_completed_at: completions.length > 0 ? stored(Math.max(...completions)) : null,
    ...search(entry.name),
  };
}

/** They come after maintenances. */
export function occurrenceRowsOf({ occurrences }: World): Tables {
  return [['plan_occurrences', occurrences.map(occurrenceRow)]];
}

function occurrenceRow(occurrence: Occurrence): Row {
  const { plan, sequence, date, dueAt, width, state, maintenance, endedAt, note } = occurrence;
  const completedAt = state === 'done' ? endedAt : null;
  const window = { from: isoOf(dueAt - width), until: isoOf(dueAt + width) };
  return {
    ...stamps(occurrence),
    ...{ site_id: plan.material.zone.site.id, maintenance_plan_id: plan.id, material_id: plan.material.id },
    ...{ sequence, original_due_at: storeInstant(date.original_due_at), due_at: stored(dueAt) },
    ...{ window_from: storeInstant(window.from), window_until: storeInstant(window.until) },
    ...{ state, skip_reason: occurrence.skipReason, note, maintenance_id: maintenance?.id ?? null },
    completed_at: stored(completedAt),
    punctuality: completedAt === null ? null : punctualityOf(isoOf(completedAt), window),
    ...{ rule_day: date.day, rule_number: date.number },
    // What takes a date is not looked at once somebody has decided of it.
    foreseen: note === null ? date.skip_reason : null,
    ...{ generated_at: stored(occurrence.generatedAt), ended_at: stored(endedAt) },
  };
}
