import { rruleOf } from '../../../resources/plans/rrule.ts';
import { momentOf, punctualityOf } from '../../../resources/plans/window.ts';
import { isoOf } from '../calendar.ts';
import type { MaintenancePlan, Occurrence } from '../model.ts';
import { idsOf, type Lists, type Row, stamps } from '../rows.ts';
import type { World } from '../world.ts';

/** They come after materials and companies, and before maintenances. */
export function planRowsOf({ plans, occurrences }: World): Lists {
  const datesOf = new Map<MaintenancePlan, Occurrence[]>(plans.map((plan) => [plan, []]));
  for (const occurrence of occurrences) datesOf.get(occurrence.plan)?.push(occurrence);
  return [['maintenance-plans', plans.map((plan) => planRow(plan, datesOf.get(plan) ?? []))]];
}

function planRow(plan: MaintenancePlan, dates: readonly Occurrence[]): Row {
  const { entry, material, calendar } = plan;
  const { site } = material.zone;
  const scheduled = dates.find(({ state }) => state === 'scheduled');
  const nextDueAt = scheduled ? isoOf(scheduled.dueAt) : null;
  const completions = dates.flatMap(({ state, endedAt }) => (state === 'done' ? (endedAt ?? []) : []));
  return {
    ...stamps(plan),
    ...{ site_id: site.id, name: entry.name, material_id: material.id },
    ...{ ...calendar, active: plan.stoppedAt === null, weekday_list: calendar.weekdays?.join() ?? null },
    ...{ operator_ids: idsOf(plan.operators), company_ids: idsOf(plan.companies) },
    ...{ lead_days: entry.lead, tolerance_days: entry.tolerance ?? null },
    ...{ when_open: entry.whenOpen ?? 'skip', catch_up: 'next', type: entry.type ?? 'preventive' },
    ...{ priority: entry.priority ?? 'medium', realization: entry.by ?? 'internal' },
    ...{ description: entry.description ?? null, estimated_minutes: entry.minutes },
    rrule: rruleOf(calendar, site.plan.timezone),
    next_due_at: nextDueAt,
    next_generation_at: nextDueAt && momentOf(nextDueAt, entry.lead),
    last_completed_at: completions.length > 0 ? isoOf(Math.max(...completions)) : null,
  };
}

/** They come after maintenances. */
export function occurrenceRowsOf({ occurrences }: World): Lists {
  return [['plan-occurrences', occurrences.map(occurrenceRow)]];
}

function occurrenceRow(occurrence: Occurrence): Row {
  const { plan, sequence, date, dueAt, width, state, maintenance, endedAt, note } = occurrence;
  const completedAt = state === 'done' ? endedAt : null;
  const window = { from: isoOf(dueAt - width), until: isoOf(dueAt + width) };
  return {
    ...stamps(occurrence),
    ...{ site_id: plan.material.zone.site.id, maintenance_plan_id: plan.id, material_id: plan.material.id },
    ...{ sequence, original_due_at: date.original_due_at, due_at: isoOf(dueAt) },
    ...{ window_from: window.from, window_until: window.until },
    ...{ state, skip_reason: occurrence.skipReason, note, maintenance_id: maintenance?.id ?? null },
    completed_at: isoOf(completedAt),
    punctuality: completedAt === null ? null : punctualityOf(isoOf(completedAt), window),
    ...{ rule_day: date.day, rule_number: date.number },
    // What takes a date is not looked at once somebody has decided of it.
    foreseen: note === null ? date.skip_reason : null,
    ...{ generated_at: isoOf(occurrence.generatedAt), ended_at: isoOf(endedAt) },
  };
}
