/** Counts and sums of the demo data: what a dashboard asks, in whose words, and what is too much for one answer. */
import { expect } from 'chai';
import { maxGroups } from '../../../../engine/features/counts/groups.ts';
import { storedNow, storeInstant } from '../../../../engine/values.ts';
import { unlessMysql } from '../../../harness/only-on.ts';
import { startService } from '../../../harness/service.ts';
import { describeRules, type Json, sites } from '../../../service/resources/world.ts';

describeRules('counts', [], (world) => {
  const read = async (path: string, who: 'manager' | 'administrator' = 'manager') => {
    const reply = await world()[who].get(path);
    expect(reply.status, `${path}: ${reply.text}`).to.equal(200);
    return reply.body.data;
  };
  const refused = async (path: string) => {
    const reply = await world().manager.get(path);
    expect(reply.status, `${path}: ${reply.text}`).to.equal(422);
    return reply.body.errors;
  };

  it('draw a dashboard of twelve figures and two charts in six requests', async () => {
    const [incidents, severe, movements, items, costs, overdue] = [
      await read('/incidents/counts?by=status'),
      await read('/incidents/counts?by=started_at.month,severity'),
      await read('/item-movements/counts?by=moved_at.month,type&sum=quantity,total_price'),
      await read('/items/counts?by=stock_status&sum=current_stock'),
      await read('/maintenances/counts?by=status&sum=parts_cost'),
      await read('/maintenances/counts?overdue=true&sum=parts_cost'),
    ];
    for (const chart of [severe, movements]) expect(chart).to.have.lengthOf.above(10);
    for (const { value, label, count } of incidents) {
      expect(label).to.equal(value.charAt(0).toUpperCase() + value.slice(1).replace('_', ' '));
      expect((await world().manager.get(`/incidents?status=${value}`)).body.meta.total).to.equal(count);
    }
    const months = movements.map(({ values }: { values: string[] }) => values.join());
    expect(months).to.deep.equal([...months].sort());
    expect(items[0].sums).to.deep.equal({ current_stock: 0 });
    expect(overdue).to.have.lengthOf(1);
    const all = (await read('/maintenances/counts?sum=parts_cost'))[0].sums.parts_cost;
    const parts: number[] = costs.map(({ sums }: { sums: { parts_cost: number } }) => sums.parts_cost);
    expect(Math.round(parts.reduce((sum, part) => sum + part * 100, 0))).to.equal(Math.round(all * 100));
    expect(all).to.be.above(0);
  });

  it('have labels in the language of the user', async () => {
    const { manager } = world();
    await manager.patch('/user/locale', { locale: 'fr' });
    const labels = async (path: string) => (await read(path)).map(({ label }: { label: string }) => label);
    expect(await labels('/maintenances/counts?by=overdue')).to.deep.equal(['Non', 'Oui']);
    expect((await labels('/maintenances/counts?by=resolved_at.year')).at(-1)).to.equal('Aucun');
    expect(await labels('/item-movements/counts?by=type')).to.deep.equal(['Entrée', 'Sortie']);
    const { errors } = (await manager.get('/items/counts?by=nothing')).body;
    expect(errors.by[0]).to.match(/^« nothing »|“nothing”/);
    await manager.patch('/user/locale', { locale: 'en' });
  });

  it('sum a row once for each of several values, and once in all', async () => {
    const one = await world().user('technician@demo.test');
    const other = await world().user('manager@demo.test');
    const item = await world().make('items', { name: world().name(), current_price: 0.1 });
    await world().make('item-movements', { item_id: item, type: 'entry', quantity: 9 });
    const parts = async (operator_ids: number[], quantity: number) => {
      const id = await world().maintenance({ operator_ids });
      await world().make('item-movements', { item_id: item, type: 'exit', quantity, maintenance_id: id });
      return id;
    };
    const ids = [await parts([one, other], 1), await parts([one], 2), await parts([], 3)];
    const query = `id=${ids}&sum=parts_cost`;
    const byOperator = await read(`/maintenances/counts?by=operator_id&${query}`);
    const told = new Map(byOperator.map((row: Json) => [row.value, [row.count, row.sums]]));
    expect(told).to.deep.equal(
      new Map<unknown, unknown>([
        [one, [2, { parts_cost: 0.3 }]],
        [other, [1, { parts_cost: 0.1 }]],
        [null, [1, { parts_cost: 0.3 }]],
      ]),
    );
    expect(await read(`/maintenances/counts?${query}`)).to.deep.equal([
      { count: 3, sums: { parts_cost: 0.6 } },
    ]);
    const twice = await read(`/maintenances/counts?by=operator_id,status&${query}`);
    expect(twice.map(({ count }: { count: number }) => count)).to.have.members([1, 2, 1]);
  });

  it('sum what lacks a value as nothing, and refuse a sum that no number tells exactly', async () => {
    const zone = await world().zone();
    for (const purchase_price of [null, null]) await world().material({ zone_id: zone, purchase_price });
    const path = `/materials/counts?zone_id=${zone}&sum=purchase_price`;
    expect(await read(path)).to.deep.equal([{ count: 2, sums: { purchase_price: 0 } }]);
    await world().material({ zone_id: zone, purchase_price: 0.1 });
    await world().material({ zone_id: zone, purchase_price: 0.2 });
    expect(await read(path)).to.deep.equal([{ count: 4, sums: { purchase_price: 0.3 } }]);
    // As much as the column holds: two of them are beyond 64 bits.
    const { knex } = world().service.database;
    const huge = knex.raw('9000000000000000000');
    await knex('materials').where({ zone_id: zone }).update({ purchase_price: huge });
    expect((await refused(path)).sum[0]).to.equal(
      'The sum of purchase_price is too large to be told exactly. Narrow the rows down with filters.',
    );
    expect(Object.keys(await refused(`${path}&by=status`))).to.deep.equal(['sum']);
    expect(await read(`/materials/counts?zone_id=${zone}`)).to.deep.equal([{ count: 4 }]);
    await knex('materials').where({ zone_id: zone }).update({ purchase_price: null });
  });

  it('name no site but those that one may see', async () => {
    const names = async (path: string) => {
      const rows = await read(path);
      return rows.map(({ label }: { label: string }) => label);
    };
    expect(await names('/materials/counts?by=site_id')).to.deep.equal(['Plant North']);
    expect(await names('/users/counts?by=site_id')).to.deep.equal(['Plant North']);
    const all = await read('/users/counts?by=site_id', 'administrator');
    expect(all.map(({ label }: { label: string }) => label)).to.include.members([
      'Headquarters',
      'Plant South',
    ]);
  });

  it('know years far from all others', async () => {
    const id = await world().maintenance({ scheduled_at: '9999-12-31T23:59:59.999Z' });
    const other = await world().maintenance({ scheduled_at: '1000-01-01T12:00:00Z' });
    const third = await world().maintenance({ scheduled_at: '2026-06-30T22:30:00Z' });
    const values = async (part: string) =>
      (await read(`/maintenances/counts?id=${id},${other},${third}&by=scheduled_at.${part}`)).map(
        ({ value }: { value: string }) => value,
      );
    const [early, now, late] = await values('month');
    expect([early, late]).to.deep.equal(['1000-01-01', '9999-12-01']);
    expect(now).to.be.oneOf(['2026-06-01', '2026-07-01']);
    expect(await values('year')).to.deep.equal(['1000-01-01', '2026-01-01', '9999-01-01']);
    const whole = await world().manager.get('/maintenances/counts?by=scheduled_at.month');
    expect(whole.status).to.equal(200);
  });

  it('are so many at the most', async () => {
    const { knex } = world().service.database;
    const material_id = await world().material();
    const first = Date.UTC(1990, 0, 1, 12);
    const moments = Array.from({ length: maxGroups + 1 }, (_, day) =>
      storeInstant(isoOf(first + day * dayMs)),
    );
    const stamps = { created_at: storedNow(), updated_at: storedNow() };
    const shared = { name: 'Many', search_text: 'many', site_id: sites.north, material_id, type: 'daily' };
    const rows = moments.map((cleaned_at) => ({ ...shared, cleaned_at, ...stamps }));
    await knex.batchInsert('cleanings', rows, 200);
    const path = `/cleanings/counts?material_id=${material_id}`;
    expect((await refused(`${path}&by=cleaned_at.day`)).by[0]).to.match(
      /^This would be more than 10000 counts\./,
    );
    expect(await read(`${path}&by=cleaned_at.month`)).to.have.lengthOf(329);
    const some = `${path}&by=cleaned_at.day&cleaned_at[gte]=2000-01-01T00:00:00Z`;
    expect(await read(some)).to.have.lengthOf(maxGroups + 1 - 3652);
    expect(await read(path)).to.deep.equal([{ count: maxGroups + 1 }]);
    const years = moments.slice(0, 101).map((cleaned_at, at) => ({
      ...shared,
      ...stamps,
      cleaned_at: `${1000 + 3 * at}${cleaned_at.slice(4)}`,
    }));
    await knex.batchInsert('cleanings', years, 100);
    expect((await refused(`${path}&by=cleaned_at.year`)).by[0]).to.equal(
      'The rows lie in more than 100 years. Narrow them down with cleaned_at[gte] and cleaned_at[lt].',
    );
  });

  // MariaDB chooses its plan by the number of rows, and refuses what it then makes of a sum of sums.
  unlessMysql.it('sum what is itself a sum while rows go', async () => {
    const service = await startService({ seed: 'demo' });
    try {
      const { knex } = service.database;
      const admin = await service.signedIn('admin@demo.test');
      for (let round = 0; round < 3; round += 1) {
        for (const by of [
          'operator_id',
          'operator_id,created_at.month',
          'company_id,operator_id',
          'status',
        ]) {
          const reply = await admin.get(`/maintenances/counts?by=${by}&sum=parts_cost`);
          expect(reply.status, `${by}, ${round}: ${reply.text}`).to.equal(200);
        }
        const ids = await knex('maintenances').orderBy('id').limit(17).pluck('id');
        for (const table of ['labour_entries', 'service_costs'])
          await knex(table).whereIn('maintenance_id', ids).delete();
        await knex('item_movements').whereIn('maintenance_id', ids).update({ maintenance_id: null });
        await knex('incidents').whereIn('maintenance_id', ids).update({ maintenance_id: null });
        await knex('maintenances').whereIn('id', ids).delete();
      }
    } finally {
      await service.stop();
    }
  });
});

const dayMs = 24 * 3600 * 1000;
const isoOf = (time: number) => new Date(time).toISOString();
