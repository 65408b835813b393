/** Working hours, closures, rounds of cleaning and webhooks: people fill them in by hand, so there are hundreds and not thousands. */

import { keyed, type Row, search, type Tables } from '../../../../../../seeds/bulk/insert.ts';
import { day, dayOf } from '../../../../../../seeds/demo/calendar.ts';

/** What the rows are made of. */
export interface Ground {
  readonly siteId: number;
  /** The first free id of each table. */
  readonly first: {
    readonly working_hours: number;
    readonly closures: number;
    readonly cleaning_rounds: number;
    readonly webhooks: number;
    readonly meters: number;
    readonly meter_readings: number;
    readonly equipment_classes: number;
    readonly trades: number;
    readonly procedures: number;
    readonly maintenance_steps: number;
    readonly labour_entries: number;
    readonly request_points: number;
    readonly work_requests: number;
    readonly service_costs: number;
    readonly downtimes: number;
    readonly comments: number;
    readonly attachments: number;
    readonly incidents: number;
  };
  readonly last: {
    readonly user: number;
    readonly zone: number;
    readonly material: number;
    readonly maintenance: number;
    readonly company: number;
  };
  /** What every row has. */
  made(first: number, n: number): Row;
  /** Some moment of the last year, as it is stored. */
  at(n: number): string;
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** How many rows each table has. */
const many = 300;

export function upkeepRows({ siteId, first, last, made, at }: Ground): Tables {
  const rows = (build: (index: number) => Row) => Array.from({ length: many }, (_, n) => build(n));
  const own = { site_id: siteId };
  const time = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(11, 16);
  return [
    [
      'working_hours',
      rows((n) => ({
        ...made(first.working_hours, n),
        ...own,
        name: `Hours ${n}`,
        weekday: weekdays[n % 7] ?? null,
        from: time(1439 - Math.floor(n / 7)),
        until: '00:00',
      })),
    ],
    [
      'closures',
      rows((n) => ({
        ...made(first.closures, n),
        ...own,
        ...keyed('name', `Holiday ${n}`),
        day: dayOf(((n * 1861) % 3000) * 3 * day),
        ...search(`Holiday ${n}`),
      })),
    ],
    [
      'cleaning_rounds',
      rows((n) => ({
        ...made(first.cleaning_rounds, n),
        ...own,
        ...keyed('name', `Round ${n}`),
        zone_id: n % 3 === 0 ? null : last.zone - (n % 20),
        type: n % 2 === 0 ? 'daily' : 'weekly',
        active: n % 40 === 0 ? 0 : 1,
        starts_on: '2026-01-01',
        due_time: '08:00',
        frequency: n % 2 === 0 ? 'day' : 'week',
        every: 1,
        next_due_at: n % 40 === 0 ? null : at(n),
        ...search(`Round ${n}`),
      })),
    ],
    [
      'webhooks',
      rows((n) => ({
        ...made(first.webhooks, n),
        ...own,
        ...keyed('name', `Program ${n}`),
        url: `https://erp${n}.example/mill`,
        // None that is told of what the tests write.
        ...{ active: 0, include_row: 0, every_site: 0, failures: 0 },
        ...search(`Program ${n}`),
      })),
    ],
    ['webhook_events', rows((n) => ({ webhook_id: first.webhooks + n, pattern: 'zone.*' }))],
    [
      'cleaning_round_materials',
      rows((n) => ({
        cleaning_round_id: first.cleaning_rounds + n - (n % 3),
        material_id: last.material - n,
      })),
    ],
  ];
}
