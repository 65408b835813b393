/** Input and answers of plans, beside their own fields. */
import {
  Bool,
  CountOf,
  DateOnly,
  Decimal,
  Enum,
  eq,
  Instant,
  Integer,
  Nullable,
  now,
  Ratio,
  RowIds,
  report,
} from '../../engine/index.ts';
import { skipReasons } from '../plans/decide.ts';
import { complianceInWords } from '../plans/in-words.ts';
import { complianceOf, trendOf } from './compliance.ts';
import { units } from './fields.ts';
import { forecastOf, scheduleOf } from './reports.ts';

/** The writes of hooks to the dates of plans and their maintenances: none of these creates a maintenance in turn. */
export const planSteps = [
  'create maintenances',
  'create plan-occurrences',
  'delete plan-occurrences',
] as const;

/** The input of generation, and its answer. */
export const horizon = { until: Nullable(DateOnly({ label: 'up to and including' })) };
export const tally = {
  generated: Integer({ label: 'maintenances created' }),
  skipped: Integer({ label: 'dates skipped' }),
};

export const materialIds = RowIds('materials', {
  max: 100,
  label: 'materials',
  offer: () => ({ op: 'not', of: eq('status', 'decommissioned') }),
});

/** Due dates by their result. */
const outcomes = {
  due: Integer({ label: 'due' }),
  on_time: Integer({ label: 'on time' }),
  early: Integer({ label: 'early' }),
  late: Integer({ label: 'late' }),
  missed: Integer({ label: 'missed' }),
  excused: Integer({ label: 'excused' }),
  pending: Integer({ label: 'still to do' }),
};

export const planReports = {
  forecast: report({
    on: 'row',
    unsaved: true,
    summary: 'The coming dates of the plan, and why some of them are skipped.',
    input: { until: DateOnly({ label: 'last day', default: 'today+365' }) },
    answer: {
      original_due_at: Instant({ label: 'original date' }),
      due_at: Instant({ label: 'date' }),
      skip_reason: Nullable(Enum(skipReasons, { label: 'reason for skipping' })),
      due_units: Nullable(Decimal({ ...units, label: 'due at units' })),
      estimated: Bool(),
    },
    many: true,
    run: (work) => forecastOf(work, work.id ?? 0, work.input.until),
    says: (work) => scheduleOf(work, work.id ?? 0),
  }),
  compliance: report({
    on: 'collection',
    summary: 'How much of the work that came due was done on time.',
    input: {
      from: DateOnly({ label: 'first day', default: 'today-90' }),
      until: DateOnly({ label: 'up to, not including', default: 'today+1' }),
    },
    answer: {
      ...outcomes,
      compliance: Nullable(Ratio()),
      compliance_as_agreed: Nullable(Ratio()),
    },
    run: (work) => complianceOf(work, work.where, work.input),
    says: (_work, [counted]) => complianceInWords(counted?.on_time ?? 0, counted?.due ?? 0),
  }),
  'compliance-trend': report({
    on: 'collection',
    label: 'compliance over time',
    summary: 'How much of the work was done on time, of what came due in each period or of each group.',
    window: true,
    by: { choices: ['month', 'week', 'material_id', 'zone_id', 'type'], default: 'month' },
    answer: {
      ...outcomes,
      due: Integer({ label: 'due', formula: 'dates − excused − still to do' }),
      compliance: Nullable(Ratio({ formula: 'on time ÷ due, by the original dates' })),
      compliance_as_agreed: Nullable(Ratio({ formula: 'on time ÷ due, by the dates as postponed' })),
    },
    behind: { periods: { due: { path: 'plan-occurrences', within: 'original_due_at', among: true } } },
    charts: [
      { title: 'Compliance by month', draw: 'line', y: ['compliance'], input: { by: 'month' }, target: 0.9 },
    ],
    run: trendOf,
  }),
};

/** The number of dates of a plan, by kind. */
export const occurrenceCounts = {
  open_count: CountOf('plan-occurrences', 'maintenance_plan_id', {
    where: { state: 'open', window_until: { gte: now, orNull: true } },
    label: 'number of open dates',
    heading: 'Open',
  }),
  done_count: CountOf('plan-occurrences', 'maintenance_plan_id', {
    where: { state: 'done' },
    label: 'number of dates that were done',
    heading: 'Done',
  }),
  skipped_count: CountOf('plan-occurrences', 'maintenance_plan_id', {
    where: { state: 'skipped' },
    label: 'number of dates that were skipped',
    heading: 'Skipped',
  }),
  missed_count: CountOf('plan-occurrences', 'maintenance_plan_id', {
    where: { state: 'open', window_until: { lt: now } },
    label: 'number of dates that were missed',
    heading: 'Missed',
  }),
};
