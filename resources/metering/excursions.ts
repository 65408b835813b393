/**
 * When a gauge exceeds its limits, and when it is back: an excursion lasts from the reading that crosses a limit to the first
 * that is back by the deadband (ISA-18.2). It is computed from the readings in the order of their times. Each excursion has one
 * incident, in whatever order readings arrive.
 */
import { minus, plus } from './units.ts';

export const alarms = ['above', 'below'] as const;
/** The exceeded limit of a gauge. */
export type Alarm = (typeof alarms)[number];

/**
 * The position of a value: beyond a limit, or near enough for an excursion beyond the upper limit, the lower one or either to
 * continue.
 */
export const bands = ['above', 'high', 'either', 'low', 'below'] as const;
export type Band = (typeof bands)[number];

export interface Limits {
  readonly above: number | null;
  readonly below: number | null;
  readonly deadband: number;
}

/** The position of a value by the present limits; null if it ends any excursion. */
export function bandOf(value: number, { above, below, deadband }: Limits): Band | null {
  if (above !== null && value > above) return 'above';
  if (below !== null && value < below) return 'below';
  const high = above !== null && value > minus(above, deadband);
  const low = below !== null && value < plus(below, deadband);
  if (high && low) return 'either';
  return high ? 'high' : low ? 'low' : null;
}

const held: Readonly<Record<Alarm, readonly Band[]>> = {
  above: ['high', 'either'],
  below: ['low', 'either'],
};

/** The exceeded limit after a reading. @param before the one after the previous reading */
export function alarmAfter(before: Alarm | null, band: Band | null): Alarm | null {
  if (band === 'above' || band === 'below') return band;
  return before !== null && band !== null && held[before].includes(band) ? before : null;
}

/** A reading of a gauge, with values derived from earlier ones. */
export interface GaugeReading {
  readonly id: number;
  readonly band: Band | null;
  readonly alarm: Alarm | null;
  /** Set if an excursion begins with it. */
  readonly crossed: Alarm | null;
  /** Whether it carries the incident of an excursion, from the start or after a move. */
  readonly raised: boolean;
}

/** The new state of readings after one is added between them or voided. */
interface Course {
  /** All of them, in their new state. */
  readonly readings: readonly GaugeReading[];
  /** Excursions that need an incident: the first reading of each, and the reading that has its incident; null for a new one. */
  readonly incidents: readonly { readonly at: number; readonly from: number | null }[];
}

/**
 * Processes readings, and assigns an incident to each excursion that begins among them. An earlier one has its own.
 *
 * @param before the exceeded limit before the first of them
 * @param readings in order of time, up to one that ends any excursion, or all there are
 * @param loose the void reading that had an incident: this moves to the rest of its excursion
 */
export function follow(
  before: Alarm | null,
  readings: readonly GaugeReading[],
  loose: number | null = null,
): Course {
  const excursions: GaugeReading[][] = [];
  const told: GaugeReading[] = [];
  let alarm = before;
  for (const reading of readings) {
    const next = alarmAfter(alarm, reading.band);
    const crossed = next !== alarm ? next : null;
    const now = { ...reading, alarm: next, crossed };
    if (crossed !== null) excursions.push([now]);
    else if (next !== null) excursions.at(-1)?.push(now);
    told.push(now);
    alarm = next;
  }
  const incidents = excursions.flatMap(([first, ...rest]) => {
    if (!first || first.raised) return [];
    const from = rest.find(({ raised }) => raised)?.id ?? loose;
    return [{ at: first.id, from }];
  });
  const begun = new Set(incidents.map(({ at }) => at));
  const left = new Set(incidents.map(({ from }) => from));
  return {
    readings: told.map((one) => ({ ...one, raised: begun.has(one.id) || (one.raised && !left.has(one.id)) })),
    incidents,
  };
}
