/** The days of figures, as in the address: a usual span, or a first and a last day. */
import { addDays, addMonths, isDay } from '../parts/time/days.ts';

export const spans = ['months', 'days30', 'days90', 'year', 'own'] as const;
type Span = (typeof spans)[number];

export interface Window {
  readonly span: Span;
  /** `YYYY-MM-DD`, the first day. */
  readonly from: string;
  /** The day after the last. */
  readonly until: string;
}

/** The limit of the service. */
const mostDays = 3660;

/** @param today `YYYY-MM-DD` at the site */
export function windowOf(query: URLSearchParams, today: string): Window {
  const until = addDays(today, 1);
  const usual = { span: 'months', from: addMonths(today, -11), until } as const;
  const span = spans.find((one) => one === query.get('span'));
  if (span === 'days30' || span === 'days90')
    return { span, from: addDays(until, span === 'days30' ? -30 : -90), until };
  if (span === 'year') return { span, from: `${today.slice(0, 4)}-01-01`, until };
  const [first, last] = [query.get('from') ?? '', query.get('until') ?? ''];
  if (span !== 'own' || !isDay(first) || !isDay(last)) return usual;
  const isAsked = first < last && last <= addDays(first, mostDays);
  return isAsked ? { span, from: first, until: last } : usual;
}

const within = (day: string, least: string, most: string): string =>
  day < least ? least : day > most ? most : day;

/** Changes the first day, or the end: if the window would be invalid, the other end moves too. */
export const daysFrom = (from: string, { until }: Window): Pick<Window, 'from' | 'until'> => ({
  from,
  until: within(until, addDays(from, 1), addDays(from, mostDays)),
});
export const daysUntil = (until: string, { from }: Window): Pick<Window, 'from' | 'until'> => ({
  from: within(from, addDays(until, -mostDays), addDays(until, -1)),
  until,
});

/** The window in the address. The first and the last day are kept while they are being chosen. */
export const windowQuery = ({ span, from, until }: Window): Record<string, string | null> => ({
  span: span === 'months' ? null : span,
  from: span === 'own' ? from : null,
  until: span === 'own' ? until : null,
});
