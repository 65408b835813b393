/** The stock of items: how it is shown and found, and how it affects open edits of an item. */
import { expect } from 'chai';
import { describeRules, type Rule, rule } from '../world.ts';
import { makeItem, move } from './world.ts';

const rules: readonly Rule[] = [
  rule({
    rule: 'the critical stock is compared with the warning stock that is stored',
    given: (world) => makeItem(world, { warning_stock: 3 }),
    send: (id) => ['PATCH', `/items/${id}`, { critical_stock: 4 }],
    status: 422,
    errors: ['critical_stock'],
    afterwards: (id) => [`/items/${id}`, { critical_stock: null }],
  }),
  rule<{ zone_id: number; material: number }>({
    rule: 'materials are chosen with their zone, in which alone their name is unique',
    given: async (world) => {
      const zone_id = await world.zone();
      return { zone_id, material: await world.material({ zone_id }) };
    },
    send: ({ material }) => ['GET', `/items/options/material_ids?id=${material}`],
    status: 200,
    contains: [/"data":\[\{"id":\d+,"name":"[^"]+","zone":\{"id":\d+,"name":"[^"]+"\}\}\]/],
  }),
];

describeRules('stock of items', rules, (world) => {
  const statuses = [
    ['empty', 0],
    ['critical', 1],
    ['critical', 3],
    ['warning', 4],
    ['warning', 7],
    ['ok', 8],
  ] as const;

  it('shows and finds the status of every stock', async () => {
    const search = world().name();
    const ids = await Promise.all(
      statuses.map(([, stock], index) =>
        makeItem(world(), { name: `${search} ${index}`, critical_stock: 3, warning_stock: 7 }).then(
          async (id) => {
            if (stock > 0) await move(world(), id, { quantity: stock });
            return id;
          },
        ),
      ),
    );
    for (const status of new Set(statuses.map(([status]) => status))) {
      const query = `search=${encodeURIComponent(search)}&stock_status=${status}&sort=current_stock`;
      const { data } = (await world().manager.get(`/items?${query}&fields=id,stock_status`)).body;
      const wanted = ids.filter((_, index) => statuses[index]?.[0] === status);
      expect(data).to.deep.equal(wanted.map((id) => ({ id, stock_status: status })));
    }
    const counts = await world().manager.get(
      `/items/counts?by=stock_status&search=${encodeURIComponent(search)}`,
    );
    expect(counts.body.data).to.deep.equal([
      { value: 'empty', label: 'Empty', count: 1 },
      { value: 'critical', label: 'Critical', count: 2 },
      { value: 'warning', label: 'Warning', count: 2 },
      { value: 'ok', label: 'Ok', count: 1 },
    ]);
  });

  it('is told for each period by the days of the site: at its end, now, and not of what is to come', async () => {
    const id = await makeItem(world());
    const levels = async (query: string) =>
      (await world().manager.get(`/items/${id}/levels?${query}`)).body.data;
    // London in summer: half past midnight on 1 July, and a minute before the end of it.
    await move(world(), id, { quantity: 9, moved_at: '2025-06-30T23:30:00Z' });
    await move(world(), id, { type: 'exit', quantity: 2, moved_at: '2025-07-31T22:59:30Z' });
    await move(world(), id, { quantity: 4, moved_at: '2025-07-31T23:00:00Z' });
    expect(await levels('from=2025-06-29&until=2025-09-01&by=month')).to.deep.equal([
      { value: '2025-06-29', label: '2025-06', entries: 0, exits: 0, stock: 0 },
      { value: '2025-07-01', label: '2025-07', entries: 9, exits: 2, stock: 7 },
      { value: '2025-08-01', label: '2025-08', entries: 4, exits: 0, stock: 11 },
    ]);
    expect(await levels('from=2025-06-29&until=2025-09-01')).to.deep.equal([
      { value: null, label: 'Total', entries: 13, exits: 2, stock: 11 },
    ]);
    const [day] = await levels('from=2025-07-31&until=2025-08-01&by=day');
    expect(day).to.deep.equal({ value: '2025-07-31', label: '2025-07-31', entries: 0, exits: 2, stock: 7 });
    const year = new Date().getUTCFullYear();
    const months: readonly { stock: number | null }[] = await levels(
      `from=${year}-01-01&until=${year + 2}-01-01&by=month`,
    );
    expect([months[0]?.stock === null, months.at(-1)?.stock]).to.deep.equal([false, null]);
    expect((await world().manager.get(`/items/${id}/levels?by=zone_id`)).body.errors).to.have.keys(
      'from',
      'until',
      'by',
    );
  });

  it('is empty or well where no limits are set', async () => {
    const id = await makeItem(world());
    expect(await world().read(`/items/${id}`)).to.include({ stock_status: 'empty' });
    await move(world(), id, { quantity: 1 });
    expect(await world().read(`/items/${id}`)).to.include({ stock_status: 'ok' });
  });

  it('is read once by a movement, under the lock that the reference to the item takes', async () => {
    const id = await makeItem(world());
    const { knex } = world().service.database;
    const reads: string[] = [];
    const note = ({ sql }: { sql: string }) => {
      if (/^select .* from `items` `r`/.test(sql)) reads.push(sql);
    };
    knex.on('query', note);
    for (const unit_price of [undefined, 7]) {
      await move(world(), id, { quantity: 1, ...(unit_price && { unit_price }) });
      expect(reads.splice(0), 'with a price, too').to.have.length(1);
    }
    knex.off('query', note);
    expect(await world().read(`/items/${id}`)).to.include({ current_stock: 2, current_price: 7 });
  });

  it('keeps its version while stock moves, so that an open form can still be saved', async () => {
    const id = await makeItem(world());
    const { etag } = (await world().manager.get(`/items/${id}`)).headers;
    await move(world(), id, { quantity: 3 });
    const again = await world().manager.get(`/items/${id}`, { 'If-None-Match': etag });
    expect(again.status, 'the answer has changed').to.equal(200);
    const saved = await world().manager.patch(`/items/${id}`, { unit: 'm' }, { 'If-Match': etag });
    expect(saved.status, saved.text).to.equal(200);
    expect(saved.body.data).to.include({ unit: 'm', current_stock: 3 });
  });

  it('gets another version with a new price, which an open form would overwrite', async () => {
    const id = await makeItem(world(), { current_price: 1 });
    const { etag } = (await world().manager.get(`/items/${id}`)).headers;
    await world().make('item-movements', { item_id: id, type: 'entry', quantity: 1, unit_price: 2 });
    const reply = await world().manager.patch(`/items/${id}`, { current_price: 1 }, { 'If-Match': etag });
    expect(reply.status).to.equal(412);
  });
});
