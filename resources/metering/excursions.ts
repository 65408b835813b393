/**
 * When a gauge leaves its limits, and when it is back: one excursion from the reading that crosses a limit to the first that is back
 * by the deadband (ISA-18.2). It follows from the readings in the order of the moments at which they were read; that each makes one
 * incident holds in whatever order they come in.
 */
import { minus, plus } from './units.ts';

export const alarms = ['above', 'below'] as const;
/** Which limit a gauge has left. */
export type Alarm = (typeof alarms)[number];

/** Where a value lies: beyond a limit, or so near that an excursion beyond the upper, the lower or either goes on. */
export const bands = ['above', 'high', 'either', 'low', 'below'] as const;
export type Band = (typeof bands)[number];

export interface Limits {
  readonly above: number | null;
  readonly below: number | null;
  readonly deadband: number;
}

/** Where a value lies by the limits of this moment; null where any excursion ends. */
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

/** The limit that a gauge has left with a reading. @param before the one that it had left with the reading before */
export function alarmAfter(before: Alarm | null, band: Band | null): Alarm | null {
  if (band === 'above' || band === 'below') return band;
  return before !== null && band !== null && held[before].includes(band) ? before : null;
}

/** A reading of a gauge, with what follows from those before it. */
export interface GaugeReading {
  readonly id: number;
  readonly band: Band | null;
  readonly alarm: Alarm | null;
  /** Set where an excursion begins with it. */
  readonly crossed: Alarm | null;
  /** Whether the incident of an excursion was made of it, or has moved to it. */
  readonly raised: boolean;
}

/** What becomes of readings once one has come in between them, or one of them is void. */
interface Course {
  /** All of them, as they are now. */
  readonly readings: readonly GaugeReading[];
  /** Excursions that need an incident: by the reading each begins with, and the one that has its incident; null for a new one. */
  readonly incidents: readonly { readonly at: number; readonly from: number | null }[];
}

/**
 * Goes through readings, and gives each excursion that begins among them its incident. One that began before has its own.
 *
 * @param before the limit that the gauge had left before the first of them
 * @param readings in the order of time, up to one that ends any excursion, or all there are
 * @param loose the reading that is void and had raised an incident: this goes to what is left of its excursion
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
