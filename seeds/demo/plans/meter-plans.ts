/** Plans of both plants by meter. */
import { floating, halfYearly, type PlanEntry, yearly } from './entry.ts';

export const meterPlans: readonly PlanEntry[] = [
  {
    name: 'Change the oil and the separator of the compressor',
    of: ['compressor', 0],
    minutes: 150,
    rule: yearly,
    units: { basis: 'meter', meter: 'Running hours', every: 1000, lead: 50 },
    lead: 7,
  },
  {
    name: 'Service after hours run or half a year',
    of: ['forklift', 0],
    minutes: 120,
    rule: { ...halfYearly, ...floating },
    units: { basis: 'either', meter: 'Running hours', every: 400, lead: 20 },
    lead: 7,
  },
];
