/** The rules of sites, one row each. */
import { expect } from 'chai';
import { withoutComputed } from '../../harness/database.ts';
import { describeRules, type Rule, rule, sites } from './world.ts';

const { headquarters, north, south } = sites;

const rules: readonly Rule[] = [
  rule({
    rule: 'a second headquarters is not created',
    by: 'administrator',
    send: (_, world) => ['POST', '/sites', { name: world.name(), is_headquarters: true }],
    status: 409,
    contains: ['conflict', 'Headquarters'],
    lacks: ['errors'],
  }),
  rule({
    rule: 'another site does not become the headquarters',
    by: 'administrator',
    send: () => ['PATCH', `/sites/${south}`, { is_headquarters: true }],
    status: 409,
    contains: ['Headquarters'],
    afterwards: () => [`/sites/${south}`, { is_headquarters: false }],
  }),
  rule({
    rule: 'the headquarters stays what it is',
    by: 'administrator',
    send: () => ['PATCH', `/sites/${headquarters}`, { is_headquarters: false }],
    status: 409,
    contains: ['must remain'],
  }),
  rule({
    rule: 'elsewhere the headquarters has no name for those who cannot see it',
    send: () => ['PATCH', `/sites/${north}`, { is_headquarters: true }],
    status: 409,
    contains: ['There can be only one headquarters, and there is one already.'],
    lacks: ['Headquarters'],
  }),
  rule({
    rule: 'a form may send back that it is the headquarters',
    by: 'administrator',
    send: () => ['PATCH', `/sites/${headquarters}`, { is_headquarters: true, city: 'Paris' }],
    status: 200,
    data: () => ({ is_headquarters: true, city: 'Paris' }),
  }),
  rule({
    rule: 'the headquarters is not deleted',
    by: 'administrator',
    send: () => ['DELETE', `/sites/${headquarters}`],
    status: 409,
  }),
  rule({
    rule: 'one changes the site one is at',
    send: () => ['PATCH', `/sites/${north}`, { city: 'York', country: '' }],
    status: 200,
    data: () => ({ city: 'York', country: null }),
  }),
  rule({
    rule: 'one sees a further site of one’s own, and does not change it from here',
    send: () => ['PATCH', `/sites/${south}`, { city: 'York' }],
    status: 403,
  }),
  rule({
    rule: 'from the headquarters any site is changed',
    by: 'administrator',
    send: () => ['PATCH', `/sites/${south}`, { city: 'Athens' }],
    status: 200,
  }),
  rule({
    rule: 'somebody else’s site is not there',
    by: 'technician',
    send: () => ['GET', `/sites/${south}`],
    status: 404,
    lacks: ['Plant South'],
  }),
  rule({
    rule: 'elsewhere one’s own sites are listed',
    send: () => ['GET', '/sites?fields=name'],
    status: 200,
    contains: ['"data":[{"name":"Plant North"},{"name":"Plant South"}]'],
    lacks: ['Headquarters'],
  }),
];

describeRules('rules of sites', rules, (world) => {
  it('moves every next cleaning of a large site with its time zone', async () => {
    const { knex } = world().service.database;
    const sample = await knex('materials').where({ site_id: south }).first();
    const { id: _id, ...row } = withoutComputed(sample);
    const plan = { cleaning_every: 1, cleaning_unit: 'day', last_cleaning_at: '2024-03-30 10:00:00.000' };
    const copies = Array.from({ length: 1100 }, (_, index) => ({
      ...row,
      ...plan,
      name: `Copy ${index}`,
      code: null,
      code_key: null,
      serial_number: null,
      next_cleaning_at: null,
    }));
    await knex.batchInsert('materials', copies, 100);
    const reply = await world().administrator.patch(`/sites/${south}`, { timezone: 'Europe/Paris' });
    expect(reply.status, reply.text).to.equal(200);
    const cleanings = knex('materials').where({ site_id: south, ...plan });
    expect(await cleanings.distinct().pluck('next_cleaning_at')).to.deep.equal(['2024-03-31 09:00:00.000']);
  });

  it('lets one of two sites become the headquarters where there is none', async () => {
    const { knex } = world().service.database;
    const people = [world().administrator, world().manager];
    for (let round = 0; round < 10; round += 1) {
      // Both keep the right to change the site they are at, and nothing more.
      await knex('sites').update({ is_headquarters: 0, headquarters_slot: null });
      const replies = await Promise.all(
        people.map((client, index) => client.patch(`/sites/${index + 1}`, { is_headquarters: true })),
      );
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.body.message).to.include('only one headquarters');
      expect(await knex('sites').where({ is_headquarters: 1 }).pluck('headquarters_slot')).to.deep.equal([1]);
    }
  });
});
