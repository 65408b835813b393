/** The rows of bulk items, of the materials they fit, and of their movements, by number. */
import { day, dayOf, minute } from '../demo/calendar.ts';
import { parts } from '../demo/catalogue/parts.ts';
import type { Random } from '../demo/random.ts';
import { keyed, type Row, search, stamps, stored, type Tables } from './insert.ts';
import { type BulkSite, materialOf, movementsPerItem, sizesFor } from './plan.ts';

/** Items `from` up to, but excluding, `to`, each with its movements, in one transaction. */
export function stockTables(site: BulkSite, from: number, to: number, random: Random): Tables {
  const items: Row[] = [];
  const fits: Row[] = [];
  const movements: Row[] = [];
  for (let index = from; index < to; index += 1) {
    const part = random.pick(parts);
    const item: Item = {
      id: site.firstItem + index,
      name: `${part.name} ${String(index + 1).padStart(6, '0')}`,
      price: Math.max(1, Math.round(part.price * 100)),
    };
    const ledger = ledgerOf(site, item, index, random);
    const stock = ledger.reduce((sum, { signed_quantity }) => sum + Number(signed_quantity), 0);
    items.push(itemRow(site, item, `${part.reference}-${index + 1}`, part.unit, stock));
    movements.push(...ledger);
    const materials = [index, index + 1, index + 2].map((number) => materialOf(number, site.materials));
    for (const material of new Set(materials)) {
      fits.push({ item_id: item.id, material_id: site.firstMaterial + material });
    }
  }
  return [
    ['items', items],
    ['item_materials', fits],
    ['item_movements', movements],
  ];
}

interface Item {
  readonly id: number;
  readonly name: string;
  /** Hundredths. */
  readonly price: number;
}

function itemRow(site: BulkSite, item: Item, reference: string, unit: string, stock: number): Row {
  return {
    ...stamps({ id: item.id, author: { id: site.operatorId }, createdAt: site.today - 300 * day }),
    site_id: site.id,
    ...keyed('name', item.name),
    ...keyed('reference', reference),
    unit,
    company_id: site.companyId,
    current_price: item.price,
    current_stock: stock,
    warning_stock: 30,
    critical_stock: 10,
    ...search(item.name, reference),
  };
}

/** A delivery, then withdrawals from stock, and deliveries when it is empty. */
function ledgerOf(site: BulkSite, item: Item, index: number, random: Random): Row[] {
  const rows: Row[] = [];
  const { maintenances } = sizesFor(site.materials);
  let stock = 0;
  for (let place = 0; place < movementsPerItem; place += 1) {
    const isEntry = place === 0 || stock === 0;
    const quantity = isEntry ? random.int(20, 120) : random.int(1, Math.min(stock, 25));
    const signed = isEntry ? quantity : -quantity;
    stock += signed;
    const movedAt = site.today - (movementsPerItem - place) * 29 * day + random.int(0, 25 * 24 * 60) * minute;
    const total = quantity * item.price;
    const forWork = !isEntry && random.chance(0.7);
    const invoice = isEntry ? `BULK-${index + 1}-${place + 1}` : null;
    rows.push({
      ...stamps({
        id: site.firstMovement + index * movementsPerItem + place,
        author: { id: site.operatorId },
        createdAt: movedAt,
      }),
      site_id: site.id,
      name: `${isEntry ? 'Entry' : 'Exit'} of ${quantity} × ${item.name}`,
      item_id: item.id,
      type: isEntry ? 'entry' : 'exit',
      quantity,
      signed_quantity: signed,
      unit_price: item.price,
      total_price: total,
      cost: isEntry ? 0 : total,
      company_id: isEntry ? site.companyId : null,
      invoice_number: invoice,
      invoice_date: isEntry ? dayOf(movedAt) : null,
      maintenance_id: forWork ? site.firstMaintenance + random.int(0, maintenances - 1) : null,
      moved_at: stored(movedAt),
      sets_price: isEntry ? 1 : 0,
      ...search(invoice),
    });
  }
  return rows;
}
