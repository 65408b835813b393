/** The demo's stock adds up: each item is what its ledger says, and the ledger could have been booked through the API. */
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import {
  brokenOf,
  byId,
  type DemoLinks,
  type DemoRows,
  type Item,
  readDemo,
  readLinks,
} from './seed-rows.ts';

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
    for (const item of demo.items) {
      const ledger = demo.item_movements
        .filter(({ item_id }) => item_id === item.id)
        .sort((left, right) => left.moved_at.localeCompare(right.moved_at) || left.id - right.id);
      let stock = 0;
      let price: number | undefined;
      for (const { signed_quantity, type, reverses_id, unit_price } of ledger) {
        stock += signed_quantity;
        if (type === 'entry' && reverses_id === null) price = unit_price;
        if (reverses_id === null) expect(unit_price, `price of a movement of ${item.name}`).to.equal(price);
        expect(stock, `running stock of ${item.name}`).to.be.at.least(0);
      }
      expect([item.current_stock, item.current_price], item.name).to.deep.equal([stock, price]);
    }
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
    const items = byId(demo.items);
    const maintenances = byId(demo.maintenances);
    for (const row of demo.item_movements) {
      const item = items.get(row.item_id);
      const sign = row.type === 'entry' ? 1 : -1;
      const isEntry = row.type === 'entry' && row.reverses_id === null;
      const maintenance = row.maintenance_id === null ? null : maintenances.get(row.maintenance_id);
      const rules = {
        'a name':
          row.name === `${row.type === 'entry' ? 'Entry' : 'Exit'} of ${row.quantity} × ${item?.name}`,
        'site of the item': row.site_id === item?.site_id,
        'quantity in range': row.quantity >= 1 && row.quantity <= 999_999,
        'signed by its type': row.signed_quantity === sign * row.quantity,
        'exact total': row.total_price === row.quantity * row.unit_price,
        'supplier and invoice with entries only':
          isEntry || (row.company_id === null && row.invoice_number === null && row.invoice_date === null),
        'from an item provider':
          row.company_id === null || links.companyTypes.has(`company ${row.company_id} item_provider`),
        'maintenance with what leaves for it, or comes back': row.maintenance_id === null || !isEntry,
        'maintenance of the site': maintenance === null || maintenance?.site_id === row.site_id,
        'costs what leaves': row.reverses_id !== null || row.cost === (isEntry ? 0 : row.total_price),
      };
      expect(brokenOf(rules), `movement ${row.id}`).to.deep.equal([]);
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
