/** The ledger of stock as it is read: what its lines are called, how they are found, and what they sum up to. */
import { expect } from 'chai';
import { describeRules } from '../world.ts';
import { makeItem, move } from './world.ts';

describeRules('ledger of stock', [], (world) => {
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

  it('is refused in French to a user whose language it is', async () => {
    const id = await makeItem(world());
    await world().manager.patch('/user/locale', { locale: 'fr' });
    const reply = await world().manager.post('/item-movements', { item_id: id, type: 'exit', quantity: 1 });
    await world().manager.patch('/user/locale', { locale: 'en' });
    expect(reply.body.errors).to.deep.equal({ quantity: ['Il n’en reste que 0 en stock.'] });
  });
});
