/** Whole lists as CSV: exactly the rows of the list, without delaying others. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { defaultTimeouts } from '../../../../service/http/listener.ts';
import { zoneRow } from '../../../database/engine/search/world.ts';
import type { Client } from '../../../harness/client.ts';
import { serveDemo, startService } from '../../../harness/service.ts';
import { until } from '../../../harness/until.ts';

const csv = { Accept: 'text/csv' };
/** Ids of the demo's Plant North, where the manager is, and Plant South. */
const [north, south] = [2, 3];
/** Far more rows than a chunk, and more text than the sockets in between can hold. */
const many = 20_000;

describe('lists as CSV', () => {
  const { service } = serveDemo([]);
  let manager: Client;
  /** How many chunks have been read from the table of zones. */
  let chunks = 0;

  before(async () => {
    manager = await service.signedIn('manager@demo.test');
    const { knex } = service.database;
    const rows = Array.from({ length: many }, (_, index) => {
      // Many rows of one moment, so that the order has to tell them apart by more than that.
      const moment = `2026-01-01 00:00:${String(index % 60).padStart(2, '0')}.000`;
      return {
        ...zoneRow(south, `Bay-no ${String(index).padStart(5, '0')}`),
        description: 'x'.repeat(1000),
        ...{ created_at: moment, updated_at: moment },
      };
    });
    await knex.batchInsert('zones', rows, 500);
    knex.on('query', ({ sql }: { sql: string }) => {
      if (/from \(select .* from `zones`/.test(sql)) chunks += 1;
    });
  });

  const read = async (path: string, client = manager): Promise<Record<string, string>[]> => {
    const reply = await client.get(path, csv);
    expect(reply.status, reply.text.slice(0, 500)).to.equal(200);
    return parse(reply.text, { bom: true, columns: true });
  };
  const atSouth = async (of = service): Promise<Client> => {
    const client = await of.signedIn('manager@demo.test');
    expect((await client.patch('/user/site', { site_id: south })).status).to.equal(200);
    return client;
  };
  /** Begins a download, of which nothing is read until the test reads it. */
  const begin = async (client: Client, path: string, of = service): Promise<IncomingMessage> => {
    const outgoing = request(`${of.url}/api/v1${path}`, {
      headers: { ...csv, Cookie: client.cookieHeader(), Origin: 'http://localhost:5173' },
    });
    outgoing.end();
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    if (!incoming) throw new Error(`${path} has no answer.`);
    return incoming;
  };
  const connections = (): number => service.database.knex.client.pool.numUsed();

  it('refuse what is no list in JSON, as such', async () => {
    for (const [query, field] of [
      ['colour=red', 'colour'],
      ['page=2', 'page'],
      ['per_page=10', 'per_page'],
    ]) {
      const reply = await manager.get(`/zones?${query}`, csv);
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, [field]]);
    }
  });

  it('come by a link, whose format goes before the headers', async () => {
    const query = 'status=down,degraded&fields=id,name';
    const asked = await manager.get(`/materials?${query}`, csv);
    const linked = await manager.get(`/materials?${query}&format=csv`);
    expect(linked.text).to.equal(asked.text);
    const told = ['content-type', 'content-disposition'].map((name) => [
      linked.headers[name],
      asked.headers[name],
    ]);
    for (const [one, other] of told) expect(one).to.equal(other);
    const plain = await manager.get(`/materials?${query}&format=json&per_page=1`, csv);
    expect(plain.body.meta.total).to.equal(asked.text.trim().split('\r\n').length - 1);
    expect(plain.body.links.first).to.contain('format=json');
  });

  it('refuse another format, and a format where there is none to choose', async () => {
    for (const [path, said] of [
      ['/zones?format=xml', '“xml” is no value of format: it must be one of csv, json.'],
      ['/zones?format=', '“” is no value of format: it must be one of csv, json.'],
      ['/zones?format=CSV', '“CSV” is no value of format: it must be one of csv, json.'],
      ['/zones?format=csv&format=csv', 'The parameter “format” was given more than once.'],
      ['/zones/1?format=csv', 'There is no parameter “format” here.'],
      ['/materials/counts?by=status&format=csv', 'There is no parameter “format” here.'],
      ['/materials/options/zone_id?format=csv', 'There is no parameter “format” here.'],
    ] as const) {
      const reply = await manager.get(path);
      expect([reply.status, Object.keys(reply.body.errors)], path).to.deep.equal([422, ['format']]);
      expect(reply.body.errors.format[0], path).to.contain(said);
    }
    const paged = await manager.get('/zones?format=csv&page=2');
    expect([paged.status, Object.keys(paged.body.errors)]).to.deep.equal([422, ['page']]);
  });

  it('are named after the day at the site of the user', async () => {
    const { knex } = service.database;
    const day = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const { timezone: before } = await knex('sites').where({ id: north }).first('timezone');
      await knex('sites').where({ id: north }).update({ timezone });
      const days = [day(timezone)];
      const reply = await manager.get('/zones?format=csv&fields=id');
      await knex('sites').where({ id: north }).update({ timezone: before });
      const names = [...days, day(timezone)].map((one) => `attachment; filename="zones-${one}.csv"`);
      expect(reply.headers['content-disposition']).to.be.oneOf(names);
    }
  });

  it('have every row once, however many there are', async () => {
    const client = await atSouth();
    for (const sort of ['name', '-name', 'created_at', '-created_at']) {
      const rows = await read(`/zones?search=bay-no&fields=id,name&sort=${sort}`, client);
      expect(rows, sort).to.have.lengthOf(many);
      expect(new Set(rows.map((row) => row.Id)).size, sort).to.equal(many);
      const names = rows.map((row) => row.Name ?? '');
      if (sort === 'name') expect(names).to.deep.equal(names.toSorted());
      if (sort === '-name') expect(names).to.deep.equal(names.toSorted().reverse());
    }
  });

  it('delay no other request while a slow reader takes its time', async () => {
    const client = await atSouth();
    chunks = 0;
    const download = await begin(client, '/zones?search=bay-no');
    for (let turn = 0; turn < 30; turn += 1) {
      expect((await client.post('/zones', { name: `Made meanwhile ${turn}` })).status).to.equal(201);
    }
    // What is in the sockets has been read; nothing beyond that waits in memory, and no connection is held.
    const meanwhile = chunks;
    expect(meanwhile).to.be.within(1, many / 500 / 2);
    expect(connections()).to.equal(0);
    let text = '';
    for await (const part of download.setEncoding('utf8')) text += part;
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows).to.have.lengthOf(many);
    expect(chunks).to.be.above(many / 500);
  });

  it('stop reading when the client goes away', async () => {
    const client = await atSouth();
    chunks = 0;
    const download = await begin(client, '/zones?search=bay-no');
    await once(download, 'readable');
    download.destroy();
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await client.get('/user');
      return chunks;
    };
    const left = await settle();
    expect(left).to.be.within(1, many / 500 / 2);
    expect(await settle()).to.equal(left);
    expect(connections()).to.equal(0);
  });

  describe('ask at each piece for session and permission', () => {
    const roles = () => {
      const { knex } = service.database;
      const manager = knex('users').where({ email: 'manager@demo.test' }).select('id');
      const membership = knex('memberships')
        .where({ site_id: south })
        .whereIn('user_id', manager)
        .select('id');
      return knex('membership_roles').whereIn('membership_id', membership);
    };
    let held: readonly object[] = [];
    const takeRoles = async () => {
      held = await roles();
      await roles().delete();
    };
    const ends: [string, (client: Client) => Promise<unknown>, () => Promise<unknown>][] = [
      ['who signed out', (client) => client.post('/auth/logout'), async () => {}],
      ['who lost the role', takeRoles, () => service.database.knex('membership_roles').insert(held)],
    ];

    for (const [who, end, undo] of ends) {
      it(`so that they break off for a reader ${who}`, async () => {
        const client = await atSouth();
        const download = await begin(client, '/zones?search=bay-no');
        await once(download, 'readable');
        await end(client);
        try {
          chunks = 0;
          const error = await (async () => {
            for await (const part of download) expect(part).to.have.length.above(0);
          })().catch((reason: unknown) => reason);
          expect(error).to.be.an('error').with.property('code', 'ECONNRESET');
          expect(chunks).to.be.below(3);
        } finally {
          await undo();
        }
      });
    }
  });

  it('can be two at once for a person, who is told when to ask for more', async () => {
    const client = await atSouth();
    const downloads = [
      await begin(client, '/zones?search=bay-no'),
      await begin(client, '/zones?search=bay-no'),
    ];
    const refused = await client.get('/zones', csv);
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(refused.headers['retry-after']).to.equal('10');
    expect(refused.headers.ratelimit).to.match(/"downloads";r=0, "downloads-process";r=\d$/);
    expect(refused.headers['ratelimit-policy']).to.include('"downloads";q=2;qu="concurrent-requests"');
    expect((await client.get('/zones')).status, 'pages are another thing').to.equal(200);
    for (const download of downloads) download.destroy();
    await until('a place is free again', async () => (await client.get('/zones?id=1', csv)).status === 200);
  });

  it('are cut where their reader takes nothing, so that others have the place', async () => {
    const patience = { ...defaultTimeouts, idleMs: 3_600_000, takingMs: 500 };
    const hasty = await startService({ database: service.database, patience });
    try {
      const client = await atSouth(hasty);
      await begin(client, '/zones?search=bay-no', hasty);
      await begin(client, '/zones?search=bay-no', hasty);
      const isLetIn = async () => (await client.get('/zones?id=1', csv)).status === 200;
      await until('both of them are cut', isLetIn);
    } finally {
      await hasty.stop();
    }
  });

  describe('where the database fails', () => {
    const { away, back } = {
      away: () => service.database.knex.schema.renameTable('zones', 'zones_away'),
      back: () => service.database.knex.schema.renameTable('zones_away', 'zones'),
    };

    it('break off, so that no client takes a part for the whole', async () => {
      const download = await begin(await atSouth(), '/zones?search=bay-no');
      await away();
      try {
        const error = await (async () => {
          for await (const part of download) expect(part).to.have.length.above(0);
        })().catch((reason: unknown) => reason);
        expect(error).to.be.an('error').with.property('code', 'ECONNRESET');
        expect(download.complete).to.equal(false);
      } finally {
        await back();
      }
      expect((await manager.get('/zones')).status).to.equal(200);
    });

    it('say so, if nothing has been sent yet', async () => {
      await away();
      try {
        const reply = await manager.get('/zones', csv);
        expect([reply.status, reply.body.code]).to.deep.equal([500, 'internal']);
      } finally {
        await back();
      }
    });
  });
});
