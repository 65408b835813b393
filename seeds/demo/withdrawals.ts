/** Decides which parts leave the store, when and for what. */
import { day, minute } from './calendar.ts';
import type { Item, Maintenance } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { toMinute } from './shifts.ts';

/** A wish: what is not in stock by then is not issued. */
export interface Withdrawal {
  readonly item: Item;
  readonly quantity: number;
  readonly maintenance: Maintenance | null;
  readonly notes: string | null;
  readonly at: number;
}

const shares: Readonly<Record<Maintenance['type'], number>> = {
  corrective: 0.75,
  preventive: 0.45,
  predictive: 0.05,
  inspection: 0.05,
  improvement: 0.5,
};

const counters = ['Issued to the early shift.', 'Issued to the late shift.', 'For the workshop shelf.', null];

export function buildWithdrawals(
  items: readonly Item[],
  maintenances: readonly Maintenance[],
  today: number,
): Withdrawal[] {
  const random = createRandom('withdrawals');
  const fitting = new Map<number, Item[]>();
  for (const item of items) {
    for (const { id } of item.fits) fitting.set(id, [...(fitting.get(id) ?? []), item]);
  }
  const forWork = maintenances.flatMap((maintenance) =>
    withdrawFor(maintenance, fitting.get(maintenance.material.id) ?? [], today, random),
  );
  const overTheCounter = items.flatMap((item) =>
    Array.from({ length: random.int(0, 5) }, (): Withdrawal => {
      const at = toMinute(item.createdAt + day + random.next() * (today - item.createdAt - 2 * day));
      return { item, quantity: howMany(item, random), maintenance: null, notes: random.pick(counters), at };
    }),
  );
  return [...forWork, ...overTheCounter];
}

/** Parts are taken while the work goes on, and only where the plant's own people do it. */
function withdrawFor(
  maintenance: Maintenance,
  fitting: readonly Item[],
  today: number,
  random: Random,
): Withdrawal[] {
  const { startedAt, resolvedAt, realization, type } = maintenance;
  if (startedAt === null || realization === 'external' || fitting.length === 0) return [];
  if (!random.chance(shares[type])) return [];
  const taken = new Set([random.pick(fitting), ...(random.chance(0.35) ? [random.pick(fitting)] : [])]);
  const end = resolvedAt ?? Math.min(today, startedAt + day);
  return [...taken].map((item) => ({
    item,
    quantity: howMany(item, random),
    maintenance,
    notes: null,
    at: toMinute(startedAt + random.next() * (end - startedAt - minute)),
  }));
}

function howMany({ part }: Item, random: Random): number {
  return part.delivery >= 48
    ? random.int(2, Math.ceil(part.delivery / 10))
    : random.int(1, part.delivery > 4 ? 3 : 1);
}
