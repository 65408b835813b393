/** Books a year of stock: deliveries, withdrawals, mistakes and their reversals, never below zero. */
import { day, dayOf, hour, minute } from './calendar.ts';
import type { Item, Movement } from './model.ts';
import { createRandom, type Random } from './random.ts';
import { type Attendance, attendedMoment, nextAttendance, toMinute } from './roster.ts';
import type { Withdrawal } from './withdrawals.ts';

/** The desired final stock, so that every stock status occurs. */
type Ending = 'empty' | 'critical' | 'warning' | 'as it comes';

/**
 * All movements of an item in order of time: the withdrawals, and the deliveries that they need. Sets the resulting stock and
 * price of the item.
 * @param today nothing is booked from this moment on
 */
export function buildMovements(item: Item, withdrawals: readonly Withdrawal[], today: number): Movement[] {
  const random = createRandom(`movements of ${item.part.reference} at ${item.site.plan.name}`);
  const book = new StockBook(item, today, random);
  book.receive(item.createdAt + hour, Math.ceil(item.part.delivery * (0.9 + random.next() * 0.8)));
  const ending = random.pick<Ending>([
    'empty',
    'critical',
    'warning',
    ...Array<Ending>(8).fill('as it comes'),
  ]);
  // Some time ago, without later movements: otherwise many items would reach their end state in the last days.
  const end = ending === 'as it comes' ? today : attendedMoment(item.site, today - 90 * day, today, random);
  const own = withdrawals.filter((withdrawal) => withdrawal.item === item && withdrawal.at < end);
  for (const withdrawal of own.toSorted((left, right) => left.at - right.at)) book.issue(withdrawal);
  book.close(ending, end);
  return book.movements;
}

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
    const { at } = slot;
    const item = this.#item;
    item.price = Math.max(1, Math.round(item.price * (0.985 + this.#random.next() * 0.045)));
    const letters = item.supplier.name
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 3)
      .toUpperCase();
    const delivery = {
      type: 'entry',
      quantity,
      unitPrice: item.price,
      supplier: item.supplier,
      invoice: {
        number: `${letters}-${this.#random.int(100_000, 999_999)}`,
        date: dayOf(at - this.#random.int(0, 3) * day),
      },
    } as const;
    if (this.#random.chance(0.025)) {
      const wrong = this.#book(at, { ...delivery, quantity: quantity * 10 });
      if (wrong) this.#reverse(wrong, 'Quantity mistyped: a zero too many.');
    }
    this.#book(at, delivery);
  }

  /** Withdraws what is available, after the deliveries up to then. Orders more if the stock is low. */
  issue({ at, quantity, maintenance, notes }: Withdrawal): void {
    this.#takeIn(at);
    const item = this.#item;
    const issued = Math.min(quantity, item.stock);
    if (issued === 0) return;
    const exit = this.#book(at, {
      type: 'exit',
      quantity: issued,
      unitPrice: item.price,
      maintenance,
      notes,
    });
    if (exit && maintenance && this.#random.chance(0.025)) {
      this.#reverse(exit, 'Not used after all, put back on the shelf.');
    }
    if (item.stock <= Math.round(item.part.delivery * 0.4)) {
      this.#ordered ??= attendedMoment(item.site, at + 3 * day, at + 14 * day, this.#random);
    }
  }

  /** Brings the stock to its desired end, at that moment. */
  close(ending: Ending, at: number): void {
    const { warningStock, criticalStock, stock } = this.#item;
    const left = { empty: 0, critical: criticalStock, warning: warningStock, 'as it comes': null }[ending];
    if (left === null) this.#takeIn(at);
    if (left === null || left >= stock) return;
    const notes = 'Issued for the overhaul of the stand-by machines.';
    this.#book(at, { type: 'exit', quantity: stock - left, unitPrice: this.#item.price, notes });
  }

  #takeIn(until: number): void {
    if (this.#ordered === null || this.#ordered > until) return;
    const at = this.#ordered;
    this.#ordered = null;
    this.receive(at, this.#item.part.delivery);
  }

  #reverse(movement: Movement, notes: string): void {
    const { type, quantity, unitPrice, maintenance, movedAt } = movement;
    const at = movedAt + this.#random.int(5, 50) * minute;
    this.#book(at, {
      type: type === 'entry' ? 'exit' : 'entry',
      quantity,
      unitPrice,
      maintenance,
      notes,
      reverses: movement,
    });
  }

  /** The time and the person of a booking: after the previous one, while someone is present. Null if that would be today. */
  #slot(wished: number): Attendance | null {
    const soonest = Math.max(toMinute(wished), (this.movements.at(-1)?.movedAt ?? 0) + minute);
    const slot = nextAttendance(this.#item.site, soonest, this.#random);
    return slot.at < this.#today ? slot : null;
  }

  #book(
    wished: number,
    given: Pick<Movement, 'type' | 'quantity' | 'unitPrice'> & Partial<Movement>,
  ): Movement | null {
    const item = this.#item;
    const slot = this.#slot(wished);
    if (slot === null) return null;
    const { at, person } = slot;
    const movement: Movement = {
      supplier: null,
      invoice: null,
      maintenance: null,
      notes: null,
      reverses: null,
      ...given,
      id: 0,
      item,
      author: person,
      createdAt: at,
      updatedAt: at,
      movedAt: at,
    };
    this.movements.push(movement);
    item.stock += movement.type === 'entry' ? movement.quantity : -movement.quantity;
    item.updatedAt = at;
    return movement;
  }
}
