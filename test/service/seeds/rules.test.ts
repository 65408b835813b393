/** Every row of the demo obeys the rules of its resource: what the API would refuse is not seeded either. */
import { expect } from 'chai';
import { searchText, sortKey } from '../../../engine/values.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import {
  byId,
  type DemoLinks,
  type DemoRows,
  type Item,
  type Material,
  readDemo,
  readLinks,
} from './demo-rows.ts';
import { brokenOf, lawsFor } from './laws.ts';

/** Nothing may be left of a list of offenders. */
function expectNone(offenders: readonly unknown[], rule: string): void {
  expect(offenders.slice(0, 3), `${offenders.length} rows break: ${rule}`).to.deep.equal([]);
}

describe('the demo data', () => {
  let database: TestDatabase;
  let demo: DemoRows;
  let links: DemoLinks;

  before(async () => {
    database = await createTestDatabase('demo');
    demo = await readDemo(database.knex);
    links = await readLinks(database.knex);
  });
  after(() => database.drop());

  it('is large enough to look at, and every state occurs', () => {
    const { zones, materials, maintenances, incidents, cleanings, items, item_movements, companies } = demo;
    const sizes = { zones, materials, maintenances, incidents, cleanings, items, item_movements, companies };
    const least = [36, 250, 500, 200, 500, 100, 500, 20];
    expectNone(
      Object.entries(sizes).filter(([, rows], index) => rows.length < (least[index] ?? 0)),
      'enough of everything',
    );
    const states = (rows: readonly { status: string }[]) =>
      [...new Set(rows.map(({ status }) => status))].sort();
    expect(states(materials)).to.deep.equal(['decommissioned', 'degraded', 'down', 'operational', 'standby']);
    expect(states(maintenances)).to.deep.equal(['canceled', 'completed', 'in_progress', 'planned']);
    expect(states(incidents)).to.deep.equal(['closed', 'in_progress', 'open', 'resolved']);
    const realizations = new Set(maintenances.map(({ realization }) => realization));
    expect([...realizations].sort()).to.deep.equal(['both', 'external', 'internal']);
    const cleaningTypes = new Set(cleanings.map(({ type }) => type));
    expect(cleaningTypes.size).to.equal(8);
  });

  it('lies within the last twelve months, plans apart', () => {
    const today = new Date().toISOString().slice(0, 10);
    const oldest = new Date(Date.parse(today) - 366 * 86_400_000).toISOString().slice(0, 10);
    const everything = Object.values(demo).flat();
    expectNone(
      everything.filter(({ created_at, updated_at }) => created_at < oldest || updated_at < created_at),
      'created within the year, changed after that',
    );
    expectNone(
      everything.filter(({ updated_at }) => updated_at >= `${today} 23:59:59.999`),
      'nothing changed in the future',
    );
    const happened = [
      ...demo.maintenances.flatMap(({ started_at, resolved_at }) => [started_at, resolved_at]),
      ...demo.incidents.flatMap(({ started_at, resolved_at }) => [started_at, resolved_at]),
      ...demo.cleanings.map(({ cleaned_at }) => cleaned_at),
      ...demo.item_movements.map(({ moved_at }) => moved_at),
    ];
    expectNone(
      happened.filter((moment) => moment !== null && moment >= `${today} 23:59:59.999`),
      'nothing happened in the future',
    );
  });

  it('keeps the folded copies of what lists sort and search by', () => {
    const texts = (...values: (string | null)[]) => searchText(values.filter((value) => value !== null));
    for (const row of [...demo.zones, ...demo.materials, ...demo.items, ...demo.companies, ...demo.sites]) {
      expect(row.name_key).to.equal(sortKey(row.name));
    }
    for (const row of demo.items) {
      expect(row.reference_key).to.equal(sortKey(row.reference));
      expect(row.search_text).to.equal(
        texts(row.name, row.reference, row.company_reference, row.description),
      );
    }
    for (const row of demo.materials) {
      const { name, code, serial_number, manufacturer, model, description } = row;
      expect(row.search_text).to.equal(texts(name, code, serial_number, manufacturer, model, description));
    }
    for (const row of demo.maintenances) {
      expect(row.search_text).to.equal(texts(row.name, row.description, row.reason));
    }
    for (const row of [...demo.incidents, ...demo.cleanings]) {
      expect(row.search_text).to.equal(texts(row.name, row.description));
    }
    for (const row of demo.item_movements) {
      expect(row.search_text).to.equal(texts(row.invoice_number, row.notes));
    }
    for (const row of demo.users) {
      expect(row.search_text).to.equal(texts(row.first_name, row.last_name, row.username, row.email));
      expect(row.full_name).to.equal(`${row.first_name} ${row.last_name}`);
    }
  });

  it('has trees of zones, and materials only where they are allowed', () => {
    const zones = new Map(demo.zones.map((zone) => [zone.id, zone]));
    // A parent that was there before its child can never be below it.
    expectNone(
      demo.zones.filter(({ id, parent_id, site_id }) => {
        const parent = parent_id === null ? null : zones.get(parent_id);
        return parent !== null && (parent?.site_id !== site_id || parent.id >= id);
      }),
      'parent of the same site',
    );
    expect(demo.zones.some(({ parent_id }) => parent_id !== null)).to.equal(true);
    expectNone(
      demo.materials.filter(({ zone_id, site_id }) => {
        const zone = zones.get(zone_id);
        return Number(zone?.allow_material) !== 1 || zone?.site_id !== site_id;
      }),
      'in a zone of the site that allows materials',
    );
  });

  it('has maintenances whose state, times and workers agree', () => {
    const laws = lawsFor(demo, links);
    for (const row of demo.maintenances) {
      expect(laws.maintenance(row), `maintenance ${row.id}`).to.deep.equal([]);
    }
  });

  it('has incidents that agree with their maintenances', () => {
    const maintenances = byId(demo.maintenances);
    const materials = byId(demo.materials);
    for (const row of demo.incidents) {
      const maintenance = row.maintenance_id === null ? null : maintenances.get(row.maintenance_id);
      const rules = {
        'site of the material': materials.get(row.material_id)?.site_id === row.site_id,
        'maintenance of the material': maintenance === null || maintenance?.material_id === row.material_id,
        'resolved exactly in resolved and closed':
          (row.resolved_at !== null) === ['resolved', 'closed'].includes(row.status),
        'resolved after it started': row.resolved_at === null || row.resolved_at >= row.started_at,
      };
      expect(brokenOf(rules), `incident ${row.id}`).to.deep.equal([]);
    }
    expect(demo.incidents.some(({ maintenance_id }) => maintenance_id !== null)).to.equal(true);
  });

  it('counts the next cleaning by the calendar of the site', () => {
    const timezones = new Map(demo.sites.map(({ id, timezone }) => [id, timezone]));
    for (const material of demo.materials) {
      const own = demo.cleanings.filter(({ material_id }) => material_id === material.id);
      const last =
        own
          .map(({ cleaned_at }) => cleaned_at)
          .sort()
          .at(-1) ?? null;
      expect(material.last_cleaning_at, `material ${material.id}`).to.equal(last);
      const { cleaning_every: every, cleaning_unit: unit, next_cleaning_at: next } = material;
      expect((every === null) === (unit === null) && (every === null) === (next === null)).to.equal(true);
      if (next === null) continue;
      const zone = timezones.get(material.site_id) ?? '';
      const expected = later(onTheWall(last ?? material.created_at, zone), material);
      expect(onTheWall(next, zone), `material ${material.id}`).to.equal(expected);
    }
    expectNone(
      demo.cleanings.filter(
        ({ name, material_id }) => name !== `Cleaning of ${byId(demo.materials).get(material_id)?.name}`,
      ),
      'the default name',
    );
  });

  it('has stock that is the sum of the ledger, which never falls below zero and sets the price', () => {
    const laws = lawsFor(demo, links);
    for (const item of demo.items) expect(laws.ledger(item), item.name).to.deep.equal([]);
  });

  it('has stock in every state', () => {
    const states = new Set(demo.items.map(stateOf));
    expect([...states].sort()).to.deep.equal(['critical', 'empty', 'ok', 'warning']);
    expect(demo.items.some(({ warning_stock }) => warning_stock === null)).to.equal(true);
  });

  it('has items that fit materials of their site and come from a supplier', () => {
    const materials = byId(demo.materials);
    for (const item of demo.items) {
      const fits = links.materialsOf.get(item.id) ?? [];
      const { critical_stock: critical, warning_stock: warning } = item;
      const rules = {
        'fits something of its site':
          fits.length > 0 && fits.every((id) => materials.get(id)?.site_id === item.site_id),
        'from an item provider': links.companyTypes.has(`company ${item.company_id} item_provider`),
        'critical at most warning':
          critical === null || (warning !== null && critical <= warning && critical >= 0),
      };
      expect(brokenOf(rules), item.name).to.deep.equal([]);
    }
  });

  it('has movements that the API could have booked', () => {
    const laws = lawsFor(demo, links);
    for (const row of demo.item_movements) {
      expect(laws.movement(row), `movement ${row.id}`).to.deep.equal([]);
    }
    expect(demo.item_movements.some(({ maintenance_id }) => maintenance_id !== null)).to.equal(true);
  });

  it('takes mistakes back by their opposite, once', () => {
    const movements = byId(demo.item_movements);
    const reversals = demo.item_movements.filter(({ reverses_id }) => reverses_id !== null);
    for (const row of reversals) {
      const reversed = movements.get(row.reverses_id ?? 0);
      const rules = {
        'the same item': row.item_id === reversed?.item_id,
        'the opposite': row.signed_quantity === -(reversed?.signed_quantity ?? 0),
        'at the same price': row.unit_price === reversed?.unit_price,
        'gives the cost back': row.cost + (reversed?.cost ?? 0) === 0,
        'to the same maintenance': row.maintenance_id === reversed?.maintenance_id,
        'is no reversal of one': reversed?.reverses_id === null,
        'later, with a note': row.moved_at > (reversed?.moved_at ?? '9') && row.notes !== null,
      };
      expect(brokenOf(rules), `movement ${row.id}`).to.deep.equal([]);
    }
    const reversed = reversals.map(({ reverses_id }) => reverses_id);
    expect(new Set(reversed).size).to.equal(reversed.length);
    expect(new Set(reversals.map(({ type }) => type)).size, 'entries and exits taken back').to.equal(2);
  });
});

/** A stored moment as the clock and the calendar of a place show it, `2026-03-29 08:00:00`. */
function onTheWall(stored: string, timeZone: string): string {
  const moment = new Date(`${stored.replace(' ', 'T')}Z`);
  return moment.toLocaleString('sv-SE', { timeZone });
}

/** The same time of day, so many days, weeks or months later; the last of the month where that day is missing. */
function later(wall: string, { cleaning_every: every, cleaning_unit: unit }: Material): string {
  const [day = '', time = ''] = wall.split(' ');
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const count = every ?? 0;
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  const moved =
    unit === 'month'
      ? Date.UTC(year, month - 1 + count, Math.min(date, last))
      : Date.UTC(year, month - 1, date + count * (unit === 'week' ? 7 : 1));
  return `${new Date(moved).toISOString().slice(0, 10)} ${time}`;
}

function stateOf({ current_stock: stock, critical_stock: critical, warning_stock: warning }: Item): string {
  if (stock === 0) return 'empty';
  if (critical !== null && stock <= critical) return 'critical';
  return warning !== null && stock <= warning ? 'warning' : 'ok';
}
