/** What is in stock of an item: looked at under a lock, and moved in the transaction that books the movement. */
import { type HookContext, type Message, say } from '../../engine/index.ts';
import type { Movement } from './movement.ts';

/** An item that nobody else moves until this transaction ends. */
interface LockedItem {
  readonly id: number;
  readonly name: string;
  readonly current_stock: number;
  readonly current_price: number;
}

/** The most that the column of the stock holds. */
const maxStock = 2_147_483_647;

/**
 * An item, locked: whoever moves the same one, on whatever node, waits here until this movement is committed, and
 * then sees the stock that it left. SQLite has one writer at a time by itself.
 */
export function lockItem({ rows }: Pick<HookContext, 'rows'>, id: number): Promise<LockedItem> {
  return rows<LockedItem>('items').of(id);
}

/** Why a stock cannot be moved by a number of pieces; null where it can. */
export function stockProblem(stock: number, by: number): Message | null {
  if (stock + by < 0) return say(stock === 1 ? oneLeft : someLeft, { left: stock });
  return stock + by > maxStock ? say(tooMany, { most: maxStock, stock }) : null;
}

/** Fills in what follows from an item, a type, a quantity and a unit price. */
export function complete(row: Movement, item: LockedItem): void {
  row.name = `${row.type === 'entry' ? 'Entry' : 'Exit'} of ${row.quantity} × ${item.name}`;
  row.signed_quantity = signedQuantity(row);
}

/** What a movement does to the stock: an entry adds, an exit takes away. */
export function signedQuantity({ type, quantity }: Pick<Movement, 'type' | 'quantity'>): number {
  return type === 'entry' ? quantity : -quantity;
}

/**
 * Moves the stock of the item as a movement says, and gives the item the price that it brings. A moved stock
 * leaves the item's version alone, so that nobody's open form turns stale with every piece that is issued; a
 * new price is a change of what a form edits, and stands in the item's journal.
 */
export async function moveStock(booked: Booked): Promise<void> {
  const { row, rows } = booked;
  const items = rows<LockedItem>('items');
  await items.add({ id: row.item_id, site_id: row.site_id }, 'current_stock', row.signed_quantity);
  if (!row.sets_price || row.unit_price === undefined || (await hasLaterPrice(booked))) return;
  await items.change([await items.of(row.item_id)], { current_price: row.unit_price });
}

/** A movement that has just been written. */
interface Booked extends Pick<HookContext, 'rows'> {
  readonly row: Movement & { readonly moved_at: string; readonly site_id: number };
}

/** Whether an entry of a later date brought a price already; of two of the same date the one booked last does. */
async function hasLaterPrice({ row, rows }: Booked): Promise<boolean> {
  const { item_id, moved_at } = row;
  return rows('item-movements').has({ item_id, sets_price: true, moved_at: { gt: moved_at } });
}

const someLeft = say('Only {left} are in stock.');
const oneLeft = say('Only {left} is in stock.');
const tooMany = say('The stock is {stock} and cannot go beyond {most}.');
