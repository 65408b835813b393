/** Books the reversal of a movement: the same quantity and price, for the same maintenance, in the other direction. */
import { and, type Condition, eq, type HookContext, type Message, or, say } from '../../engine/index.ts';
import { complete, lockItem, signedQuantity, stockProblem } from './item-stock.ts';
import type { Movement } from './movement.ts';

interface Judging extends Pick<HookContext, 'actor' | 'db' | 'now' | 'rows'> {
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

/** The movements that a form offers: no reversals, and only entries that the stock can lose again. */
export function reversible(): Condition {
  const enough: Condition = {
    ...{ op: 'beside', table: 'items', foreign: 'id', column: 'item_id' },
    ...{ far: 'current_stock', comparison: 'gte', own: 'quantity' },
  };
  return and({ op: 'null', column: 'reverses_id' }, or(eq('type', 'exit'), enough));
}

/** Refuses to reverse a reversal, a reversed movement, and what the stock does not allow. */
export async function checkReversal(
  { reverses_id: id }: { readonly reverses_id: number | null },
  judging: Judging,
): Promise<void> {
  if (id === null) return;
  const { fail } = judging;
  const original = await originalOf(judging, id);
  if (original.reverses_id !== null) return fail('reverses_id', say(isReversal));
  const item = await lockItem(judging, original.item_id);
  // Of two concurrent reversals, the second has waited for the lock and finds the first one here.
  if (await isReversed(judging, id)) return fail('reverses_id', say(reversed));
  const problem = await stockProblem(judging, item, -signedQuantity(original), judging.now);
  if (problem) fail('reverses_id', problem);
}

/** Completes a reversal that its rule allows. Supplier and invoice stay with the original. */
export async function reverse(
  hook: Pick<HookContext, 'actor' | 'rows'>,
  row: Movement,
  reversesId: number,
): Promise<void> {
  const original = await originalOf(hook, reversesId);
  row.item_id = original.item_id;
  row.type = original.type === 'entry' ? 'exit' : 'entry';
  row.quantity = original.quantity;
  row.unit_price = original.unit_price;
  row.total_price = original.total_price;
  row.cost = 0 - original.cost;
  row.maintenance_id = original.maintenance_id;
  complete(hook, row, await lockItem(hook, original.item_id));
}

async function originalOf({ rows }: Pick<HookContext, 'rows'>, id: number): Promise<Original> {
  const [original] = await rows<Original>('item-movements').find({ id });
  if (!original) throw new Error(`The movement ${id} was there when it was referred to.`);
  return original;
}

function isReversed({ rows }: Pick<HookContext, 'rows'>, id: number): Promise<boolean> {
  return rows('item-movements').has({ reverses_id: id });
}

const isReversal = say(
  'This movement is itself a reversal and cannot be reversed. Book the movement anew instead.',
);
/** Message for a movement that is reversed already. */
export const reversed = say('This movement has already been reversed.');
