/** The demo's stock adds up: each item is what its ledger says, and the ledger could have been booked through the API. */
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { byId, type DemoLinks, type DemoRows, type Item, readDemo, readLinks } from './demo-rows.ts';
import { brokenOf, lawsFor } from './laws.ts';

describe('the demo stock', () => {
  let database: TestDatabase;
  let demo: DemoRows;
  let links: DemoLinks;

  before(async () => {
    database = await createTestDatabase('demo');
    demo = await readDemo(database.knex);
    links = await readLinks(database.knex);
  });
  after(() => database.drop());

  it('is the sum of the ledger, which never falls below zero and sets the price', () => {
    const laws = lawsFor(demo, links);
    for (const item of demo.items) expect(laws.ledger(item), item.name).to.deep.equal([]);
  });

  it('occurs in every state', () => {
    const states = new Set(demo.items.map(stateOf));
    expect([...states].sort()).to.deep.equal(['critical', 'empty', 'ok', 'warning']);
    expect(demo.items.some(({ warning_stock }) => warning_stock === null)).to.equal(true);
  });

  it('consists of items that fit materials of their site and come from a supplier', () => {
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

  it('moves by movements that the API could have booked', () => {
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

function stateOf({ current_stock: stock, critical_stock: critical, warning_stock: warning }: Item): string {
  if (stock === 0) return 'empty';
  if (critical !== null && stock <= critical) return 'critical';
  return warning !== null && stock <= warning ? 'warning' : 'ok';
}
