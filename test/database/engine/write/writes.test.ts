/** Writes that lose nothing: conditional requests, idempotency keys, batches and dry runs. */
import { expect } from 'chai';
import { transact } from '../../../../engine/database/transaction.ts';
import type { Reply } from '../../../harness/client.ts';
import { countWaiting, waitUntil } from '../../../harness/gate.ts';
import { serveDemo } from '../../../harness/service.ts';

const times = (count: number, make: (index: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('writes', () => {
  const { service, manager } = serveDemo(['manager']);
  let unique = 0;

  const freshName = () => {
    unique += 1;
    return `Zone of a test ${unique}`;
  };
  const newZone = async () => (await manager.post('/zones', { name: freshName() })).body.data;
  const named = async (name: string): Promise<number> =>
    (await manager.get(`/zones?search=${encodeURIComponent(name)}`)).body.meta.total;
  const journaled = async (id: number): Promise<number> => {
    const [row] = await service.database
      .knex('activities')
      .where({ resource: 'zone', record_id: id })
      .count('* as n');
    return Number(row?.n);
  };

  describe('conditional requests', () => {
    it('does not answer 304 when a count in the answer has changed', async () => {
      const { id } = await newZone();
      const { etag } = (await manager.get(`/zones/${id}`)).headers;
      await manager.post('/zones', { name: freshName(), parent_id: id });
      const again = await manager.get(`/zones/${id}`, { 'If-None-Match': etag });
      expect(again.status).to.equal(200);
      expect(again.body.data.children_count).to.equal(1);
      const edit = await manager.patch(`/zones/${id}`, { description: 'x' }, { 'If-Match': etag });
      expect(edit.status, 'a child does not make an edit stale').to.equal(200);
    });

    it('lets exactly one of ten parallel edits with the same tag win', async () => {
      const { id } = await newZone();
      const { etag } = (await manager.get(`/zones/${id}`)).headers;
      const replies = await times(10, (index) =>
        manager.patch(`/zones/${id}`, { description: `edit ${index}` }, { 'If-Match': etag }),
      );
      const won = replies.filter(({ status }) => status === 200);
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(9).fill(412)]);
      expect((await manager.get(`/zones/${id}`)).body.data.description).to.equal(
        won[0]?.body.data.description,
      );
    });

    it('judges a row when its turn comes, also where an edit changes nothing', async () => {
      const { knex } = service.database;
      const { id, name } = await newZone();
      const { etag } = (await manager.get(`/zones/${id}`)).headers;
      const { sent } = await transact(knex, async (trx) => {
        await trx('zones').where({ id }).increment('version');
        let isAnswered = false;
        const sent = manager.patch(`/zones/${id}`, { name }, { 'If-Match': etag }).finally(() => {
          isAnswered = true;
        });
        await waitUntil(async () => isAnswered || (await countWaiting(knex)) > 0);
        return { sent };
      });
      expect((await sent).status).to.equal(412);
    });
  });

  describe('idempotency keys', () => {
    it('create one row out of twenty parallel duplicates', async () => {
      const name = freshName();
      const replies = await times(20, () => manager.post('/zones', { name }, { 'Idempotency-Key': name }));
      const created = replies.filter(({ status }) => status === 201);
      const running = replies.filter(({ status }) => status === 409);
      expect(created.length).to.be.greaterThan(0);
      expect(created.length + running.length, replies.map(({ status }) => status).join()).to.equal(20);
      expect(new Set(created.map(({ body }) => body.data.id)).size).to.equal(1);
      expect(await named(name)).to.equal(1);
    });

    it('change and delete once of twenty parallel duplicates', async () => {
      const { id } = await newZone();
      const description = freshName();
      const send = {
        PATCH: () => manager.patch(`/zones/${id}`, { description }, { 'Idempotency-Key': description }),
        DELETE: () => manager.delete(`/zones/${id}`, undefined, { 'Idempotency-Key': `${description} gone` }),
      };
      for (const [method, entries] of [
        ['PATCH', 2],
        ['DELETE', 3],
      ] as const) {
        const replies = await times(20, send[method]);
        const wanted = method === 'PATCH' ? 200 : 204;
        const done = replies.filter(({ status }) => status === wanted);
        const running = replies.filter(({ status }) => status === 409);
        expect(done.length).to.be.greaterThan(0);
        expect(done.length + running.length, replies.map(({ status }) => status).join()).to.equal(20);
        const last = await send[method]();
        expect([last.status, last.headers['idempotent-replayed']]).to.deep.equal([wanted, 'true']);
        expect(
          new Set([...done, last].map(({ text, headers: { etag } }) => `${etag} ${text}`)).size,
        ).to.equal(1);
        expect(await journaled(id), method).to.equal(entries);
      }
    });

    it('give the first answer again, headers included, also when keys of the body come in another order', async () => {
      const body = { name: freshName(), allow_material: false };
      const first = await manager.post('/zones', body, { 'Idempotency-Key': 'again' });
      const turned = { allow_material: false, name: body.name };
      const second = await manager.post('/zones', turned, { 'Idempotency-Key': 'again' });
      expect(second.status).to.equal(201);
      expect(second.text).to.equal(first.text);
      expect(second.headers.location).to.equal(first.headers.location);
      expect(second.headers.etag).to.equal(first.headers.etag);
    });

    const misuses: [string, string, Record<string, unknown>][] = [
      ['another path', '/companies', { name: 'Another zone' }],
      ['another query', '/zones?fields=id', { name: 'The zone' }],
    ];
    for (const [what, path, body] of misuses) {
      it(`are refused with ${what}`, async () => {
        const key = `misuse ${what}`;
        const admin = await service.signedIn('admin@demo.test');
        const first = await admin.post('/zones', { name: `The zone ${what}` }, { 'Idempotency-Key': key });
        expect(first.status).to.equal(201);
        const payload = path === '/companies' ? { ...body, types: ['item_provider'] } : body;
        const second = await admin.post(path, payload, { 'Idempotency-Key': key });
        expect(second.status).to.equal(422);
        expect(second.body.errors).to.have.keys('Idempotency-Key');
      });
    }

    it('are refused when they are empty', async () => {
      const name = freshName();
      const reply = await manager.post('/zones', { name }, { 'Idempotency-Key': '' });
      expect(reply.status).to.equal(422);
      expect(reply.body.errors).to.have.keys('Idempotency-Key');
      expect(await named(name)).to.equal(0);
    });

    it('work with a query that is longer than the column of the path', async () => {
      const zone = { name: freshName() };
      const key = { 'Idempotency-Key': 'a long query' };
      const fields = 'name,'.repeat(100);
      const first = await manager.post(`/zones?fields=${fields}id`, zone, key);
      const second = await manager.post(`/zones?fields=${fields}id`, zone, key);
      const other = await manager.post(`/zones?fields=${fields}name`, zone, key);
      expect([first.status, second.status, other.status]).to.deep.equal([201, 201, 422]);
      expect(second.text).to.equal(first.text);
    });

    it('belong to the site where they were first sent', async () => {
      const traveler = await service.signedIn('manager@demo.test');
      const here = (await traveler.get('/user')).body.data.current_site_id;
      const there = here === 2 ? 3 : 2;
      const zone = { name: freshName() };
      const operations = [{ method: 'POST', path: '/zones', body: { name: freshName() } }];
      const send = () => [
        traveler.post('/zones', zone, { 'Idempotency-Key': 'one zone' }),
        traveler.post('/batch', { operations }, { 'Idempotency-Key': 'one batch' }),
      ];
      const first = await Promise.all(send());
      expect(first.map(({ status }) => status)).to.deep.equal([201, 200]);
      await traveler.patch('/user/site', { site_id: there });
      for (const reply of await Promise.all(send())) {
        expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['Idempotency-Key']]);
      }
      await traveler.patch('/user/site', { site_id: here });
      const again = await Promise.all(send());
      expect(again.map(({ text }) => text)).to.deep.equal(first.map(({ text }) => text));
      expect(await named(zone.name)).to.equal(1);
    });

    it('of before sites were kept with them are still known', async () => {
      const body = { name: freshName() };
      const headers = { 'Idempotency-Key': 'from before' };
      const first = await manager.post('/zones', body, headers);
      await service.database.knex('idempotency_keys').where({ key: 'from before' }).update({ site_id: null });
      const second = await manager.post('/zones', body, headers);
      expect([second.status, second.text]).to.deep.equal([201, first.text]);
    });

    it('belong to one user', async () => {
      const [one, other] = [freshName(), freshName()];
      const admin = await service.signedIn('admin@demo.test');
      await manager.post('/zones', { name: one }, { 'Idempotency-Key': 'mine' });
      const reply = await admin.post('/zones', { name: other }, { 'Idempotency-Key': 'mine' });
      expect(reply.status).to.equal(201);
      expect(reply.body.data.name).to.equal(other);
    });

    it('run again after a failure', async () => {
      const key = { 'Idempotency-Key': 'after a failure' };
      expect((await manager.post('/zones', { name: '' }, key)).status).to.equal(422);
      expect((await manager.post('/zones', { name: freshName() }, key)).status).to.equal(201);
    });

    it('are free again after a day, and swept', async () => {
      const key = { 'Idempotency-Key': 'a day ago' };
      await manager.post('/zones', { name: freshName() }, key);
      const keys = () => service.database.knex('idempotency_keys').where({ key: 'a day ago' });
      await keys().update({ created_at: '2020-01-01 00:00:00.000' });
      expect((await manager.post('/zones', { name: freshName() }, key)).status).to.equal(201);
      const [row] = await keys();
      expect(row.created_at).to.not.match(/^2020/);
    });

    it('have 1 to 255 characters', async () => {
      const reply = await manager.post(
        '/zones',
        { name: freshName() },
        { 'Idempotency-Key': 'x'.repeat(256) },
      );
      expect(reply.status).to.equal(422);
      const longest = await manager.post(
        '/zones',
        { name: freshName() },
        { 'Idempotency-Key': 'y'.repeat(255) },
      );
      expect(longest.status).to.equal(201);
    });
  });

  describe('batches', () => {
    it('run in their order, in one transaction', async () => {
      const [first, second] = [freshName(), freshName()];
      const { id } = await newZone();
      const reply = await manager.post('/batch', {
        operations: [
          { method: 'POST', path: '/zones', body: { name: first } },
          {
            method: 'PATCH',
            path: `/api/v1/zones/${id}?fields=id,name`,
            body: { name: second },
            if_match: '*',
          },
          { method: 'DELETE', path: `/zones/${id}` },
        ],
      });
      expect(reply.status).to.equal(200);
      expect(reply.body.data.map(({ status }: Reply) => status)).to.deep.equal([201, 200, 204]);
      expect(reply.body.data[0].headers.Location).to.match(/\/zones\/\d+$/);
      expect(reply.body.data[1].body).to.deep.equal({ data: { id, name: second } });
      expect((await manager.get(`/zones/${id}`)).status).to.equal(404);
    });

    const failing: [string, unknown, number, string][] = [
      ['a bad body', { method: 'POST', path: '/zones', body: { name: 7 } }, 422, 'validation_failed'],
      ['a row that is not there', { method: 'DELETE', path: '/zones/999999' }, 404, 'not_found'],
      ['a path that is not there', { method: 'POST', path: '/nothing' }, 404, 'not_found'],
      ['a method that is not there', { method: 'POST', path: '/zones/1' }, 405, 'method_not_allowed'],
      ['a path that is no row', { method: 'PATCH', path: '/zones/counts' }, 405, 'method_not_allowed'],
      ['options of no field', { method: 'POST', path: '/zones/options/x' }, 404, 'not_found'],
      ['options', { method: 'POST', path: '/zones/options/parent_id' }, 405, 'method_not_allowed'],
      ['an id that is none', { method: 'PATCH', path: '/zones/new' }, 404, 'not_found'],
      ['a missing permission', { method: 'POST', path: '/roles', body: { name: 'R' } }, 403, 'forbidden'],
    ];
    for (const [what, operation, status, code] of failing) {
      it(`are undone as a whole by ${what}, which is told with its index`, async () => {
        const name = freshName();
        const operations = [{ method: 'POST', path: '/zones', body: { name } }, operation];
        const reply = await manager.post('/batch', { operations });
        expect([reply.status, reply.body.code, reply.body.index]).to.deep.equal([status, code, 1]);
        expect(await named(name)).to.equal(0);
      });
    }

    it('tell the first failure in their order, whichever check finds it', async () => {
      const taken = (await newZone()).name;
      const reply = await manager.post('/batch', {
        operations: [
          { method: 'POST', path: '/zones', body: { name: taken } },
          { method: 'POST', path: '/nothing' },
        ],
      });
      expect([reply.status, reply.body.index]).to.deep.equal([422, 0]);
      expect(reply.body.errors).to.have.keys('name');
    });

    it('honour if_match', async () => {
      const { id } = await newZone();
      const operations = [
        { method: 'PATCH', path: `/zones/${id}`, body: { name: freshName() }, if_match: '"9-x"' },
      ];
      expect((await manager.post('/batch', { operations })).status).to.equal(412);
    });

    const malformed: [string, unknown, string[]][] = [
      ['no operations', {}, ['operations']],
      ['none of them', { operations: [] }, ['operations']],
      [
        'a hundred and one',
        { operations: Array(101).fill({ method: 'DELETE', path: '/zones/1' }) },
        ['operations'],
      ],
      [
        'what no text can be made of',
        { operations: [{ method: { toString: 1 }, path: { toString: 1 } }] },
        ['operations.0.method', 'operations.0.path'],
      ],
    ];
    for (const [what, body, fields] of malformed) {
      it(`are refused with ${what}`, async () => {
        const reply = await manager.post('/batch', body);
        expect(reply.status).to.equal(422);
        expect(reply.body.errors).to.have.keys(fields);
      });
    }

    it('say word for word what is wrong with an operation', async () => {
      const wrong = [{ method: 'GET', path: 5, if_match: 7, x: 1 }, 'DELETE'];
      expect((await manager.post('/batch', { operations: wrong })).body.errors).to.deep.equal({
        'operations.0.x': ['There is no field “x” here. Allowed: method, path, body, if_match.'],
        'operations.0.method': ['The method must be one of: POST, PATCH, DELETE.'],
        'operations.0.path': ['The path must be a string such as /zones/5.'],
        'operations.0.if_match': ['The if_match is not valid.'],
        'operations.1': ['An operation must be an object with a method, a path and a body.'],
      });
      const many = Array(101).fill({ method: 'GET' });
      expect((await manager.post('/batch', { operations: many })).body.errors).to.deep.equal({
        operations: ['The operations must be an array of 1 to 100 operations.'],
      });
    });

    it('are carried out once per key', async () => {
      const name = freshName();
      const operations = [{ method: 'POST', path: '/zones', body: { name } }];
      const first = await manager.post('/batch', { operations }, { 'Idempotency-Key': 'a batch' });
      const second = await manager.post('/batch', { operations }, { 'Idempotency-Key': 'a batch' });
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.text).to.equal(first.text);
      expect(await named(name)).to.equal(1);
    });

    it('need a session and a token', async () => {
      const stranger = service.client();
      expect((await stranger.post('/batch', { operations: [] })).status).to.equal(401);
      await stranger.login('manager@demo.test');
      const forged = { 'X-XSRF-TOKEN': 'forged' };
      expect((await stranger.post('/batch', { operations: [] }, forged)).status).to.equal(419);
    });
  });

  describe('dry runs', () => {
    const rehearse = { Prefer: 'dry-run' };

    it('answer an update with the row as it would be', async () => {
      const { id } = await newZone();
      const reply = await manager.patch(`/zones/${id}`, { description: 'would be' }, rehearse);
      expect([reply.status, reply.body.data.description]).to.deep.equal([200, 'would be']);
      expect((await manager.get(`/zones/${id}`)).body.data.description).to.equal(null);
    });

    it('tell what blocks a delete, and leave what would be deleted', async () => {
      const { id } = await newZone();
      expect((await manager.delete(`/zones/${id}`, undefined, rehearse)).status).to.equal(204);
      await manager.post('/zones', { name: freshName(), parent_id: id });
      const blocked = await manager.delete(`/zones/${id}`, undefined, rehearse);
      expect([blocked.status, blocked.body.code]).to.deep.equal([409, 'conflict']);
      expect((await manager.get(`/zones/${id}`)).status).to.equal(200);
    });

    it('run a whole batch, and keep no key', async () => {
      const name = freshName();
      const operations = [{ method: 'POST', path: '/zones', body: { name } }];
      const headers = { ...rehearse, 'Idempotency-Key': 'a rehearsal' };
      expect((await manager.post('/batch', { operations }, headers)).status).to.equal(200);
      expect(await named(name)).to.equal(0);
      expect(
        (await manager.post('/batch', { operations }, { 'Idempotency-Key': 'a rehearsal' })).status,
      ).to.equal(200);
      expect(await named(name)).to.equal(1);
    });
  });
});
