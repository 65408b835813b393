/** Decides which parts are withdrawn, when and for what. */
import { DateTime } from 'luxon';
import { day } from './calendar.ts';
import type { Item, Maintenance } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { attendedMoment } from './roster.ts';

/** A requested withdrawal: parts that are not in stock by then are not issued. */
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
      const at = attendedMoment(item.site, item.createdAt + day, today, random);
      const notes = random.pick([shiftOf(item, at), 'For the workshop shelf.', null]);
      return { item, quantity: howMany(item, random), maintenance: null, notes, at };
    }),
  );
  return [...forWork, ...overTheCounter];
}

function shiftOf({ site }: Item, at: number): string {
  const { hour } = DateTime.fromMillis(at, { zone: site.plan.timezone });
  return `Issued to the ${hour < 14 ? 'early' : 'late'} shift.`;
}

/** Parts are withdrawn during the work, and only if the plant's own people do it. */
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
  return [...taken].map((item) => {
    const at = Math.min(end, attendedMoment(item.site, startedAt, end, random));
    return { item, quantity: howMany(item, random), maintenance, notes: null, at };
  });
}

function howMany({ part }: Item, random: Random): number {
  return part.delivery >= 48
    ? random.int(2, Math.ceil(part.delivery / 10))
    : random.int(1, part.delivery > 4 ? 3 : 1);
}
