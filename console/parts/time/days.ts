/** Days of a calendar as `YYYY-MM-DD`: they have no hours and no zone, so that no change of clocks moves them. */
import { wallAt } from './clock.ts';

const dayMs = 86_400_000;

/** The day of an instant on a clock. @param timezone IANA zone; null for the browser's */
export function dayOf(instant: string | number, timezone: string | null): string {
  return wallAt(new Date(instant).toISOString(), timezone).slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The first of the month that lies some months from that of a day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** The weeks, from Monday to Sunday, in which the month of a day lies. */
export function weeksOf(day: string): string[][] {
  const first = addMonths(day, 0);
  const last = addDays(addMonths(day, 1), -1);
  const weekday = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = addDays(first, -weekday); monday <= last; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

/** Whether a text is a month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}
