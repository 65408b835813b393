/** The trades of each site, the labour of its own people, and the charges of companies. */
import { amountOf as labourCost } from '../../resources/labour/amount.ts';
import { dayAt } from '../../resources/plans/local-time.ts';
import { day, hour, isoOf, minute } from './calendar.ts';
import type { Maintenance } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

/** Names and hourly rates. */
const trades = [
  ['Mechanics', 46.5],
  ['Electrics', 52],
  ['Automation', 64.8],
] as const;

/** After maintenances, to which they belong. */
export function labourRowsOf({ sites, maintenances, start }: World, today: number): Lists {
  const tradeRows = sites.flatMap((site, at) =>
    trades.map(([name, hourly_rate], place): Row => {
      const origin = {
        id: 3 * at + place + 1,
        author: site.author,
        createdAt: start + 3 * hour + place * minute,
      };
      return { ...stamps(origin), site_id: site.id, name, hourly_rate, active: true };
    }),
  );
  const random = createRandom('labour');
  const entries = maintenances.flatMap((maintenance) =>
    // Some have no recorded labour.
    maintenance.operators.flatMap((operator) => {
      const place = operator.id % trades.length;
      const wanted = maintenance.origin?.plan.entry.minutes ?? random.int(2, 16) * 15;
      const factor = random.int(7, 13) / 10;
      if (!random.chance(0.9)) return [];
      return entryOf(maintenance, operator, place, Math.ceil((wanted * factor) / 5) * 5, today);
    }),
  );
  const charged = createRandom('service costs');
  const costs = maintenances.flatMap((maintenance) => costsOf(maintenance, today, charged));
  return [
    ['trades', tradeRows],
    ['labour-entries', entries.map((entry, at) => ({ ...entry, id: at + 1 }))],
    ['service-costs', costs.map((cost, at) => ({ ...cost, id: at + 1 }))],
  ];
}

/** A finished job of a company is charged a day later; some invoices are missing. */
function costsOf(maintenance: Maintenance, today: number, random: Random): Row[] {
  const { id, author, material, resolvedAt, companies } = maintenance;
  const { site } = material.zone;
  return companies.flatMap((company) => {
    const amount = random.int(12, 240) * 10 + random.int(0, 99) / 100;
    const number = random.int(1000, 9999);
    if (resolvedAt === null || resolvedAt + day >= today || !random.chance(0.9)) return [];
    const incurred_on = dayAt(isoOf(resolvedAt), site.plan.timezone);
    return [
      {
        ...stamps({ id, author, createdAt: resolvedAt + day }),
        site_id: site.id,
        maintenance_id: id,
        company_id: company.id,
        amount: Math.round(amount * 100) / 100,
        incurred_on,
        invoice_number: `${incurred_on.slice(0, 4)}-${number}`,
      },
    ];
  });
}

/** Recorded when the work is done, or at the end of the day. */
function entryOf(
  { id, material, startedAt, resolvedAt }: Maintenance,
  operator: Maintenance['operators'][number],
  place: number,
  minutes: number,
  today: number,
): Row[] {
  if (startedAt === null || startedAt >= today) return [];
  const { site } = material.zone;
  const [, rate = 0] = trades[place] ?? [];
  const createdAt = Math.min(today - minute, Math.max(resolvedAt ?? 0, startedAt + minutes * minute));
  return [
    {
      ...stamps({ id, author: operator, createdAt }),
      site_id: site.id,
      maintenance_id: id,
      user_id: operator.id,
      trade_id: 3 * (site.id - 1) + place + 1,
      kind: 'work',
      minutes,
      worked_on: dayAt(isoOf(startedAt), site.plan.timezone),
      hourly_rate: rate,
      amount: labourCost(minutes, rate),
    },
  ];
}
