/** Working hours and closures of sites. */
import { workingDays } from '../../resources/plans/closed-days.ts';
import type { PlanSite } from '../../resources/plans/plan.ts';
import { day, dayOf } from './calendar.ts';
import type { Site } from './model.ts';

const workweek = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
export const weekdayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

type Hours = readonly [weekday: keyof typeof weekdayNames, from: string, until: string];

/** The shifts of the demo's people (`workdays.ts`). */
export function hoursOf({ plan }: Site): Hours[] {
  if (plan.isHeadquarters) return workweek.map((weekday) => [weekday, '08:00', '17:00']);
  const shifts = workweek.flatMap((weekday): Hours[] => [
    [weekday, '06:00', '14:00'],
    [weekday, '14:00', '22:00'],
  ]);
  return [...shifts, ['sat', '06:00', '14:00']];
}

const holidays = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'St Stephen’s Day'],
] as const;

/** Future ones: there were none in the past. */
export function closuresFrom(today: number): { readonly day: string; readonly name: string }[] {
  const days = Array.from({ length: 365 }, (_, ahead) => dayOf(today + (ahead + 1) * day));
  return days.flatMap((one) =>
    holidays.flatMap(([on, name]) => (one.slice(5) === on ? [{ day: one, name }] : [])),
  );
}

/** The fields of a site for the dates of its plans. */
export function planSiteOf(site: Site, today: number): PlanSite {
  const hours = hoursOf(site).map(([weekday]) => ({ weekday }));
  return { ...workingDays(hours, closuresFrom(today)), timezone: site.plan.timezone };
}
