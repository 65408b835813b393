/** The meters of machines, by kind. */
import type { Limits } from '../../../resources/metering/excursions.ts';
import type { Kind } from './kinds.ts';

/** A meter of a kind of machine. */
export interface MeterEntry {
  readonly name: string;
  readonly unit: string;
  /** The daily gain of a counter; null for a gauge. */
  readonly perDay: number | null;
  readonly limits: Limits;
  /** The usual value of a gauge, and one beyond its limits. */
  readonly shows: readonly [usual: number, unusual: number];
}

const noLimits: Limits = { above: null, below: null, deadband: 0 };
const hours = (perDay: number): MeterEntry => ({
  ...{ name: 'Running hours', unit: 'h', perDay, limits: noLimits, shows: [0, 0] },
});
export const pressure: MeterEntry = {
  ...{ name: 'Outlet pressure', unit: 'bar', perDay: null, shows: [7.2, 8.9] },
  limits: { above: 8.5, below: 5.5, deadband: 0.3 },
};
export const temperature: MeterEntry = {
  ...{ name: 'Bearing temperature', unit: '°C', perDay: null, shows: [58, 70] },
  limits: { above: 85, below: null, deadband: 5 },
};

/** For this number of machines of each kind, in order. */
export const metersByKind: readonly (readonly [Kind, number, readonly MeterEntry[]])[] = [
  ['compressor', 2, [hours(17), pressure]],
  ['pump', 2, [hours(14)]],
  ['motor', 2, [hours(15), temperature]],
  ['generator', 1, [hours(0.6)]],
  ['forklift', 2, [hours(5.5)]],
];
