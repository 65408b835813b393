/** The fields that determine when a plan is due: by the calendar, by a counter, or by whichever comes first. */
import {
  BelongsTo,
  DateOnly,
  Decimal,
  Enum,
  EnumSet,
  Integer,
  Nullable,
  Text,
  TimeOfDay,
} from '../../engine/index.ts';
import { closedDayPolicies } from '../plans/closed-days.ts';
import { frequencies, weekdays } from '../plans/days.ts';
import { bases } from '../plans/plan.ts';
import { unsaid } from '../plans/problems.ts';

/** The run of a counter, across its resets. */
export const units = { scale: 3, minimum: 0, maximum: 999_999_999 } as const;

/** The types of maintenances that a plan creates. */
export const workTypes = ['preventive', 'predictive', 'inspection', 'improvement'] as const;
export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export const realizations = ['internal', 'external', 'both'] as const;

/** What a plan goes by, and its counter. */
export const meterFields = {
  basis: Enum(bases, {
    default: 'calendar',
    label: 'due by',
    help: 'By the calendar, by what a counter has run, or by whichever comes first after the work was last done.',
  }),
  meter_id: Nullable(
    BelongsTo('meters', { include: ['unit'], where: { kind: 'counter' }, matching: ['material_id'] }),
  ),
  every_units: Nullable(
    Decimal({ ...units, minimum: 0.001, label: 'units between', heading: 'Every', unitField: 'meter.unit' }),
  ),
  lead_units: Decimal({
    ...units,
    default: 0,
    label: 'lead in units',
    unitField: 'meter.unit',
    help: 'How much before it is due a maintenance is created.',
  }),
  tolerance_units: Nullable(
    Decimal({
      ...units,
      label: 'tolerance in units',
      unitField: 'meter.unit',
      help: 'How much before or after still counts as on time. If empty, a tenth of the units between.',
    }),
  ),
};

/** The rule of a plan in the calendar. */
export const calendarFields = {
  starts_on: DateOnly({ label: 'first day', heading: 'Starts on', default: 'today' }),
  due_time: TimeOfDay({ default: unsaid.due_time, label: 'time of day' }),
  frequency: Nullable(Enum(frequencies)),
  every: Integer({
    minimum: 1,
    maximum: 365,
    default: unsaid.every,
    label: 'interval',
    unitField: 'frequency',
    interval: true,
  }),
  weekdays: Nullable(
    EnumSet({
      table: 'maintenance_plan_weekdays',
      own: 'maintenance_plan_id',
      column: 'weekday',
      values: weekdays,
      min: 1,
      help: 'For weekly plans. If empty, it is the weekday of the first day.',
    }),
  ),
  month_day: Nullable(
    Integer({
      minimum: -1,
      maximum: 31,
      label: 'day of the month',
      help: 'For monthly or yearly plans: 1 to 31, or -1 for the last day. If empty, it is that of the first day.',
    }),
  ),
  nth: Nullable(
    Integer({
      minimum: -1,
      maximum: 4,
      label: 'week of the month',
      help: 'For monthly plans: 1 to 4, or -1 for the last such weekday of the month.',
    }),
  ),
  nth_weekday: Nullable(Enum(weekdays, { label: 'weekday of the month' })),
  ends_on: Nullable(DateOnly({ label: 'last day', heading: 'Ends on' })),
  max_occurrences: Nullable(
    Integer({ minimum: 1, maximum: 100_000, label: 'number of dates', heading: 'Maximum dates' }),
  ),
  on_closed_day: Enum(closedDayPolicies, {
    default: unsaid.on_closed_day,
    label: 'if the day is closed',
    heading: 'On closed days',
  }),
  season_from: Nullable(
    Text({ max: 5, label: 'first day of the season', help: 'For example 03-15 for 15 March.' }),
  ),
  season_until: Nullable(
    Text({ max: 5, label: 'last day of the season', help: 'For example 03-15 for 15 March.' }),
  ),
  lead_days: Integer({
    minimum: 0,
    maximum: 365,
    default: unsaid.lead_days,
    unit: 'days',
    label: 'lead time',
    help: 'How long before its due date a maintenance is created.',
  }),
  tolerance_days: Nullable(
    Integer({
      minimum: 0,
      maximum: 365,
      unit: 'days',
      label: 'tolerance',
      help: 'How early or late work still counts as on time. If empty, a tenth of the interval.',
    }),
  ),
};
