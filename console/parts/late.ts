/** Whether a row is late, or due soon, by its resource's view: all parts of the console use this. */
import type { Resource, Row } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { dayMs, dayOf } from './time/days.ts';

export interface Lateness {
  readonly is: 'late' | 'due';
  /** `3 days late`, `in 2 h` */
  readonly words: string;
  readonly tone: 'bad' | 'warn';
  /** The field with the date. */
  readonly field: string;
}

/** The present time and its zone. */
interface Looking {
  /** IANA zone of the site; null for the browser's. */
  readonly timezone: string | null;
  readonly now?: number;
}

type Dated = Pick<Resource, 'view'>;

/** Null for a row that is neither late nor due soon. */
export function latenessOf(
  { view }: Dated,
  row: Row,
  { timezone, now = Date.now() }: Looking,
): Lateness | null {
  const { late } = view;
  const field = late?.at.find((name) => typeof row[name] === 'string');
  const isOpen = Object.entries(late?.while ?? {}).every(([name, values]) =>
    values.some((value) => value === row[name]),
  );
  if (!late || field === undefined || !isOpen) return null;
  const at = String(row[field]);
  const isDay = at.length === isoDay;
  // A day has passed when the next one begins.
  const leftUntil = (moment: unknown): number =>
    Date.parse(String(moment)) - (String(moment).length === isoDay ? Date.parse(dayOf(now, timezone)) : now);
  const left = leftUntil(at);
  const end = late.after === undefined ? left : leftUntil(row[late.after]);
  if (end < 0) return { is: 'late', words: w.value.late(spanOf(-Math.min(left, end))), tone: 'bad', field };
  if (left < 0) return end > 0 ? { is: 'due', words: w.value.left(spanOf(end)), tone: 'warn', field } : null;
  if (left > soonOf(late.soon)) return null;
  const words = isDay && left === 0 ? w.views.today : w.value.due(spanOf(left));
  return { is: 'due', words, tone: 'warn', field };
}

const isoDay = 'YYYY-MM-DD'.length;
const hour = 3_600_000;
const minute = 60_000;

/** Milliseconds of `P7D` or `PT12H`; negative if there is none. */
function soonOf(soon: string | undefined): number {
  const [, days, hours] = /^P(?:(\d+)D|T(\d+)H)$/.exec(soon ?? '') ?? [];
  if (days !== undefined) return Number(days) * dayMs;
  return hours === undefined ? -1 : Number(hours) * hour;
}

/** The duration in one unit: `3 days`, `2 h`, `5 min`. */
function spanOf(milliseconds: number): string {
  if (milliseconds < hour) return `${Math.max(1, Math.floor(milliseconds / minute))} min`;
  if (milliseconds < dayMs) return `${Math.floor(milliseconds / hour)} h`;
  const days = Math.floor(milliseconds / dayMs);
  return w.value.days(days);
}
