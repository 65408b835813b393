/** The rows of a bulk site by number, `from` up to, but excluding, `to`, counted from 0: equipment, work and stock. */
import { day, dayOf, hour, minute, nextCleaning } from '../demo/calendar.ts';
import type { Random } from '../demo/random.ts';
import { parts } from '../demo/tables.ts';
import { courseOf } from '../demo/work.ts';
import { keyed, type Row, search, stamps, stored, type Tables } from './insert.ts';
import { type BulkSite, kindAt, materialOf, movementsPerItem, sizesFor, zoneOf } from './site.ts';

export type Build = (site: BulkSite, from: number, to: number, random: Random) => Tables;

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

const statuses = [...Array<string>(17).fill('operational'), 'degraded', 'standby', 'down'];

export const materialTables: Build = (site, from, to, random) => {
  const author = { id: site.operatorId };
  const rows = numbers(from, to).map((index): Row => {
    const { tag, label, models, criticality, price, cleaning } = kindAt(index);
    const number = String(index + 1).padStart(7, '0');
    const [name, serial] = [`${label} ${tag}-${number}`, `BULK-${number}`];
    const [manufacturer, model] = random.pick(models);
    const createdAt = site.today - 364 * day + Math.floor((index * 60 * day) / site.materials);
    const inService = createdAt - random.int(1, 4000) * day;
    const [every, unit] = cleaning ?? [null, null];
    return {
      ...{ ...stamps({ id: site.firstMaterial + index, author, createdAt }), site_id: site.id },
      ...{ ...keyed('name', name), zone_id: zoneOf(site, index), status: random.pick(statuses) },
      ...{ criticality: random.pick(criticality), manufacturer, model, serial_number: serial },
      ...{ in_service_date: dayOf(inService), warranty_until: dayOf(inService + 3 * 365 * day) },
      ...{ purchase_price: random.int(...price) * 100, cleaning_every: every, cleaning_unit: unit },
      next_cleaning_at: cleaning && stored(nextCleaning(createdAt, cleaning, 'UTC')),
      ...search(name, serial, manufacturer, model),
    };
  });
  return [['materials', rows]];
};

/** The oldest first, with their workers. */
export const maintenanceTables: Build = (site, from, to, random) => {
  const { operatorId: user_id, companyId: company_id } = site;
  const rows = numbers(from, to).map((index) => maintenanceRow(site, index, random));
  const ids = (external: boolean) =>
    rows.filter(({ realization }) => (realization === 'external') === external).map(({ id }) => Number(id));
  return [
    ['maintenances', rows],
    ['maintenance_operators', ids(false).map((maintenance_id) => ({ maintenance_id, user_id }))],
    ['maintenance_companies', ids(true).map((maintenance_id) => ({ maintenance_id, company_id }))],
  ];
};

function maintenanceRow(site: BulkSite, index: number, random: Random): Row {
  const { today } = site;
  const material = materialOf(index, site.materials);
  const { faults, services } = kindAt(material);
  const fault = random.chance(0.4) ? random.pick(faults) : null;
  const { name, type } = fault ? { name: fault.repair, type: 'corrective' } : random.pick(services);
  // All materials exist by then: they were created within the first two months.
  const createdAt =
    today - 300 * day + Math.floor((index * 300 * day) / sizesFor(site.materials).maintenances);
  const scheduledAt = createdAt + random.int(1, 20 * 24) * hour;
  const startedAt = random.chance(0.01) ? today : scheduledAt + random.int(0, 600) * minute;
  const resolvedAt = random.chance(0.01) ? today : startedAt + random.int(15, 600) * minute;
  const course = courseOf(createdAt, startedAt, resolvedAt, today, random.chance(0.04));
  const origin = { id: site.firstMaintenance + index, author: { id: site.operatorId }, createdAt };
  const reason = fault?.reason ?? null;
  return {
    ...{ ...stamps({ ...origin, updatedAt: course.updated_at }), site_id: site.id, name, reason, type },
    ...{
      material_id: site.firstMaterial + material,
      realization: random.chance(0.1) ? 'external' : 'internal',
    },
    ...{ status: course.status, priority: random.pick(['low', 'medium', 'medium', 'high', 'urgent']) },
    ...{ scheduled_at: stored(scheduledAt), overdue_at: stored(scheduledAt) },
    ...{ started_at: stored(course.started_at), resolved_at: stored(course.resolved_at) },
    ...search(name, reason),
  };
}

/** Items, each with its movements, in one transaction. */
export const stockTables: Build = (site, from, to, random) => {
  const author = { id: site.operatorId };
  const all = numbers(from, to).map((index) => {
    const part = random.pick(parts);
    const [id, name] = [site.firstItem + index, `${part.name} ${String(index + 1).padStart(6, '0')}`];
    const [reference, price] = [`${part.reference}-${index + 1}`, Math.max(1, Math.round(part.price * 100))];
    const ledger = ledgerOf(site, { id, name, price }, index, random);
    const stock = ledger.reduce((sum, { signed_quantity }) => sum + Number(signed_quantity), 0);
    const fits = new Set([index, index + 1, index + 2].map((number) => materialOf(number, site.materials)));
    const item: Row = {
      ...{ ...stamps({ id, author, createdAt: site.today - 300 * day }), site_id: site.id },
      ...{ ...keyed('name', name), ...keyed('reference', reference), unit: part.unit },
      ...{ company_id: site.companyId, current_price: price, current_stock: stock },
      ...{ warning_stock: 30, critical_stock: 10, ...search(name, reference) },
    };
    const pairs = [...fits].map((at) => ({ item_id: id, material_id: site.firstMaterial + at }));
    return { item, pairs, ledger };
  });
  return [
    ['items', all.map(({ item }) => item)],
    ['item_materials', all.flatMap(({ pairs }) => pairs)],
    ['item_movements', all.flatMap(({ ledger }) => ledger)],
  ];
};

/** Its price in hundredths. */
type Item = Readonly<Record<'id' | 'price', number>> & { readonly name: string };

/** A delivery, then withdrawals from stock, and deliveries when it is empty. */
function ledgerOf(site: BulkSite, { id: item_id, name, price }: Item, index: number, random: Random): Row[] {
  const { today, companyId } = site;
  const { maintenances } = sizesFor(site.materials);
  const author = { id: site.operatorId };
  let stock = 0;
  return numbers(0, movementsPerItem).map((place): Row => {
    const isEntry = stock === 0;
    const quantity = isEntry ? random.int(20, 120) : random.int(1, Math.min(stock, 25));
    const [type, verb, signed] = isEntry ? ['entry', 'Entry', quantity] : ['exit', 'Exit', -quantity];
    stock += Number(signed);
    const movedAt = today - (movementsPerItem - place) * 29 * day + random.int(0, 25 * 24 * 60) * minute;
    const total = quantity * price;
    const isForWork = !isEntry && random.chance(0.7);
    const invoice = isEntry ? `BULK-${index + 1}-${place + 1}` : null;
    const id = site.firstMovement + index * movementsPerItem + place;
    return {
      ...{ ...stamps({ id, author, createdAt: movedAt }), site_id: site.id, item_id },
      ...{ name: `${verb} of ${quantity} × ${name}`, type, quantity, signed_quantity: signed },
      ...{ unit_price: price, total_price: total, cost: isEntry ? 0 : total },
      ...{ company_id: isEntry ? companyId : null, invoice_number: invoice },
      invoice_date: isEntry ? dayOf(movedAt) : null,
      maintenance_id: isForWork ? site.firstMaintenance + random.int(0, maintenances - 1) : null,
      ...{ moved_at: stored(movedAt), sets_price: isEntry ? 1 : 0, ...search(invoice) },
    };
  });
}
