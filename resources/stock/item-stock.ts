/** What is in stock of an item: looked at under a lock, and moved in the transaction that books the movement. */
import type { Knex } from 'knex';
import { type HookContext, type Message, say, storeInstant, toHundredths } from '../../engine/index.ts';
import type { Movement } from './movement.ts';

/** An item that nobody else moves until this transaction ends. */
export interface LockedItem {
  readonly name: string;
  readonly stock: number;
  /** An amount with two decimals. */
  readonly price: number;
}

/** The most that the column of the stock holds. */
const mostStock = 2_147_483_647;

/**
 * Locks an item: whoever moves the same one, on whatever node, waits here until this movement is committed, and
 * then sees the stock that it left. SQLite has one writer at a time by itself.
 */
export async function lockItem(db: Knex, id: number): Promise<LockedItem> {
  const found = await db('items').where({ id }).forUpdate().first('name', 'current_stock', 'current_price');
  return {
    name: String(found.name),
    stock: Number(found.current_stock),
    price: Number(found.current_price) / 100,
  };
}

/** Why a stock cannot be moved by a number of pieces; null where it can. */
export function stockProblem(stock: number, by: number): Message | null {
  if (stock + by < 0) return say(stock === 1 ? oneLeft : someLeft, { left: stock });
  return stock + by > mostStock ? say(tooMany, { most: mostStock, stock }) : null;
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
export async function moveStock({ db, row, now, record }: Booked): Promise<void> {
  const item = () => db('items').where({ id: row.item_id });
  const updated_at = storeInstant(now);
  await item().update({ current_stock: db.raw('current_stock + ?', [row.signed_quantity]), updated_at });
  if (!row.sets_price || (await hasLaterPrice(db, row))) return;
  const current_price = toHundredths(row.unit_price ?? 0);
  const before = Number((await item().first('current_price')).current_price);
  if (before === current_price) return;
  await item().update({ current_price, version: db.raw('version + 1') });
  const changes = { current_price: [before / 100, row.unit_price] as const };
  await record([{ path: 'items', id: row.item_id, site_id: row.site_id, changes }]);
}

/** A movement that has just been written. */
interface Booked extends Pick<HookContext, 'db' | 'now' | 'record'> {
  readonly row: Movement & { readonly moved_at: string; readonly site_id: number };
}

/** Whether an entry of a later date brought a price already; of two of the same date the one booked last does. */
async function hasLaterPrice(
  db: Knex,
  { item_id, moved_at }: Movement & { readonly moved_at: string },
): Promise<boolean> {
  const later = await db('item_movements')
    .where({ item_id, sets_price: 1 })
    .where('moved_at', '>', storeInstant(moved_at))
    .first('id');
  return later !== undefined;
}

const someLeft = { en: 'Only {left} are in stock.', fr: 'Il n’en reste que {left} en stock.' };
const oneLeft = { en: 'Only {left} is in stock.', fr: 'Il n’en reste que {left} en stock.' };
const tooMany = {
  en: 'The stock is {stock} and cannot go beyond {most}.',
  fr: 'Le stock est de {stock} et ne peut pas dépasser {most}.',
};
