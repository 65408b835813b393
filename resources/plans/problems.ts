/** What the fields of a plan must not be together. */
import { type Message, say } from '../../engine/index.ts';
import { type Day, type Frequency, firstDay, lastDay, type Weekday } from './days.ts';
import type { Plan } from './plan.ts';
import { isMonthAndDay } from './season.ts';

/** The fields that are judged together; null and absent are the same. */
export interface PlanFields {
  readonly schedule: Plan['schedule'];
  readonly starts_on: Day;
  readonly due_time: string;
  readonly frequency: Frequency;
  readonly weekdays?: readonly Weekday[] | null | undefined;
  readonly month_day?: number | null | undefined;
  readonly nth?: number | null | undefined;
  readonly nth_weekday?: Weekday | null | undefined;
  readonly ends_on?: Day | null | undefined;
  readonly season_from?: string | null | undefined;
  readonly season_until?: string | null | undefined;
}

/** Their names. */
export const judgedFields = [
  'schedule',
  'starts_on',
  'due_time',
  'frequency',
  'weekdays',
  'month_day',
  'nth',
  'nth_weekday',
  'ends_on',
  'season_from',
  'season_until',
] as const satisfies readonly (keyof PlanFields)[];

export interface Problem {
  readonly field: keyof PlanFields;
  readonly message: Message;
}

/** All that is wrong with the fields of a plan together, each told on the field to change. */
export function planProblems(plan: PlanFields): Problem[] {
  return [...timeProblems(plan), ...dayProblems(plan), ...seasonProblems(plan)];
}

const outOfCalendar = say('Must be a day from {first} to {last}.', { first: firstDay, last: lastDay });
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

function timeProblems({ due_time, starts_on, ends_on }: PlanFields): Problem[] {
  const problems: Problem[] = [];
  if (!clock.test(due_time)) problems.push({ field: 'due_time', message: noTime });
  if (starts_on < firstDay || starts_on > lastDay)
    problems.push({ field: 'starts_on', message: outOfCalendar });
  if (has(ends_on) && ends_on < starts_on) problems.push({ field: 'ends_on', message: endsFirst });
  return problems;
}

const dayFields = ['weekdays', 'month_day', 'nth', 'nth_weekday'] as const;

function dayProblems(plan: PlanFields): Problem[] {
  if (plan.schedule === 'floating')
    return dayFields
      .filter((field) => has(plan[field]))
      .map((field) => ({ field, message: floatingTakesNone }));
  return [...weekdayProblems(plan), ...monthDayProblems(plan), ...nthProblems(plan)];
}

function weekdayProblems({ frequency, weekdays }: PlanFields): Problem[] {
  if (!has(weekdays)) return [];
  if (frequency !== 'week') return [{ field: 'weekdays', message: weekOnly }];
  return weekdays.length === 0 ? [{ field: 'weekdays', message: noWeekday }] : [];
}

function monthDayProblems({ frequency, month_day, nth, nth_weekday }: PlanFields): Problem[] {
  if (!has(month_day)) return [];
  if (frequency === 'day' || frequency === 'week') return [{ field: 'month_day', message: monthOrYearOnly }];
  if (month_day === 0 || month_day < -1 || month_day > 31)
    return [{ field: 'month_day', message: noMonthDay }];
  return has(nth) || has(nth_weekday) ? [{ field: 'month_day', message: oneOfTwo }] : [];
}

function nthProblems({ frequency, nth, nth_weekday }: PlanFields): Problem[] {
  if (frequency !== 'month')
    return (['nth', 'nth_weekday'] as const)
      .filter((field) => has({ nth, nth_weekday }[field]))
      .map((field) => ({ field, message: monthOnly }));
  if (has(nth) && (nth === 0 || nth < -1 || nth > 4)) return [{ field: 'nth', message: noNth }];
  if (has(nth) && !has(nth_weekday)) return [{ field: 'nth_weekday', message: nthNeedsWeekday }];
  return has(nth_weekday) && !has(nth) ? [{ field: 'nth', message: weekdayNeedsNth }] : [];
}

function seasonProblems({ season_from, season_until }: PlanFields): Problem[] {
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

function has<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}

const noTime = say('Must be a time as HH:MM, from 00:00 to 23:59.');
const endsFirst = say('The plan cannot end before it starts.');
const floatingTakesNone = say('A floating plan is counted from when it was done last: leave this out.');
const weekOnly = say('Only a weekly schedule has weekdays: leave this out.');
const noWeekday = say('Name a weekday, or leave this out for that of the first day.');
const monthOrYearOnly = say('Only a monthly or yearly schedule has a day of the month: leave this out.');
const noMonthDay = say('Must be a day from 1 to 31, or -1 for the last day of the month.');
const oneOfTwo = say('A plan has a day of the month or a weekday of the month, not both: leave one out.');
const monthOnly = say('Only a monthly schedule has a weekday of the month: leave this out.');
const noNth = say('Must be a number from 1 to 4, or -1 for the last one of the month.');
const nthNeedsWeekday = say('Name the weekday that is meant.');
const weekdayNeedsNth = say('Say which one of the month is meant: 1 to 4, or -1 for the last.');
const bothEnds = say('A season has a first and a last day: give both or neither.');
const noMonthAndDay = say('Must be a day of the year as MM-DD.');
