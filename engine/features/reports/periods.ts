/** The periods of a report's window. */
import { lastYear } from '../counts/periods.ts';
import type { PeriodOfWindow, ReportPeriod, Window } from './grouping.ts';

/** Every period of a window, cut to the window. @param until not included */
export function periodsOf({ from, until }: Window, period: ReportPeriod): PeriodOfWindow[] {
  const periods: PeriodOfWindow[] = [];
  for (let start = from; start < until; ) {
    const next = startAfter(start, period);
    const end = next !== null && next < until ? next : until;
    periods.push({ value: start, from: start, until: end });
    start = end;
  }
  return periods;
}

/** The first day of the next period; null after the year 9999. By arithmetic: ten years have thousands of days. */
function startAfter(day: string, period: ReportPeriod): string | null {
  const date = new Date(`${day}T00:00:00.000Z`);
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() + 1, 1);
  else date.setUTCDate(date.getUTCDate() + (period === 'day' ? 1 : 7 - ((date.getUTCDay() + 6) % 7)));
  return date.getUTCFullYear() > lastYear ? null : date.toISOString().slice(0, 10);
}
