import { passedAt, punctualityByMeter, toleranceOf, totalBy } from '../../../resources/plans/by-meter.ts';
import { excused } from '../../../resources/plans/compliance.ts';
import { rruleOf } from '../../../resources/plans/rrule.ts';
import { momentOf, punctualityOf } from '../../../resources/plans/window.ts';
import { isoOf } from '../calendar.ts';
import type { MaintenancePlan, Occurrence } from '../model.ts';
import { idsOf, type Lists, type Row, stamps } from '../rows.ts';
import { procedureOf } from '../steps.ts';
import type { World } from '../world.ts';

/** After materials, meters, companies and procedures, and before maintenances. */
export function planRowsOf({ plans, occurrences, sites }: World): Lists {
  const datesOf = new Map<MaintenancePlan, Occurrence[]>(plans.map((plan) => [plan, []]));
  for (const occurrence of occurrences) datesOf.get(occurrence.plan)?.push(occurrence);
  return [
    [
      'maintenance-plans',
      plans.map((plan) => ({
        ...planRow(plan, datesOf.get(plan) ?? []),
        procedure_id: procedureOf(plan, { sites })?.id ?? null,
      })),
    ],
  ];
}

function planRow(plan: MaintenancePlan, dates: readonly Occurrence[]): Row {
  const { entry, material, calendar, meter } = plan;
  const { units } = entry;
  const { site } = material.zone;
  const scheduled = dates.find(({ state }) => state === 'scheduled');
  const nextDueAt = scheduled?.date.original_due_at ? isoOf(scheduled.dueAt) : null;
  const side = scheduled?.date.meter;
  const moment = side?.estimated ? side.otherwise : nextDueAt;
  const completions = dates.flatMap(({ state, endedAt }) => (state === 'done' ? (endedAt ?? []) : []));
  return {
    ...stamps(plan),
    ...{ site_id: site.id, name: entry.name, material_id: material.id },
    ...{ ...calendar, active: plan.stoppedAt === null, weekday_list: calendar.weekdays?.join() ?? null },
    ...{ basis: units?.basis ?? 'calendar', meter_id: meter?.id ?? null, every_units: units?.every ?? null },
    ...{ lead_units: units?.lead ?? 0, tolerance_units: null, next_due_units: side?.next_units ?? null },
    ...{ operator_ids: idsOf(plan.operators), company_ids: idsOf(plan.companies) },
    ...{ lead_days: entry.lead, tolerance_days: entry.tolerance ?? null },
    ...{ when_open: entry.whenOpen ?? 'skip', catch_up: 'next', type: entry.type ?? 'preventive' },
    ...{ priority: entry.priority ?? 'medium', realization: entry.by ?? 'internal' },
    ...{ description: entry.description ?? null, estimated_minutes: entry.minutes },
    ...(units?.basis === 'meter' && { frequency: null, lead_days: 7 }),
    rrule: units ? null : rruleOf(calendar, site.plan.timezone),
    next_due_at: nextDueAt,
    next_generation_at: moment && momentOf(moment, entry.lead),
    last_completed_at: completions.length > 0 ? isoOf(Math.max(...completions)) : null,
  };
}

/** After maintenances. */
export function occurrenceRowsOf({ occurrences }: World): Lists {
  return [['plan-occurrences', occurrences.map(occurrenceRow)]];
}

function occurrenceRow(occurrence: Occurrence): Row {
  const { plan, sequence, date, dueAt, state, maintenance, endedAt, note } = occurrence;
  const completedAt = state === 'done' ? endedAt : null;
  return {
    ...stamps(occurrence),
    ...{ site_id: plan.material.zone.site.id, maintenance_plan_id: plan.id, material_id: plan.material.id },
    ...{ sequence, original_due_at: date.original_due_at, due_at: date.original_due_at && isoOf(dueAt) },
    ...{ state, skip_reason: occurrence.skipReason, note, maintenance_id: maintenance?.id ?? null },
    completed_at: isoOf(completedAt),
    ...judged(occurrence, completedAt === null ? null : isoOf(completedAt)),
    ...{ rule_day: date.day, rule_number: date.number },
    // The reason to skip a date does not matter after a decision about it.
    foreseen: note === null ? date.skip_reason : null,
    ...{ generated_at: isoOf(occurrence.generatedAt), ended_at: isoOf(endedAt) },
  };
}

/** The tolerance, and whether it was on time: by the calendar, or by its counter. */
function judged(
  { plan, date, dueAt, width, state, skipReason }: Occurrence,
  completedAt: string | null,
): Row {
  const { meter, counter } = plan;
  const { due_units = null, estimated = false } = date.meter ?? {};
  const readings = counter?.readings ?? [];
  const own = {
    ...{ due_units, estimated, meter_id: meter?.id ?? null },
    completed_units: completedAt && totalBy(readings, completedAt),
  };
  if (due_units === null || !counter) {
    const window = { from: isoOf(dueAt - width), until: isoOf(dueAt + width) };
    return {
      ...{ ...own, window_from: window.from, window_until: window.until, tolerance_units: null },
      punctuality: completedAt && punctualityOf(completedAt, window),
    };
  }
  const tolerance_units = toleranceOf(counter);
  const isJudged = state !== 'scheduled' && !excused.some((reason) => reason === skipReason);
  return {
    ...{ ...own, tolerance_units, window_from: null },
    window_until: isJudged ? passedAt(due_units, tolerance_units, readings) : null,
    punctuality:
      completedAt && punctualityByMeter(due_units, tolerance_units, totalBy(readings, completedAt)),
  };
}
