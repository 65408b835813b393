/** Calendar days as `YYYY-MM-DD`: without hours and zone, so that no change of offsets affects them. */
import { wallAt } from './clock.ts';

export const dayMs = 86_400_000;

/** The local day of an instant. @param timezone IANA zone; null for the browser's */
export function dayOf(instant: string | number, timezone: string | null): string {
  return wallAt(new Date(instant).toISOString(), timezone).slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The first day of the month that is some months after that of a day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The week of a day, from Monday to Sunday. */
export function weekOf(day: string): string[] {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - weekday));
}

/** The first day after the day, week or month of a day; of a year, the same month of the next one. */
export function nextPeriod(day: string, period: 'day' | 'week' | 'month' | 'year'): string {
  if (period === 'day') return addDays(day, 1);
  if (period === 'week') return addDays(weekOf(day)[0] ?? day, 7);
  return addMonths(day, period === 'month' ? 1 : 12);
}

/** The weeks of a day's month. */
export function weeksOf(day: string): string[][] {
  const last = addDays(addMonths(day, 1), -1);
  const weeks: string[][] = [];
  for (
    let week = weekOf(addMonths(day, 0));
    (week[0] ?? last) <= last;
    week = weekOf(addDays(week[6] ?? last, 1))
  )
    weeks.push(week);
  return weeks;
}

/** Whether a text is an existing day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}
