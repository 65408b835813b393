/**
 * What a definition's declarations do not tell about valid rows, because a hook decides it. One entry a resource, as
 * small as it can be: whatever follows from a declaration is left to it.
 */
import { type Body, type Place, type Specimens, siteIds } from './specimens.ts';

/** What is known where a body is to be brought in line. */
export interface Fitting {
  /** Fields that are to stay as they are. */
  readonly pinned: ReadonlySet<string>;
  readonly place: Place;
  readonly specimens: Specimens;
  /** The row that the body is to change; null where it creates one. */
  readonly current: Readonly<Body> | null;
}

export interface DomainRules {
  /** The hook's rules, in a few words. */
  readonly reason: string;
  /** Changes fields that are not pinned until the body is valid. */
  fit?(body: Body, fitting: Fitting): void | Promise<void>;
  /** Fields that a rule asks for where nothing is sent. */
  readonly required?: readonly string[];
  /** Fields that no single change can set. */
  readonly unchangeable?: readonly string[];
  /** Values of fields whose declaration does not tell what is right. */
  readonly values?: Readonly<
    Record<string, (place: Place, variant: number, specimens: Specimens) => unknown>
  >;
  /** Makes more of what no create alone makes. */
  populate?(place: Place, specimens: Specimens): Promise<void>;
  /** What a body has of a value that was read. */
  readonly asSent?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** A row of a table that is no resource, and points here by hand: what stands in the way of a delete. */
  readonly blockers?: Readonly<Record<string, (id: number) => Readonly<Record<string, number>>>>;
  /** The values by which a filter of a path of its own finds a row. */
  readonly filters?: Readonly<Record<string, (row: Readonly<Body>) => readonly unknown[]>>;
}

const rules: Readonly<Record<string, DomainRules>> = {
  materials: {
    reason: 'A cleaning plan has an interval and a unit, or neither.',
    fit(body, { pinned }) {
      const [every, unit] = [body.cleaning_every ?? null, body.cleaning_unit ?? null];
      if ((every === null) === (unit === null)) return;
      if (pinned.has('cleaning_every')) body.cleaning_unit = every === null ? null : 'week';
      else body.cleaning_every = unit === null ? null : 4;
    },
  },
  maintenances: {
    reason: 'Work that has begun has a start and somebody who does it; the resolution goes with `completed`.',
    async fit(body, { place, specimens, current, pinned }) {
      if (current?.status === 'completed' && body.status !== 'completed') body.resolved_at = null;
      if (body.status === 'in_progress' || body.status === 'completed') {
        body.started_at ??= longAgo;
        if (body.status === 'completed') body.resolved_at ??= body.started_at;
        for (const name of ['operator_ids', 'company_ids']) {
          const field = specimens.registry.get('maintenances')?.fields.get(name);
          const empty = !Array.isArray(body[name]) || body[name].length === 0;
          if (field && empty && field.facts.kind === 'references') {
            body[name] = [await specimens.target(field.facts, place, 0)];
          }
        }
      }
      orderTimes(body, pinned);
    },
  },
  'maintenance-plans': {
    reason: 'The days of a rule go with its frequency, both ends of a season together.',
    fit: (body, { pinned }) => fitPlan(body, pinned),
    values: {
      // To come: what has passed would be kept, date by date.
      starts_on: (_place, variant) => `2098-0${1 + (variant % 9)}-01`,
      ends_on: (_place, variant) => `2099-0${1 + (variant % 9)}-01`,
      month_day: (_place, variant) => 1 + (variant % 28),
      nth: (_place, variant) => 1 + (variant % 4),
      season_from: (_place, variant) => `01-0${1 + (variant % 9)}`,
      season_until: (_place, variant) => `11-0${1 + (variant % 9)}`,
      material_ids: (place, _variant, specimens) => someMaterials(specimens, place),
    },
    populate: (place, specimens) => workPlan(place, specimens),
  },
  incidents: {
    reason: 'The resolution goes with the state.',
    fit(body, { pinned }) {
      if (pinned.has('resolved_at') && !pinned.has('status')) {
        body.status = body.resolved_at === null ? 'in_progress' : 'resolved';
      }
      if (body.status === 'resolved' || body.status === 'closed') {
        body.started_at ??= longAgo;
        body.resolved_at ??= body.started_at;
      } else {
        body.resolved_at = null;
      }
      orderTimes(body, pinned);
    },
  },
  'cleaning-rounds': {
    reason: 'A round is of a zone or of materials, and weekdays are those of a weekly one.',
    fit(body, { pinned, specimens, place }) {
      return fitRound(body, pinned, () => materialsFor(specimens, place, 0));
    },
    required: ['material_ids'],
    values: { material_ids: (place, variant, specimens) => materialsFor(specimens, place, variant) },
  },
  items: {
    reason: 'The critical stock is not above the warning stock.',
    fit(body, { pinned }) {
      const { warning_stock: warning, critical_stock: critical } = body;
      if (typeof warning !== 'number' || typeof critical !== 'number' || critical <= warning) return;
      if (pinned.has('critical_stock')) body.warning_stock = critical;
      else body.critical_stock = warning;
    },
  },
  'item-movements': {
    reason:
      'Only an entry has a price, a supplier and an invoice, only an exit a maintenance and enough in stock.',
    async fit(body, { place, specimens, pinned }) {
      const isPinned = (name: string) => pinned.has(name) && body[name] !== null;
      if (!pinned.has('type') && entryOnly.some(isPinned)) body.type = 'entry';
      if (!pinned.has('type') && isPinned('maintenance_id')) body.type = 'exit';
      if (body.type === 'entry' && !pinned.has('maintenance_id')) delete body.maintenance_id;
      if (body.type !== 'exit') return;
      for (const name of entryOnly) if (!pinned.has(name)) delete body[name];
      const { item_id, quantity } = body;
      await specimens.make('item-movements', place, { pin: { item_id, quantity, type: 'entry' } });
    },
  },
  sites: {
    reason: 'There is one headquarters already, and it stays it.',
    fit(body, { pinned }) {
      if (!pinned.has('is_headquarters')) body.is_headquarters = false;
    },
    unchangeable: ['is_headquarters'],
    // The first of the people whom every world begins with.
    blockers: { memberships: (site_id) => ({ site_id, user_id: 1 }) },
  },
  users: {
    reason:
      'Memberships name sites and roles of the person who grants them; without any one belongs to no headquarters.',
    fit(body, { place, current }) {
      if (!current) body.memberships ??= [{ site_id: siteIds[place], role_ids: [] }];
    },
    values: {
      memberships: async (place, variant, specimens) => {
        const role = await specimens.make('roles', 'hq');
        return [{ site_id: siteIds[place], role_ids: variant % 2 === 0 ? [] : [role.id] }];
      },
    },
    asSent: {
      memberships: (value) => membershipsIn(value).map(({ site_id, role_ids }) => ({ site_id, role_ids })),
    },
    filters: {
      site_id: ({ memberships }) => membershipsIn(memberships).map(({ site_id }) => site_id),
      role_id: ({ memberships }) => membershipsIn(memberships).flatMap(({ role_ids }) => role_ids),
    },
  },
  roles: {
    reason: 'Permissions are names that definitions make.',
    values: {
      permissions: (_place, variant) => ['zone.create', 'zone.view', 'zone.viewAny'].slice(0, variant % 4),
    },
  },
};

export function rulesOf(path: string): DomainRules | undefined {
  return rules[path];
}

async function someMaterials(specimens: Specimens, place: Place): Promise<number[]> {
  const facts = specimens.registry.get('maintenance-plans')?.fields.get('material_id')?.facts;
  if (facts?.kind !== 'reference') throw new Error('Plans have no material.');
  return [await specimens.target(facts, place, 0)];
}

/** A plan of which one date has a maintenance, and one is skipped. */
async function workPlan(place: Place, specimens: Specimens): Promise<void> {
  const starts_on = new Date().toISOString().slice(0, 10);
  const pin = {
    starts_on,
    frequency: 'day',
    ends_on: null,
    season_from: null,
    catch_up: 'all',
    active: true,
  };
  const { id } = await specimens.make('maintenance-plans', place, {
    pin: { ...pin, max_occurrences: null, lead_days: 7 },
  });
  await specimens.clientAt(place).post(`/maintenance-plans/${id}/generate`, {});
}

/** What a rule cannot be together is taken out of it, but for what is to stay. */
function fitPlan(body: Body, pinned: ReadonlySet<string>): void {
  const has = (name: string) => body[name] !== null && body[name] !== undefined;
  const stays = (...names: string[]) => names.some((name) => pinned.has(name) && has(name));
  const byMonth = stays('month_day', 'nth', 'nth_weekday');
  if (byMonth || stays('weekdays')) {
    body.schedule = 'fixed';
    body.frequency = byMonth ? 'month' : 'week';
  }
  const isFixed = body.schedule === 'fixed';
  if (!isFixed || body.frequency !== 'week') body.weekdays = null;
  const byWeekday = stays('nth', 'nth_weekday');
  if (!isFixed || !['month', 'year'].includes(String(body.frequency)) || byWeekday) body.month_day = null;
  if (!isFixed || body.frequency !== 'month' || !byWeekday) {
    body.nth = null;
    body.nth_weekday = null;
  } else {
    body.nth ??= 1;
    body.nth_weekday ??= 'mon';
  }
  const hasSeason = stays('season_from', 'season_until')
    ? true
    : has('season_from') && has('season_until') && !pinned.has('season_from') && !pinned.has('season_until');
  body.season_from = hasSeason ? (body.season_from ?? '02-01') : null;
  body.season_until = hasSeason ? (body.season_until ?? '10-31') : null;
  if (has('ends_on') && String(body.ends_on) < String(body.starts_on)) {
    if (pinned.has('ends_on')) body.starts_on = body.ends_on;
    else body.ends_on = body.starts_on;
  }
}

const longAgo = '2024-01-31T08:00:00.000Z';
const entryOnly = ['unit_price', 'company_id', 'invoice_number', 'invoice_date'];

/** Two materials, as an item would have them. */
async function materialsFor(specimens: Specimens, place: Place, variant: number): Promise<number[]> {
  const facts = specimens.registry.get('cleaning-rounds')?.fields.get('material_ids')?.facts;
  if (facts?.kind !== 'references') throw new Error('Rounds of cleaning have no materials.');
  const ids = [
    await specimens.target(facts, place, variant),
    await specimens.target(facts, place, variant + 1),
  ];
  return [...new Set(ids)].sort((a, b) => a - b);
}

async function fitRound(body: Body, pinned: ReadonlySet<string>, materials: () => Promise<number[]>) {
  const isNamed = Array.isArray(body.material_ids) && body.material_ids.length > 0;
  const hasZone = typeof body.zone_id === 'number';
  if (hasZone && isNamed) {
    const keepsZone = pinned.has('zone_id') || (!pinned.has('material_ids') && Number(body.every) % 2 === 1);
    if (keepsZone) body.material_ids = [];
    else body.zone_id = null;
  } else if (!hasZone && !isNamed) {
    if (pinned.has('material_ids')) throw new Error('A round without materials needs a zone.');
    body.material_ids = await materials();
  }
  if (Array.isArray(body.weekdays)) {
    if (pinned.has('frequency') && body.frequency !== 'week') body.weekdays = null;
    else body.frequency = 'week';
  }
}

/** Nothing is resolved before it starts. */
function orderTimes(body: Body, pinned: ReadonlySet<string>): void {
  const { started_at: started, resolved_at: resolved } = body;
  if (typeof started !== 'string' || typeof resolved !== 'string' || resolved >= started) return;
  if (pinned.has('resolved_at')) body.started_at = resolved;
  else body.resolved_at = started;
}

interface Membership {
  readonly site_id: number;
  readonly role_ids: readonly number[];
}

function membershipsIn(value: unknown): readonly Membership[] {
  return Array.isArray(value) ? value : [];
}
