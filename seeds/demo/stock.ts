/** The spare parts that a site stocks, and a year of their movements: deliveries, withdrawals, mistakes and their reversals. */
import { DateTime } from 'luxon';
import { day, dayOf, hour, minute, toMinute } from './calendar.ts';
import type { CompanyFinder, Item, Material, Movement, Site, Work } from './draft.ts';
import { made } from './draft.ts';
import { createRandom, type Random } from './random.ts';
import { type Attendance, attendedMoment, nextAttendance } from './roster.ts';
import { parts, type WorkType } from './tables.ts';

export function buildItems(site: Site, materials: readonly Material[], findCompany: CompanyFinder): Item[] {
  const random = createRandom(`items of ${site.name}`);
  const keepsNo = site.of.entry.keepsNo.split(' ');
  const kept = parts.filter(({ reference }) => !keepsNo.some((start) => reference.startsWith(start)));
  return kept.flatMap((part, index): Item[] => {
    const { price, supplier, delivery, fits: kinds, ...columns } = part;
    const working = materials.filter(({ decommissioned_at: retiredAt }) => retiredAt === null);
    const fits = working.filter(({ of }) => kinds.includes(of.kind) && random.chance(0.85));
    const critical = Math.round(delivery * 0.15);
    const watched = random.next();
    if (fits.length === 0) return [];
    const shelf = `Shelf ${random.pick(['A', 'B', 'C', 'D', 'E', 'F'])}${random.int(1, 40)}.`;
    const stock = { current_price: Math.round(price * 100), current_stock: 0 };
    const row = {
      ...{ ...columns, ...stock, company: findCompany(supplier), materials: fits },
      description: random.chance(0.3) ? shelf : null,
      warning_stock: watched < 0.1 ? null : Math.max(1, Math.round(delivery * 0.4)),
      critical_stock: watched < 0.16 || critical === 0 ? null : critical,
    };
    const stamps = made(site.created_by, site.created_at + 4 * day + index * 7 * minute);
    return [{ ...stamps, site, ...row, of: { part } }];
  });
}

/** A requested withdrawal: parts that are not in stock by then are not issued. */
interface Withdrawal {
  readonly item: Item;
  readonly quantity: number;
  readonly maintenance: Work | null;
  readonly notes: string | null;
  readonly at: number;
}

/** The share of work that needs parts. */
const shares: Readonly<Record<WorkType, number>> = {
  ...{ corrective: 0.75, preventive: 0.45, predictive: 0.05, inspection: 0.05, improvement: 0.5 },
};

/** Parts are withdrawn during the work, if the plant's own people do it, and over the counter. */
export function buildWithdrawals(items: readonly Item[], all: readonly Work[], today: number): Withdrawal[] {
  const random = createRandom('withdrawals');
  const fitting = new Map<Material, Item[]>();
  for (const item of items) {
    for (const one of item.materials) fitting.set(one, [...(fitting.get(one) ?? []), item]);
  }
  const forWork = all.flatMap((maintenance): Withdrawal[] => {
    const { started_at: startedAt, resolved_at, realization, type, material } = maintenance;
    const fits = fitting.get(material);
    if (startedAt === null || realization === 'external' || !fits || !random.chance(shares[type])) return [];
    const taken = new Set([random.pick(fits), ...(random.chance(0.35) ? [random.pick(fits)] : [])]);
    const end = resolved_at ?? Math.min(today, startedAt + day);
    return [...taken].map((item) => {
      const at = Math.min(end, attendedMoment(item.site, startedAt, end, random));
      return { item, quantity: howMany(item, random), maintenance, notes: null, at };
    });
  });
  const overTheCounter = items.flatMap((item) =>
    Array.from({ length: random.int(0, 5) }, (): Withdrawal => {
      const at = attendedMoment(item.site, item.created_at + day, today, random);
      const isEarly = DateTime.fromMillis(at, { zone: item.site.timezone }).hour < 14;
      const shift = `Issued to the ${isEarly ? 'early' : 'late'} shift.`;
      const notes = random.pick([shift, 'For the workshop shelf.', null]);
      return { item, quantity: howMany(item, random), maintenance: null, notes, at };
    }),
  );
  return [...forWork, ...overTheCounter].toSorted((left, right) => left.at - right.at);
}

function howMany({ of: { part } }: Item, random: Random): number {
  if (part.delivery >= 48) return random.int(2, Math.ceil(part.delivery / 10));
  return random.int(1, part.delivery > 4 ? 3 : 1);
}

/** How often an item is left empty, critical or at its warning level some time ago, so that every stock status occurs. */
const endings = [0, 'critical_stock', 'warning_stock', ...Array<null>(8).fill(null)] as const;

/** Never below zero, always in the order of time. Sets the resulting stock and price of the item. */
export function buildMovements(item: Item, withdrawals: readonly Withdrawal[], today: number): Movement[] {
  const random = createRandom(`movements of ${item.of.part.reference} at ${item.site.name}`);
  const book = new StockBook(item, today, random);
  const { delivery } = item.of.part;
  book.receive(item.created_at + hour, Math.ceil(delivery * (0.9 + random.next() * 0.8)));
  const ending = random.pick(endings);
  // Without later movements: otherwise many items would reach their end state in the last days.
  const end = ending === null ? today : attendedMoment(item.site, today - 90 * day, today, random);
  for (const one of withdrawals) if (one.item === item && one.at < end) book.issue(one);
  if (ending === null) book.takeIn(end);
  else book.empty(ending === 0 ? 0 : item[ending], end);
  return book.movements;
}

type Booking = Pick<Movement, 'type' | 'quantity'> & Partial<Movement> & Readonly<Record<string, unknown>>;

class StockBook {
  readonly movements: Movement[] = [];
  readonly #item: Item;
  readonly #today: number;
  readonly #random: Random;
  #ordered: number | null = null;

  constructor(item: Item, today: number, random: Random) {
    this.#item = item;
    this.#today = today;
    this.#random = random;
  }

  /** A delivery at the current price; one in forty is booked incorrectly at first. */
  receive(wished: number, quantity: number): void {
    const slot = this.#slot(wished);
    if (slot === null) return;
    const [item, random] = [this.#item, this.#random];
    item.current_price = Math.max(1, Math.round(item.current_price * (0.985 + random.next() * 0.045)));
    const letters = item.company.name.replace(/[^A-Za-z]/g, '').slice(0, 3);
    const delivery = {
      ...({ type: 'entry', quantity, company: item.company, sets_price: true } as const),
      invoice_number: `${letters.toUpperCase()}-${random.int(100_000, 999_999)}`,
      invoice_date: dayOf(slot.at - random.int(0, 3) * day),
    };
    if (random.chance(0.025)) {
      const wrong = this.#book(slot.at, { ...delivery, quantity: quantity * 10 });
      if (wrong) this.#reverse(wrong, 'Quantity mistyped: a zero too many.');
    }
    this.#book(slot.at, delivery);
  }

  /** Withdraws what is available, after the deliveries up to then. Orders more if the stock is low. */
  issue({ at, quantity, maintenance, notes }: Withdrawal): void {
    this.takeIn(at);
    const { current_stock: stock, site, of } = this.#item;
    if (stock === 0) return;
    const exit = this.#book(at, { type: 'exit', quantity: Math.min(quantity, stock), maintenance, notes });
    if (exit && maintenance && this.#random.chance(0.025)) {
      this.#reverse(exit, 'Not used after all, put back on the shelf.');
    }
    if (this.#item.current_stock <= Math.round(of.part.delivery * 0.4)) {
      this.#ordered ??= attendedMoment(site, at + 3 * day, at + 14 * day, this.#random);
    }
  }

  /** The delivery of what was ordered, if it has come by then. */
  takeIn(until: number): void {
    const at = this.#ordered;
    if (at === null || at > until) return;
    this.#ordered = null;
    this.receive(at, this.#item.of.part.delivery);
  }

  /** Withdraws all but what is to be left. */
  empty(left: number | null, at: number): void {
    const { current_stock: stock } = this.#item;
    if (left === null || left >= stock) return;
    const notes = 'Issued for the overhaul of the stand-by machines.';
    this.#book(at, { type: 'exit', quantity: stock - left, notes });
  }

  #reverse(movement: Movement, notes: string): void {
    const { type, quantity, unit_price, maintenance, moved_at } = movement;
    const back = { type: type === 'entry' ? 'exit' : 'entry', quantity, unit_price, maintenance } as const;
    const at = moved_at + this.#random.int(5, 50) * minute;
    this.#book(at, { ...back, notes, reverses: movement, sets_price: false });
  }

  /** The time and the person of a booking: after the previous one, while someone is present. Null if that would be today. */
  #slot(wished: number): Attendance | null {
    const soonest = Math.max(toMinute(wished), (this.movements.at(-1)?.moved_at ?? 0) + minute);
    const slot = nextAttendance(this.#item.site, soonest, this.#random);
    return slot.at < this.#today ? slot : null;
  }

  #book(wished: number, given: Booking): Movement | null {
    const item = this.#item;
    const slot = this.#slot(wished);
    if (slot === null) return null;
    const { at, person } = slot;
    const { type, quantity, unit_price = item.current_price, reverses = null } = given;
    const signed = type === 'entry' ? quantity : -quantity;
    const total = quantity * unit_price;
    // An exit costs its total, and its reversal subtracts it; entries cost no maintenance anything.
    const cost = (type === 'exit') === (reverses === null) ? -Math.sign(signed) * total : 0;
    const movement = {
      ...{ ...made(person, at), site: item.site, item, moved_at: at, maintenance: null, sets_price: false },
      name: `${type === 'entry' ? 'Entry' : 'Exit'} of ${quantity} × ${item.name}`,
      ...{ ...given, unit_price, signed_quantity: signed, total_price: total, cost },
    };
    this.movements.push(movement);
    item.current_stock += signed;
    item.updated_at = at;
    return movement;
  }
}
