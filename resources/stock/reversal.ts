/** Books the opposite of a movement: as much, at the same price, for the same maintenance, the other way. */
import type { Knex } from 'knex';
import { and, type Condition, eq, or, say } from '../../engine/index.ts';
import { complete, lockItem, stockProblem } from './item-stock.ts';
import type { Booking } from './movement.ts';

interface Original {
  readonly id: number;
  readonly item_id: number;
  readonly type: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly total_price: number;
  readonly cost: number;
  readonly maintenance_id: number | null;
  readonly reverses_id: number | null;
}

/** What a form offers: no reversals, and of entries those that the stock can lose again. */
export function reversible(): Condition {
  const enough: Condition = {
    ...{ op: 'beside', table: 'items', foreign: 'id', column: 'item_id' },
    ...{ far: 'current_stock', comparison: 'gte', own: 'quantity' },
  };
  return and({ op: 'null', column: 'reverses_id' }, or(eq('type', 'exit'), enough));
}

/** Completes a reversal, or fails it on `reverses_id`. Who delivered and on which invoice stays with the original. */
export async function reverse({ db, row, fail }: Booking, reversesId: number): Promise<void> {
  const original = await db<Original>('item_movements').where({ id: reversesId }).first();
  if (!original) throw new Error(`The movement ${reversesId} was there when it was referred to.`);
  if (original.reverses_id !== null) return fail('reverses_id', say(isReversal));
  const item = await lockItem(db, original.item_id);
  // Of two reversals at once, the second has waited for the lock and finds the first one here.
  if (await isReversed(db, reversesId)) return fail('reverses_id', say(reversed));
  row.item_id = original.item_id;
  row.type = original.type === 'entry' ? 'exit' : 'entry';
  row.quantity = original.quantity;
  row.unit_price = Number(original.unit_price) / 100;
  row.total_price = Number(original.total_price) / 100;
  row.cost = (0 - Number(original.cost)) / 100;
  row.maintenance_id = original.maintenance_id;
  complete(row, item);
  const problem = stockProblem(item.stock, row.signed_quantity);
  if (problem) fail('reverses_id', problem);
}

async function isReversed(db: Knex, id: number): Promise<boolean> {
  return (await db('item_movements').where({ reverses_id: id }).first('id')) !== undefined;
}

const isReversal = {
  en: 'This movement is itself a reversal and cannot be reversed. Book the movement anew instead.',
  fr: 'Ce mouvement est lui-même une annulation et ne peut pas être annulé. Enregistrez plutôt un nouveau mouvement.',
};
/** Said of a movement that is reversed already. */
export const reversed = {
  en: 'This movement has already been reversed.',
  fr: 'Ce mouvement a déjà été annulé.',
};
