/** Rules at random: all that the fields of a plan allow, ends included. */
import fc from 'fast-check';
import { weekdays } from '../../../../resources/plans/days.ts';
import type { Rule } from '../../../../resources/plans/rule.ts';

const everies = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 365 }));
const monthDays = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(-1, 28, 29, 30, 31));
const days = fc
  .oneof(fc.integer({ min: 0, max: 40 * 365 }), fc.constantFrom(...['2024-02-29', '2027-01-31'].map(toCount)))
  .map((count) => new Date(Date.UTC(1996, 0, 1 + count)).toISOString().slice(0, 10));

function toCount(day: string): number {
  return (Date.parse(day) - Date.UTC(1996, 0, 1)) / 86_400_000;
}

const none = { weekdays: null, month_day: null, nth: null, nth_weekday: null };
const parts = fc.oneof(
  fc.constant({ ...none, frequency: 'day' as const }),
  fc
    .option(fc.subarray([...weekdays], { minLength: 1 }))
    .map((named) => ({ ...none, frequency: 'week' as const, weekdays: named })),
  fc.option(monthDays).map((day) => ({ ...none, frequency: 'month' as const, month_day: day })),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom(...weekdays))
    .map(([nth, weekday]) => ({ ...none, frequency: 'month' as const, nth, nth_weekday: weekday })),
  fc.option(monthDays).map((day) => ({ ...none, frequency: 'year' as const, month_day: day })),
);

const lengths = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1500 }));

export const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    part: parts,
    every: everies,
    starts_on: days,
    length: fc.option(lengths, { freq: 1 }),
    max_occurrences: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 1 }),
  })
  .map(({ part, every, starts_on, length, max_occurrences }) => {
    const end = new Date(Date.parse(starts_on) + (length ?? 0) * 86_400_000).toISOString().slice(0, 10);
    return { ...part, every, starts_on, max_occurrences, ends_on: length === null ? null : end };
  });
