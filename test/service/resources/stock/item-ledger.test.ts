/** The ledger of stock as it is read: what its lines are called, how they are found, and what they sum up to. */
import { expect } from 'chai';
import { describeRules } from '../world.ts';
import { makeItem, move } from './world.ts';

describeRules('ledger of stock', [], (world) => {
  it('is found by item, maintenance, its material, supplier, time and texts, and sorted', async () => {
    const material_id = await world().material();
    const maintenance_id = await world().maintenance({ material_id });
    const company_id = await world().company('item_provider');
    const id = await makeItem(world(), { name: 'Quetzal ring', reference: 'QR-1', current_price: 2 });
    const moved_at = '2026-02-01T08:00:00Z';
    const first = await move(world(), id, { quantity: 9, company_id, invoice_number: 'INV-9', moved_at });
    const second = await move(world(), id, {
      type: 'exit',
      quantity: 2,
      maintenance_id,
      notes: 'For the PRESS',
    });
    const expected: readonly (readonly [query: string, ids: readonly number[]])[] = [
      [`item_id=${id}`, [second, first]],
      [`item_id=${id}&sort=moved_at`, [first, second]],
      [`item_id=${id}&sort=type`, [first, second]],
      [`item_id=${id}&sort=-total_price`, [first, second]],
      [`item_id=${id}&sort=quantity`, [second, first]],
      [`maintenance_id=${maintenance_id}`, [second]],
      [`material_id=${material_id}`, [second]],
      [`item_id=${id}&company_id=${company_id}`, [first]],
      [`item_id=${id}&maintenance_id=null`, [first]],
      [`item_id=${id}&moved_at[lte]=${encodeURIComponent(moved_at)}`, [first]],
      ['search=quetzal', [second, first]],
      ['search=qr-1+inv-9', [first]],
      ['search=quetzal+press', [second]],
      ['search=quetzal+absent', []],
      [`item_id=${id}&type=exit`, [second]],
    ];
    for (const [query, ids] of expected) {
      const { data } = (await world().manager.get(`/item-movements?${query}&fields=id`)).body;
      expect(data, query).to.deep.equal(ids.map((one) => ({ id: one })));
    }
  });

  it('keeps the name an item had on the day', async () => {
    const id = await makeItem(world(), { name: 'Old name of a part' });
    const movement = await move(world(), id, { quantity: 2 });
    await world().manager.patch(`/items/${id}`, { name: 'New name of a part' });
    const read = await world().read(`/item-movements/${movement}`);
    expect(read).to.include({ name: 'Entry of 2 × Old name of a part' });
    expect(read.item).to.include({ name: 'New name of a part' });
  });

  it('has room for the longest name', async () => {
    const id = await makeItem(world(), { name: '×'.repeat(255) });
    const movement = await move(world(), id, { quantity: 999_999 });
    expect((await world().read(`/item-movements/${movement}`)).name).to.equal(
      `Entry of 999999 × ${'×'.repeat(255)}`,
    );
  });

  it('leaves the stock the sum of the ledger for every item there is', async () => {
    const { knex } = world().service.database;
    const rows = await knex('item_movements').select('item_id', 'signed_quantity');
    const ledgers = new Map<number, number>();
    for (const { item_id, signed_quantity } of rows) {
      ledgers.set(item_id, (ledgers.get(item_id) ?? 0) + Number(signed_quantity));
    }
    const items = await knex('items');
    expect(items.length).to.be.greaterThan(100);
    for (const { id, current_stock } of items) {
      expect(ledgers.get(id) ?? 0, `item ${id}`).to.equal(Number(current_stock));
    }
  });

  it('is refused in French to a user whose language it is', async () => {
    const id = await makeItem(world());
    await world().manager.patch('/user/locale', { locale: 'fr' });
    const reply = await world().manager.post('/item-movements', { item_id: id, type: 'exit', quantity: 1 });
    await world().manager.patch('/user/locale', { locale: 'en' });
    expect(reply.body.errors).to.deep.equal({ quantity: ['Il n’en reste que 0 en stock.'] });
  });
});
