/** Books an entry or an exit: its price, and whether the stock allows it. */
import { type HookContext, type Message, multiplyMoney, say } from '../../engine/index.ts';
import { complete, lockItem, signedQuantity, stockProblem } from './item-stock.ts';
import type { Movement } from './movement.ts';

interface Judging extends Pick<HookContext, 'actor' | 'db' | 'rows'> {
  fail(field: 'quantity', message: Message): void;
}

/** Refuses to take more than the stock has, or had since that moment, and to exceed its maximum. */
export async function checkStock(
  row: Pick<Movement, 'type' | 'item_id' | 'quantity' | 'moved_at'>,
  judging: Judging,
): Promise<void> {
  const item = await lockItem(judging, row.item_id);
  const problem = await stockProblem(judging, item, signedQuantity(row), row.moved_at);
  if (problem) judging.fail('quantity', problem);
}

/** Completes a movement that its rules allow. */
export async function book(hook: Pick<HookContext, 'actor' | 'rows'>, row: Movement): Promise<void> {
  const item = await lockItem(hook, row.item_id);
  row.sets_price = row.type === 'entry' && Number(row.unit_price ?? 0) > 0;
  row.unit_price ??= item.current_price;
  row.total_price = multiplyMoney(row.unit_price, row.quantity);
  row.cost = row.type === 'exit' ? row.total_price : 0;
  complete(hook, row, item);
}

/** Messages for values that an exit or an entry cannot have. */
export const itemsPrice = say('An exit is booked at the item’s price: leave the unit price out.');
export const entryOnly = say('Only an entry has a supplier and an invoice: leave this out.');
export const exitOnly = say('Only an exit is for a maintenance: leave this out.');
