/** The stock of an item: read under a lock, and changed in the transaction of the movement. */
import { type HookContext, type Message, say } from '../../engine/index.ts';
import { type Wording, worded } from '../names/worded.ts';
import type { Movement } from './movement.ts';

/** An item that is locked until this transaction ends. */
interface LockedItem {
  readonly id: number;
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

/** The reason why a stock cannot change by a number of pieces; null if it can. */
export function stockProblem(stock: number, by: number): Message | null {
  if (stock + by < 0) return say(stock === 1 ? oneLeft : someLeft, { left: stock });
  return stock + by > maxStock ? say(tooMany, { most: maxStock, stock }) : null;
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
  readonly row: Movement & { readonly moved_at: string; readonly site_id: number };
}

/** Whether an entry of a later date has set a price already; of two with the same date the later booking counts. */
async function hasLaterPrice({ row, rows }: Booked): Promise<boolean> {
  const { item_id, moved_at } = row;
  return rows('item-movements').has({ item_id, sets_price: true, moved_at: { gt: moved_at } });
}

const names = {
  entry: say('Entry of {quantity} × {item}'),
  exit: say('Exit of {quantity} × {item}'),
};
const someLeft = say('Only {left} are in stock.');
const oneLeft = say('Only {left} is in stock.');
const tooMany = say('The stock is {stock} and cannot go beyond {most}.');
