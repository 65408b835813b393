/** Rows of what is measured at a large site. */
import { keyed, type Row, search, type Tables } from '../../../../../../seeds/bulk/insert.ts';
import type { Ground } from './upkeep-rows.ts';

/** How many rows each table has. */
const many = 3000;
/** Readings of each meter. */
const readingsOfEach = 100;

export function measuredRows({ siteId, first, last, made, at }: Ground): Tables {
  const rows = (build: (n: number) => Row): Row[] => Array.from({ length: many }, (_, n) => build(n));
  const materialOf = (meter: number) => last.material - ((meter * 577) % 5000);
  return [
    [
      'meters',
      rows((n) => ({
        ...made(first.meters, n),
        ...{ site_id: siteId, ...keyed('name', `Meter ${n}`), material_id: materialOf(n), unit: 'h' },
        ...{
          kind: n % 3 === 0 ? 'gauge' : 'counter',
          active: n % 30 === 0 ? 0 : 1,
          deadband: 0,
          severity: 'high',
        },
        ...{ last_value: n * 1000, last_read_at: at(n), alarm: n % 60 === 0 ? 'above' : null },
        ...search(`Meter ${n}`),
      })),
    ],
    [
      'meter_readings',
      rows((n) => {
        const meter = Math.floor(n / readingsOfEach);
        return {
          ...made(first.meter_readings, n),
          ...{
            site_id: siteId,
            name: `Reading ${n}`,
            meter_id: first.meters + meter,
            material_id: materialOf(meter),
          },
          ...{ value: n * 1000, read_at: at(n), is_reset: 0, raised: n % 60 === 0 ? 1 : 0 },
          ...{ voided: n % 90 === 0 ? 1 : 0, crossed: n % 60 === 0 ? 'above' : null },
          ...search(`Reading ${n}`),
        };
      }),
    ],
  ];
}
