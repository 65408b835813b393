/** The rows of bulk materials and of their maintenances, by number. */
import { day, dayOf, hour, minute, nextCleaning } from '../demo/calendar.ts';
import type { Random } from '../demo/random.ts';
import { keyed, type Row, search, stamps, stored, type Tables } from './insert.ts';
import { type BulkSite, bayAt, kindAt, materialOf, sizesFor } from './plan.ts';
import { bayId } from './site.ts';

const statuses = [...Array<string>(17).fill('operational'), 'degraded', 'standby', 'down'];

/** Materials `from` up to, but excluding, `to`, counted from 0. */
export function materialTables(site: BulkSite, from: number, to: number, random: Random): Tables {
  const rows: Row[] = [];
  for (let index = from; index < to; index += 1) rows.push(materialRow(site, index, random));
  return [['materials', rows]];
}

function materialRow(site: BulkSite, index: number, random: Random): Row {
  const { tag, label, models, criticality, price, cleaning } = kindAt(index);
  const number = String(index + 1).padStart(7, '0');
  const name = `${label} ${tag}-${number}`;
  const serial = `BULK-${number}`;
  const [manufacturer, model] = random.pick(models);
  const createdAt = site.today - 364 * day + Math.floor((index * 60 * day) / site.materials);
  const inService = createdAt - random.int(1, 4000) * day;
  return {
    ...stamps({ id: site.firstMaterial + index, author: { id: site.operatorId }, createdAt }),
    site_id: site.id,
    ...keyed('name', name),
    zone_id: bayId(site, bayAt(index)),
    status: random.pick(statuses),
    criticality: random.pick(criticality),
    manufacturer,
    model,
    serial_number: serial,
    in_service_date: dayOf(inService),
    warranty_until: dayOf(inService + 3 * 365 * day),
    purchase_price: random.int(price[0], price[1]) * 100,
    cleaning_every: cleaning?.every ?? null,
    cleaning_unit: cleaning?.unit ?? null,
    next_cleaning_at: cleaning ? stored(nextCleaning(createdAt, cleaning, 'UTC')) : null,
    ...search(name, serial, manufacturer, model),
  };
}

/** Maintenances `from` up to, but excluding, `to`, the oldest first, with their workers. */
export function maintenanceTables(site: BulkSite, from: number, to: number, random: Random): Tables {
  const rows: Row[] = [];
  const operators: Row[] = [];
  const companies: Row[] = [];
  for (let index = from; index < to; index += 1) {
    const maintenance_id = site.firstMaintenance + index;
    const external = random.chance(0.1);
    rows.push(maintenanceRow(site, index, external, random));
    if (external) companies.push({ maintenance_id, company_id: site.companyId });
    else operators.push({ maintenance_id, user_id: site.operatorId });
  }
  return [
    ['maintenances', rows],
    ['maintenance_operators', operators],
    ['maintenance_companies', companies],
  ];
}

function maintenanceRow(site: BulkSite, index: number, external: boolean, random: Random): Row {
  const material = materialOf(index, site.materials);
  const { faults, services } = kindAt(material);
  const fault = random.chance(0.4) ? random.pick(faults) : null;
  const work = fault ? { name: fault.repair, type: 'corrective' } : random.pick(services);
  const { maintenances } = sizesFor(site.materials);
  // All materials exist by then: they were created within the first two months.
  const createdAt = site.today - 300 * day + Math.floor((index * 300 * day) / maintenances);
  const course = courseOf(createdAt, site.today, random);
  return {
    ...stamps({
      id: site.firstMaintenance + index,
      author: { id: site.operatorId },
      createdAt,
      updatedAt: course.resolvedAt ?? course.startedAt ?? createdAt,
    }),
    site_id: site.id,
    name: work.name,
    material_id: site.firstMaterial + material,
    reason: fault?.reason ?? null,
    type: work.type,
    realization: external ? 'external' : 'internal',
    status: course.status,
    priority: random.pick(['low', 'medium', 'medium', 'high', 'urgent']),
    scheduled_at: stored(course.scheduledAt),
    overdue_at: stored(course.scheduledAt),
    started_at: stored(course.startedAt),
    resolved_at: stored(course.resolvedAt),
    ...search(work.name, fault?.reason ?? null),
  };
}

interface Course {
  readonly status: string;
  readonly scheduledAt: number;
  readonly startedAt: number | null;
  readonly resolvedAt: number | null;
}

function courseOf(createdAt: number, today: number, random: Random): Course {
  const scheduledAt = createdAt + random.int(1, 20 * 24) * hour;
  const startedAt = scheduledAt + random.int(0, 600) * minute;
  const resolvedAt = startedAt + random.int(15, 600) * minute;
  if (startedAt >= today || random.chance(0.01)) {
    return { status: 'planned', scheduledAt, startedAt: null, resolvedAt: null };
  }
  if (random.chance(0.04)) return { status: 'canceled', scheduledAt, startedAt: null, resolvedAt: null };
  if (resolvedAt >= today || random.chance(0.01)) {
    return { status: 'in_progress', scheduledAt, startedAt, resolvedAt: null };
  }
  return { status: 'completed', scheduledAt, startedAt, resolvedAt };
}
