/** The rules that seeded maintenances and stock must obey, demo and bulk alike: each gives the names of those broken. */
import {
  byId,
  type DemoLinks,
  type DemoRows,
  type Item,
  type Maintenance,
  type Movement,
} from './demo-rows.ts';

export interface SeedLaws {
  maintenance(row: Maintenance): string[];
  movement(row: Movement): string[];
  /** Of an item, with its movements in the order of time. */
  ledger(item: Item): string[];
}

export function lawsFor(demo: DemoRows, links: DemoLinks): SeedLaws {
  const materials = byId(demo.materials);
  const items = byId(demo.items);
  const maintenances = byId(demo.maintenances);
  const ledgers = new Map<number, Movement[]>(demo.items.map(({ id }) => [id, []]));
  for (const movement of demo.item_movements) ledgers.get(movement.item_id)?.push(movement);
  return {
    maintenance: (row) => {
      const operators = links.operatorsOf.get(row.id) ?? [];
      const companies = links.companiesOf.get(row.id) ?? [];
      const underWay = row.status === 'in_progress' || row.status === 'completed';
      return brokenOf({
        'site of the material': materials.get(row.material_id)?.site_id === row.site_id,
        'operators belong to the site': operators.every((id) =>
          links.memberships.has(`user ${id} site ${row.site_id}`),
        ),
        'companies provide maintenance': companies.every((id) =>
          links.companyTypes.has(`company ${id} maintenance_provider`),
        ),
        'resolved after it started': row.resolved_at === null || (row.started_at ?? '9') <= row.resolved_at,
        'resolved exactly when completed': (row.resolved_at !== null) === (row.status === 'completed'),
        'started when under way': !underWay || row.started_at !== null,
        'operators where the plant works':
          !underWay || row.realization === 'external' || operators.length > 0,
        'companies where others work': !underWay || row.realization === 'internal' || companies.length > 0,
      });
    },
    movement: (row) => {
      const item = items.get(row.item_id);
      const isDelivery = row.type === 'entry' && row.reverses_id === null;
      const maintenance = row.maintenance_id === null ? null : maintenances.get(row.maintenance_id);
      return brokenOf({
        'a name':
          row.name === `${row.type === 'entry' ? 'Entry' : 'Exit'} of ${row.quantity} × ${item?.name}`,
        'site of the item': row.site_id === item?.site_id,
        'quantity in range': row.quantity >= 1 && row.quantity <= 999_999,
        'signed by its type': row.signed_quantity === (row.type === 'entry' ? row.quantity : -row.quantity),
        'exact total': row.total_price === row.quantity * row.unit_price,
        'supplier and invoice with deliveries only':
          isDelivery || (row.company_id === null && row.invoice_number === null && row.invoice_date === null),
        'from an item provider':
          row.company_id === null || links.companyTypes.has(`company ${row.company_id} item_provider`),
        'maintenance with what leaves for it, or comes back': row.maintenance_id === null || !isDelivery,
        'maintenance of the site': maintenance === null || maintenance?.site_id === row.site_id,
        'delivered at a price of its own': Number(row.sets_price) === (isDelivery ? 1 : 0),
        'costs what leaves': row.reverses_id !== null || row.cost === (isDelivery ? 0 : row.total_price),
      });
    },
    ledger: (item) => {
      const ledger = (ledgers.get(item.id) ?? []).toSorted(
        (left, right) => left.moved_at.localeCompare(right.moved_at) || left.id - right.id,
      );
      let [stock, lowest] = [0, 0];
      let price: number | undefined;
      const strange: number[] = [];
      for (const { id, signed_quantity, type, reverses_id, unit_price } of ledger) {
        stock += signed_quantity;
        lowest = Math.min(lowest, stock);
        if (type === 'entry' && reverses_id === null) price = unit_price;
        if (reverses_id === null && unit_price !== price) strange.push(id);
      }
      return brokenOf({
        'has movements': ledger.length > 0,
        'never below zero': lowest === 0,
        'stock is the sum of the ledger': item.current_stock === stock,
        'price is that of the last delivery': item.current_price === price,
        'exits at the price of their day': strange.length === 0,
      });
    },
  };
}

/** The names of the rules that are broken. */
export function brokenOf(rules: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]));
}
