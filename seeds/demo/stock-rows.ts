/** The rows of items, of the materials they fit, and of their movements. */
import { isoOf } from './calendar.ts';
import type { Item, Movement } from './model.ts';
import { amountOf, idsOf, type Lists, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

/** After maintenances, for which movements are booked. */
export function stockRowsOf({ items, movements }: World): Lists {
  return [
    ['items', items.map(itemRow)],
    ['item-movements', movements.map(movementRow)],
  ];
}

function itemRow(item: Item): Row {
  const { part, description } = item;
  return {
    ...stamps(item),
    site_id: item.site.id,
    name: part.name,
    reference: part.reference,
    description,
    unit: part.unit,
    company_id: item.supplier.id,
    company_reference: part.order,
    current_price: amountOf(item.price),
    current_stock: item.stock,
    warning_stock: item.warningStock,
    critical_stock: item.criticalStock,
    material_ids: idsOf(item.fits),
  };
}

function movementRow(movement: Movement): Row {
  const { item, type, quantity, unitPrice, invoice, notes, reverses } = movement;
  const total = quantity * unitPrice;
  return {
    ...stamps(movement),
    site_id: item.site.id,
    name: `${type === 'entry' ? 'Entry' : 'Exit'} of ${quantity} × ${item.part.name}`,
    item_id: item.id,
    type,
    quantity,
    signed_quantity: type === 'entry' ? quantity : -quantity,
    unit_price: amountOf(unitPrice),
    total_price: amountOf(total),
    cost: amountOf(costOf(movement, total)),
    company_id: movement.supplier?.id ?? null,
    invoice_number: invoice?.number ?? null,
    invoice_date: invoice?.date ?? null,
    maintenance_id: movement.maintenance?.id ?? null,
    notes,
    moved_at: isoOf(movement.movedAt),
    reverses_id: reverses?.id ?? null,
    // A delivery has the price on its invoice.
    sets_price: type === 'entry' && reverses === null,
  };
}

/** An exit costs its total, and its reversal subtracts it; entries cost no maintenance anything. */
function costOf({ type, reverses }: Movement, total: number): number {
  if (type === 'exit') return reverses === null ? total : 0;
  return reverses === null ? 0 : -total;
}
