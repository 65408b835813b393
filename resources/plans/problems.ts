/** Invalid combinations of a plan's fields. Its declarations decide which fields it has. */
import { type Message, say } from '../../engine/index.ts';
import { type Day, firstDay, lastDay, type Weekday } from './days.ts';
import type { Basis, schedules } from './plan.ts';
import { isMonthAndDay } from './season.ts';

/** Fields that are checked together; null and absent are the same. */
interface Times {
  readonly starts_on: Day;
  readonly due_time: string;
  readonly ends_on?: Day | null | undefined;
}
interface MonthDays {
  readonly month_day: number | null;
  readonly nth: number | null;
  readonly nth_weekday: Weekday | null;
}
interface Units {
  readonly every_units: number | null;
  readonly lead_units: number;
}
interface Ends {
  readonly season_from: string | null;
  readonly season_until: string | null;
}

/** An error, on the field to change. */
interface Problem<Field extends string> {
  readonly field: Field;
  readonly message: Message;
}

/** A rule that reports them. */
export function judged<Fields, Field extends string>(problemsOf: (fields: Fields) => Problem<Field>[]) {
  return (fields: Fields, { fail }: { fail(field: Field, message: Message): void }): void => {
    for (const { field, message } of problemsOf(fields)) fail(field, message);
  };
}

const outOfCalendar = say('Must be a day from {first} to {last}.', { first: firstDay, last: lastDay });
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The first and the last day of a plan, and its time of day. */
export function timeProblems({ due_time, starts_on, ends_on }: Times): Problem<keyof Times>[] {
  const problems: Problem<keyof Times>[] = [];
  if (!clock.test(due_time)) problems.push({ field: 'due_time', message: noTime });
  if (starts_on < firstDay || starts_on > lastDay)
    problems.push({ field: 'starts_on', message: outOfCalendar });
  if (has(ends_on) && ends_on < starts_on) problems.push({ field: 'ends_on', message: endsFirst });
  return problems;
}

/** The day of a month, or the weekday of one. */
export function monthProblems({ month_day, nth, nth_weekday }: MonthDays): Problem<keyof MonthDays>[] {
  const problems: Problem<keyof MonthDays>[] = [];
  if (month_day === 0) problems.push({ field: 'month_day', message: noMonthDay });
  else if (has(month_day) && (has(nth) || has(nth_weekday)))
    problems.push({ field: 'month_day', message: oneOfTwo });
  if (nth === 0) problems.push({ field: 'nth', message: noNth });
  else if (has(nth) && !has(nth_weekday)) problems.push({ field: 'nth_weekday', message: nthNeedsWeekday });
  else if (has(nth_weekday) && !has(nth)) problems.push({ field: 'nth', message: weekdayNeedsNth });
  return problems;
}

/** The first and the last day of a season. */
export function seasonProblems({ season_from, season_until }: Ends): Problem<keyof Ends>[] {
  if (has(season_from) && !has(season_until)) return [{ field: 'season_until', message: bothEnds }];
  if (has(season_until) && !has(season_from)) return [{ field: 'season_from', message: bothEnds }];
  const ends = [
    ['season_from', season_from],
    ['season_until', season_until],
  ] as const;
  return ends
    .filter(([, end]) => has(end) && !isMonthAndDay(end))
    .map(([field]) => ({ field, message: noMonthAndDay }));
}

/** A plan's values in its own units. */
export function unitProblems({ every_units, lead_units }: Units): Problem<keyof Units>[] {
  const isTooMuch = every_units !== null && lead_units >= every_units;
  return isTooMuch ? [{ field: 'lead_units', message: leadTooLong }] : [];
}

/** What a rule knows about a write, beside the fields that it checks. */
interface Writing<Field extends string> {
  readonly previous: unknown;
  sent(field: Field): boolean;
  fail(field: Field, message: Message): void;
}

/** A plan that goes by whichever comes first counts from its last completion; a new one need not state this. */
export function fitSchedule(
  plan: { readonly basis: Basis; schedule: (typeof schedules)[number] },
  { previous, sent, fail }: Writing<'schedule'>,
): void {
  if (plan.basis !== 'either' || plan.schedule === 'floating') return;
  if (previous === null && !sent('schedule')) plan.schedule = 'floating';
  else fail('schedule', eitherIsFloating);
}

/** The defaults of a plan's calendar fields: plans by meter alone have no others. */
export const unsaid = { due_time: '08:00', every: 1, on_closed_day: 'keep', lead_days: 7 } as const;

function has<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}

/** Reasons why a plan lacks fields: for its declarations (`only`). */
export const floatingTakesNone = say(
  'A floating plan is counted from when it was done last: leave this out.',
);
export const weekOnly = say('Only a weekly schedule has weekdays: leave this out.');
export const monthOrYearOnly = say(
  'Only a monthly or yearly schedule has a day of the month: leave this out.',
);
export const monthOnly = say('Only a monthly schedule has a weekday of the month: leave this out.');

/** Fields that plans by meter alone lack, and those that plans by the calendar alone lack. */
export const byCalendarAlone = [
  ...(['frequency', 'weekdays', 'month_day', 'nth', 'nth_weekday', 'ends_on'] as const),
  ...(['max_occurrences', 'season_from', 'season_until', 'tolerance_days'] as const),
  ...(['due_time', 'every', 'on_closed_day', 'lead_days'] as const),
] as const;
export const byMeterAlone = ['meter_id', 'every_units', 'lead_units', 'tolerance_units'] as const;
export const calendarOnly = say('A plan by meter alone has no calendar: leave this out.');
export const meterOnly = say('A plan by the calendar alone has no meter: leave this out.');
export const frequencyNeeded = say('Say how often it comes due: by day, week, month or year.');
export const meterNeeded = say('Choose the counter by which it comes due.');
export const unitsNeeded = say('Say after how many units of the counter it comes due again.');
const eitherIsFloating = say(
  'What is due by whichever comes first is counted from when it was done last: choose floating.',
);
const leadTooLong = say('Must be less than the units between.');

const noTime = say('Must be a time as HH:MM, from 00:00 to 23:59.');
const endsFirst = say('The plan cannot end before it starts.');
const noMonthDay = say('Must be a day from 1 to 31, or -1 for the last day of the month.');
const oneOfTwo = say('A plan has a day of the month or a weekday of the month, not both: leave one out.');
const noNth = say('Must be a number from 1 to 4, or -1 for the last one of the month.');
const nthNeedsWeekday = say('Choose the weekday too.');
const weekdayNeedsNth = say('Say which one of the month: 1 to 4, or -1 for the last.');
const bothEnds = say('A season has a first and a last day: give both or neither.');
const noMonthAndDay = say('Must be a day of the year as MM-DD.');
