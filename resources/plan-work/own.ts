/** What plans take and answer beside their own fields. */
import {
  CountOf,
  DateOnly,
  Enum,
  Instant,
  Integer,
  Json,
  Nullable,
  now,
  RowIds,
  report,
} from '../../engine/index.ts';
import { skipReasons } from '../plans/decide.ts';
import { complianceOf, forecastOf } from './reports.ts';

/** What hooks do to the dates of plans and their maintenances: none of theirs makes a maintenance in turn. */
export const planSteps = [
  'create maintenances',
  'create plan-occurrences',
  'delete plan-occurrences',
] as const;

/** What generation answers. */
export const tally = {
  generated: Integer({ label: 'number of maintenances made' }),
  skipped: Integer({ label: 'number of dates skipped' }),
};

/** Up to 1, unrounded. */
const share = () => Json<number>({ type: 'number', minimum: 0 });

export const materialIds = RowIds('materials', { max: 100, label: 'materials' });

export const planReports = {
  forecast: report({
    on: 'row',
    unsaved: true,
    summary: 'The dates of a plan to come until the end of a day, with what takes them.',
    input: { until: DateOnly({ label: 'last day' }) },
    answer: {
      original_due_at: Instant({ label: 'original date' }),
      due_at: Instant({ label: 'date' }),
      skip_reason: Nullable(Enum(skipReasons, { label: 'reason for skipping' })),
    },
    many: true,
    run: (work) => forecastOf(work, work.id ?? 0, work.input.until),
  }),
  compliance: report({
    on: 'collection',
    summary: 'How much of what came due was done on time.',
    input: {
      from: DateOnly({ label: 'first day' }),
      until: DateOnly({ label: 'day before which it ends' }),
    },
    answer: {
      due: Integer({ label: 'number that was due' }),
      on_time: Integer({ label: 'number done on time' }),
      early: Integer({ label: 'number done early' }),
      late: Integer({ label: 'number done late' }),
      missed: Integer({ label: 'number that was missed' }),
      excused: Integer({ label: 'number that was excused' }),
      pending: Integer({ label: 'number that can still be done' }),
      compliance: Nullable(share()),
      compliance_as_agreed: Nullable(share()),
    },
    run: (work) => complianceOf(work, work.where, work.input),
  }),
};

/** How many dates of a plan there are of each kind. */
export const occurrenceCounts = {
  open_count: CountOf('plan-occurrences', 'maintenance_plan_id', {
    where: { state: 'open', window_until: { gte: now } },
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
