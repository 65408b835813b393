/** Books an entry or an exit: whose price it takes, what it may carry, and whether the stock allows it. */
import { multiplyMoney, say } from '../../engine/index.ts';
import { complete, lockItem, stockProblem } from './item-stock.ts';
import type { Booking } from './movement.ts';

/** Completes a movement, or fails it on the fields that are wrong. */
export async function book({ db, row, fail }: Booking): Promise<void> {
  if (row.type === 'exit') {
    if (row.unit_price !== undefined) fail('unit_price', say(itemsPrice));
    for (const field of ['company_id', 'invoice_number', 'invoice_date'] as const) {
      if (row[field] !== null) fail(field, say(entryOnly));
    }
  } else if (row.maintenance_id !== null) {
    fail('maintenance_id', say(exitOnly));
  }
  const item = await lockItem(db, row.item_id);
  row.sets_price = row.type === 'entry' && row.unit_price !== undefined;
  row.unit_price ??= item.price;
  row.total_price = multiplyMoney(row.unit_price, row.quantity);
  row.cost = row.type === 'exit' ? row.total_price : 0;
  complete(row, item);
  const problem = stockProblem(item.stock, row.signed_quantity);
  if (problem) fail('quantity', problem);
}

const itemsPrice = {
  en: 'An exit is booked at the item’s price: leave the unit price out.',
  fr: 'Une sortie est enregistrée au prix de l’article : n’indiquez pas de prix unitaire.',
};
const entryOnly = {
  en: 'Only an entry has a supplier and an invoice: leave this out.',
  fr: 'Seule une entrée a un fournisseur et une facture : n’indiquez pas ce champ.',
};
const exitOnly = {
  en: 'Only an exit is for a maintenance: leave this out.',
  fr: 'Seule une sortie est destinée à une maintenance : n’indiquez pas ce champ.',
};
