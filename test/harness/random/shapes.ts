/** The parts of random bodies, by resource: mostly possible, and often duplicate, late or contradictory. */
import fc from 'fast-check';

/** A row of a table at the time of the step; `far` ones may belong to any site. */
export interface Choice {
  readonly pick: string;
  readonly at: number;
  readonly far: boolean;
}

/** A text with the mark of the step's site. */
export interface Marked {
  readonly marked: string;
}

/** A row, usually of the step's site. */
export const pick = (path: string): fc.Arbitrary<Choice> =>
  fc.record({
    pick: fc.constant(path),
    at: fc.nat({ max: 40 }),
    far: fc.nat({ max: 11 }).map((dice) => dice === 11),
  });
const some = (path: string) => fc.array(pick(path), { maxLength: 2 });
/** Few different names, so that they are often duplicates. */
const name = fc.nat({ max: 9 }).map((number): Marked => ({ marked: `Thing ${number}` }));
const orNull = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
const time = fc.constantFrom(
  '2025-03-29T01:30:00Z',
  '2025-12-31T23:30:00+02:00',
  '2026-02-28T12:00:00.001Z',
  '2026-03-08T06:59:59Z',
  '2099-01-01T00:00:00Z',
);
const money = fc.nat({ max: 5000 }).map((hundredths) => hundredths / 100);
const number = fc.integer({ min: 1, max: 12 });

export type Model = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Fields of each resource: those that a create needs, and optional ones. */
export const shapes: Readonly<
  Record<string, { readonly needed: Model; readonly free: Model; readonly weight: number }>
> = {
  zones: {
    weight: 5,
    needed: { name },
    free: { parent_id: orNull(pick('zones')), allow_material: fc.boolean(), description: orNull(name) },
  },
  materials: {
    weight: 5,
    needed: { name, zone_id: pick('zones') },
    free: {
      status: fc.constantFrom('operational', 'degraded', 'standby', 'down', 'decommissioned'),
      code: orNull(fc.constantFrom('C-1', 'C-2', 'c-1')),
      serial_number: orNull(fc.constantFrom('S-1', 'S-2', 's-1')),
      cleaning_every: orNull(number),
      cleaning_unit: orNull(fc.constantFrom('day', 'week', 'month')),
      purchase_price: orNull(money),
    },
  },
  maintenances: {
    weight: 6,
    needed: { name, material_id: pick('materials') },
    free: {
      status: fc.constantFrom('planned', 'in_progress', 'completed', 'canceled'),
      realization: fc.constantFrom('internal', 'external', 'both'),
      operator_ids: some('users'),
      company_ids: some('companies'),
      started_at: orNull(time),
      resolved_at: orNull(time),
    },
  },
  incidents: {
    weight: 5,
    needed: { name, material_id: pick('materials') },
    free: {
      maintenance_id: orNull(pick('maintenances')),
      status: fc.constantFrom('open', 'in_progress', 'resolved', 'closed'),
      started_at: time,
      resolved_at: orNull(time),
    },
  },
  cleanings: {
    weight: 5,
    needed: { material_id: pick('materials'), type: fc.constantFrom('daily', 'casual') },
    free: { name, cleaned_at: time },
  },
  items: {
    weight: 4,
    needed: { name },
    free: {
      reference: orNull(fc.constantFrom('R-1', 'R-2', 'r-1')),
      warning_stock: orNull(number),
      critical_stock: orNull(number),
      company_id: orNull(pick('companies')),
      current_price: money,
      material_ids: some('materials'),
    },
  },
  'item-movements': {
    weight: 9,
    needed: { item_id: pick('items'), type: fc.constantFrom('entry', 'exit'), quantity: number },
    free: { moved_at: time, maintenance_id: orNull(pick('maintenances')), unit_price: money },
  },
  companies: {
    weight: 2,
    needed: {
      name: fc.nat({ max: 5 }).map((at) => `Firm ${at}`),
      types: fc.subarray(['item_provider', 'maintenance_provider'], { minLength: 1 }),
    },
    free: { address: orNull(fc.constant('Street')) },
  },
  users: {
    weight: 4,
    needed: {
      username: fc.constantFrom('ada', 'bob', 'eve'),
      email: fc.constantFrom('ada@x.test', 'ADA@x.test', 'eve@x.test'),
      first_name: fc.constant('Ada'),
      last_name: fc.constant('Eve'),
    },
    free: {
      memberships: fc.array(fc.record({ site_id: pick('sites'), role_ids: some('roles') }), { maxLength: 3 }),
    },
  },
  roles: {
    weight: 3,
    needed: { name: fc.nat({ max: 4 }).map((at) => `Role ${at}`) },
    free: {
      permissions: fc.subarray([
        '*',
        'role.update',
        'user.update',
        'zone.viewAny',
        'zone.view',
        'zone.create',
        'item.viewAny',
      ]),
    },
  },
  sites: {
    weight: 2,
    needed: { name: fc.nat({ max: 4 }).map((at) => `Spot ${at}`) },
    free: {
      is_headquarters: fc.boolean(),
      timezone: fc.constantFrom('Asia/Kolkata', 'Europe/Paris', 'America/St_Johns'),
    },
  },
};
export const paths = Object.keys(shapes);
