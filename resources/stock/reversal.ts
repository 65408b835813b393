/** Books the opposite of a movement: as much, at the same price, for the same maintenance, the other way. */
import type { Knex } from 'knex';
import { and, type Condition, eq, type Message, or, say } from '../../engine/index.ts';
import { complete, lockItem, signedQuantity, stockProblem } from './item-stock.ts';
import type { Movement } from './movement.ts';

interface Judging {
  readonly db: Knex;
  fail(field: 'reverses_id', message: Message): void;
}

interface Original {
  readonly id: number;
  readonly item_id: number;
  readonly type: 'entry' | 'exit';
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

/** Refuses to reverse a reversal, what is reversed already, and what the stock does not allow. */
export async function checkReversal(
  { reverses_id: id }: { readonly reverses_id: number | null },
  judging: Judging,
): Promise<void> {
  if (id === null) return;
  const { db, fail } = judging;
  const original = await originalOf(db, id);
  if (original.reverses_id !== null) return fail('reverses_id', say(isReversal));
  const item = await lockItem(db, original.item_id);
  // Of two reversals at once, the second has waited for the lock and finds the first one here.
  if (await isReversed(db, id)) return fail('reverses_id', say(reversed));
  const problem = stockProblem(item.stock, -signedQuantity(original));
  if (problem) fail('reverses_id', problem);
}

/** Completes a reversal that its rule allows. Who delivered and on which invoice stays with the original. */
export async function reverse(db: Knex, row: Movement, reversesId: number): Promise<void> {
  const original = await originalOf(db, reversesId);
  row.item_id = original.item_id;
  row.type = original.type === 'entry' ? 'exit' : 'entry';
  row.quantity = original.quantity;
  row.unit_price = Number(original.unit_price) / 100;
  row.total_price = Number(original.total_price) / 100;
  row.cost = (0 - Number(original.cost)) / 100;
  row.maintenance_id = original.maintenance_id;
  complete(row, await lockItem(db, original.item_id));
}

async function originalOf(db: Knex, id: number): Promise<Original> {
  const original = await db<Original>('item_movements').where({ id }).first();
  if (!original) throw new Error(`The movement ${id} was there when it was referred to.`);
  return original;
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
