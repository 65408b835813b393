/** The stock of an item: read under a lock, and changed in the transaction of the movement. */
import {
  type HookContext,
  type Message,
  momentAt,
  query,
  say,
  showInstant,
  storeInstant,
} from '../../engine/index.ts';
import { type Wording, worded } from '../names/worded.ts';
import { timezoneOf } from '../plan-work/site.ts';
import { dayAt } from '../plans/local-time.ts';
import type { Movement } from './movement.ts';

/** An item that is locked until this transaction ends. */
interface LockedItem {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly current_stock: number;
  readonly current_price: number;
}

/** The maximum of the stock's column. */
const maxStock = 2_147_483_647;

/**
 * An item, locked: another transaction that moves the same item, on any node, waits here until this movement is committed, and
 * then sees the new stock. SQLite has only one writer at a time.
 */
export function lockItem({ rows }: Pick<HookContext, 'rows'>, id: number): Promise<LockedItem> {
  return rows<LockedItem>('items').of(id);
}

/**
 * The reason why the stock of a locked item cannot change by a number of pieces at a moment; null if it can. No movement may leave
 * less than nothing, at its moment or at any later one.
 */
export async function stockProblem(
  hook: Pick<HookContext, 'actor' | 'db' | 'rows'>,
  { id, site_id, current_stock: stock }: LockedItem,
  by: number,
  at: string,
): Promise<Message | null> {
  if (stock + by > maxStock) return say(tooMany, { most: maxStock, stock });
  if (by >= 0) return null;
  const { lowest, since } = await lowestFrom(hook, id, stock, at);
  if (lowest + by >= 0) return null;
  const left = Math.max(lowest, 0);
  if (lowest === stock) return say(left === 1 ? oneLeft : someLeft, { left });
  const day = momentAt(dayAt(since, await timezoneOf(hook, site_id)), 'UTC', hook.actor);
  return say(left === 1 ? oneWas : someWere, { left, day });
}

/** The lowest stock of an item from a moment on, and since when it was that low. */
async function lowestFrom(
  { db }: Pick<HookContext, 'db'>,
  id: number,
  stock: number,
  at: string,
): Promise<{ readonly lowest: number; readonly since: string }> {
  const [later] = await query(db, {
    text:
      'select l.moved_at, sum(l.moved) over (order by l.moved_at) as gained, sum(l.moved) over () as total from ' +
      '(select m.moved_at, sum(m.signed_quantity) as moved from item_movements m where m.item_id = ? and m.moved_at > ? ' +
      'group by m.moved_at) l order by gained, l.moved_at limit 1',
    bindings: [id, storeInstant(at)],
  });
  if (!later) return { lowest: stock, since: at };
  const [then, gained] = [stock - Number(later.total), Number(later.gained)];
  return gained < 0
    ? { lowest: then + gained, since: showInstant(String(later.moved_at)) }
    : { lowest: then, since: at };
}

/** Fills in the values that depend on an item, a type, a quantity and a unit price. */
export function complete(hook: Wording, row: Movement, { name: item }: LockedItem): void {
  row.name = worded(hook, say(names[row.type], { quantity: String(row.quantity), item }));
  row.signed_quantity = signedQuantity(row);
}

/** The change of the stock: positive for an entry, negative for an exit. */
export function signedQuantity({ type, quantity }: Pick<Movement, 'type' | 'quantity'>): number {
  return type === 'entry' ? quantity : -quantity;
}

/**
 * Changes the stock of the item by a movement, and sets the item's price if the movement has one. A change of the stock does not
 * raise the item's version, so that open forms do not become stale with every issued piece. A new price changes a field of forms,
 * and is recorded in the item's journal.
 */
export async function moveStock(booked: Booked): Promise<void> {
  const { row, rows } = booked;
  const items = rows<LockedItem>('items');
  await items.add({ id: row.item_id, site_id: row.site_id }, 'current_stock', row.signed_quantity);
  if (!row.sets_price || row.unit_price === undefined || (await hasLaterPrice(booked))) return;
  await items.change([await items.of(row.item_id)], { current_price: row.unit_price });
}

/** A movement that was just written. */
interface Booked extends Pick<HookContext, 'rows'> {
  readonly row: Movement & { readonly site_id: number };
}

/**
 * Whether an entry of a later date has set a price already; of two with the same date the later booking counts. Free entries of
 * earlier versions are marked as if they had.
 */
async function hasLaterPrice({ row, rows }: Booked): Promise<boolean> {
  const { item_id, moved_at } = row;
  const priced = { sets_price: true, unit_price: { gt: 0 } };
  return rows('item-movements').has({ item_id, ...priced, moved_at: { gt: moved_at } });
}

const names = {
  entry: say('Entry of {quantity} × {item}'),
  exit: say('Exit of {quantity} × {item}'),
};
const someLeft = say('Only {left} are in stock.');
const oneLeft = say('Only {left} is in stock.');
const someWere = say('Only {left} were in stock on {day}.');
const oneWas = say('Only {left} was in stock on {day}.');
const tooMany = say('The stock is {stock} and cannot go beyond {most}.');
