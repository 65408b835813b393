/** A calendar day. */

import { DateTime } from 'luxon';
import { say } from '../../message.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import type { Keys, Shape } from '../shape.ts';
import { wordingKeys } from '../wording.ts';
import { nullness, pick, type Scalar } from './scalar.ts';

/** The day of the request in the time zone of the site, or a day some days before or after it. */
type RelativeDay = 'today' | `today+${number}` | `today-${number}`;

/** A calendar day, `YYYY-MM-DD`, without a time. */
export function DateOnly<const O extends Common<RelativeDay> = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const facts = keep<Common<RelativeDay>>(options ?? {}, ['default', ...wordingKeys]);
  return make(
    { type: 'string', format: 'date' },
    { kind: 'column', scalar: day, ...facts },
    madeBy('DateOnly', options),
  );
}

/** The distance of a relative day from today, in days; null for any other value. */
function daysFromToday(usual: unknown): number | null {
  const [, days] = /^today([+-]\d{1,5})?$/.exec(String(usual)) ?? [null, null];
  return days === null ? null : Number(days ?? 0);
}

/** Whether a text is a calendar day, `YYYY-MM-DD`, from the year 1000 on. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // A Date turns 31 February into a day of March. Only a text that comes back unchanged is a valid day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const relativeDay: Shape = {
  is: '`today`, `today+30` or the like',
  fits: (value) => daysFromToday(value) !== null,
};
const dayWords = say('a day such as 2026-01-31');

const dayShape: Keys<Common<RelativeDay>> = { ...wordingShape, default: relativeDay };

export const day: Scalar<'date'> = {
  makers: { DateOnly: dayShape },
  type: 'date',
  store: String,
  show: String,
  ordered: 'time',
  counted: 'periods',
  sorted: 'column',
  names: true,
  asText: true,
  present: (storedNow) => storedNow.slice(0, 10),
  query: {
    title: 'Date',
    schema: { type: 'string', format: 'date' },
    says: dayWords,
    parse: (text) => (isDay(text) ? text : undefined),
    example: () => ({ gte: '2026-01-01' }),
  },
  column: {
    type: () => 'date',
    line: (of) => `t.date('${of.name}')${nullness(of)}`,
    filled: 'unknown',
  },
  format: { name: 'date', of: 'string', check: isDay, says: dayWords },
  misfit: (value) => (daysFromToday(value) === null ? 'is not `today`, `today+30` or the like' : null),
  atRequest: (usual, now, timezone) =>
    DateTime.fromISO(now, { zone: timezone })
      .plus({ days: daysFromToday(usual) ?? 0 })
      .toISODate(),
  example: () => '2026-03-14',
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant, serial, distinct }) =>
      distinct
        ? new Date(Date.UTC(2024, 1, 29 + serial)).toISOString().slice(0, 10)
        : pick(['2025-12-29', '2024-02-29', '2025-06-15', '2026-01-01'], variant),
    wrong: () => [5, 'today', '2026-02-30', '2026-1-1', '2026-01-31T08:00:00Z'],
  },
};
