/** Every list has its index: each filter in each order, at a site of thousands of rows (`query-plans/rules.ts` has the rule). */

import { expect } from 'chai';
import { and, eq } from '../../../../../engine/condition.ts';
import { sessionOf } from '../../../../../engine/database/mysql/session.ts';
import type { Database } from '../../../../../engine/database/open.ts';
import { conditionSql, longestKept } from '../../../../../engine/database/sql.ts';
import { prepared } from '../../../../../engine/database/sqlite/statements.ts';
import { isReferences, isReferring } from '../../../../../engine/kinds/kind.ts';
import { filterChoice } from '../../../../../engine/model/filter-target.ts';
import { countChoices } from '../../../../../engine/model/groups.ts';
import type { Resource } from '../../../../../engine/model/resource.ts';
import { readRules } from '../../../../../package/testing/specimens/rule-book.ts';
import type { Body } from '../../../../../package/testing/specimens/rules.ts';
import { createForm } from '../../../../../package/testing/specimens/sent.ts';
import { Specimens } from '../../../../../package/testing/specimens/specimens.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import type { Client, Reply } from '../../../../harness/client.ts';
import { databaseKind, withoutComputed } from '../../../../harness/database.ts';
import { serveDemo } from '../../../../harness/service.ts';
import type { Statement } from './query-plans/cost.ts';
import { fillLargeSite, headquartersPerson, sitePerson } from './query-plans/large-site.ts';
import { filterShapes, isExcepted, isTriedInFull, sortShapes } from './query-plans/list-shapes.ts';
import {
  chunksFaultOf,
  farFaultOf,
  faultOf,
  type Listed,
  nestedReadOf,
  walkFaultOf,
  wholeTableOf,
} from './query-plans/rules.ts';

const registry = await createRegistry();
const rules = await readRules(registry);

/** What a technician sees nothing of. */
const ofManagers = new Set(['activities', 'webhooks', 'webhook-deliveries']);

describe('plans of lists', () => {
  const { service } = serveDemo([]);
  let siteId: number;
  let atSite: Client;
  let atHeadquarters: Client;
  const specimens = new Specimens(registry, rules, (place) => (place === 'hq' ? atHeadquarters : atSite));

  before(async () => {
    siteId = await fillLargeSite(service.database.knex);
    atSite = await service.signedIn(sitePerson);
    atHeadquarters = await service.signedIn(headquartersPerson);
    // Of these a person has some at the most, and the demo none.
    const { current_site_id: site_id } = (await atHeadquarters.get('/user')).body.data;
    for (const name of ['One', 'Other']) await atHeadquarters.post('/calendar-feeds', { name, site_id });
  });

  /** The statements that the database is asked while something goes on. */
  async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
    const { knex } = service.database;
    const statements: Statement[] = [];
    const listen = (statement: Statement) => statements.push(statement);
    knex.on('query', listen);
    await work();
    knex.removeListener('query', listen);
    return statements;
  }

  /** The answer of an address, and the statements for it. */
  async function read(
    client: Client,
    path: string,
    headers = {},
  ): Promise<{ reply: Reply; statements: Statement[] }> {
    const replies: Reply[] = [];
    const statements = await statementsOf(async () => replies.push(await client.get(path, headers)));
    const [reply] = replies;
    if (reply?.status !== 200) throw new Error(`${path}: ${reply?.text}`);
    return { reply, statements };
  }

  /** The statements of a list that choose its rows. */
  async function listed(
    resource: Resource,
    query: string,
    site: number,
    client = resource.scope === 'site' || typeof resource.scope === 'object' ? atSite : atHeadquarters,
  ): Promise<Listed[]> {
    const { reply, statements } = await read(client, `/${resource.path}?${query}`);
    const found: number = reply.body.meta.total;
    return statements.flatMap((statement): Listed[] => {
      const ids = idsOf(statement, resource);
      if (ids) return [{ part: 'page', statement: ids, site, found, hangs: resource.hung !== null }];
      const isTotal = statement.sql.startsWith(
        `select count(*) as \`total\` from \`${resource.table}\` \`t\``,
      );
      return isTotal ? [{ part: 'total', statement, site, found }] : [];
    });
  }

  for (const resource of registry.values()) {
    if (!resource.operations.includes('viewAny')) continue;
    it(`${resource.path}: each filter in each order`, async () => {
      const { knex } = service.database;
      const counted = await knex(resource.table)
        .where(resource.scope === 'site' ? { site_id: siteId } : {})
        .count({ rows: '*' })
        .first();
      const faults: string[] = [];
      let pages = 0;
      for (const filters of await filterShapes(knex, resource, siteId)) {
        for (const sort of sortShapes(resource)) {
          if (isExcepted(resource, filters, sort)) continue;
          const query = [filters, sort].filter((part) => part !== '').join('&');
          for (const one of await listed(resource, query, Number(counted?.rows))) {
            if (one.part === 'page') pages += 1;
            const fault = await faultOf(knex, one);
            if (fault) faults.push(`${query}: ${fault}`);
          }
        }
      }
      expect(faults).to.deep.equal([]);
      expect(pages, 'lists were looked at').to.be.greaterThan(5);
    });
  }

  it('the headquarters reads each list over all sites along its order, in every order', async () => {
    const { knex } = service.database;
    const lists = [...registry.values()].filter(
      ({ scope, operations }) => scope === 'site' && operations.includes('viewAny'),
    );
    const faults: string[] = [];
    let spread = 0;
    for (const resource of lists) {
      // Not pages of a hundred: of some thousand rows MariaDB rather sorts them all than walks that far.
      for (const query of ['', 'page=3', ...sortShapes(resource)]) {
        const [page, ...more] = (await listed(resource, query, 0, atHeadquarters)).filter(
          ({ part }) => part === 'page',
        );
        expect(more, resource.path).to.deep.equal([]);
        if (page?.statement.sql.includes(' union all ')) spread += 1;
        const fault = page ? await walkFaultOf(knex, page.statement) : 'no page was read';
        if (fault) faults.push(`${resource.path}?${query}: ${fault}`);
      }
    }
    expect(lists).to.have.lengthOf.above(6);
    expect(spread, 'pages put together from several sites').to.be.above(40);
    expect(faults).to.deep.equal([]);
  });

  it('the headquarters finds the sites of a list without going through its rows', async () => {
    const { knex } = service.database;
    const { statements } = await read(atHeadquarters, '/materials?sort=-created_at');
    const looks = statements.filter(({ sql }) => sql.includes('`site_id` = `s`.`id`'));
    expect(looks).to.have.lengthOf(1);
    for (const statement of looks) expect(await wholeTableOf(knex, statement)).to.equal(null);
  });

  it('pages over all sites are what sorting all rows gives, from either end and in files', async () => {
    const { knex } = service.database;
    await comparePages('materials');
    // Entries of the journal can belong to no site.
    const { action } = await knex('activities').first('action');
    const some: number[] = await knex('activities').where({ action }).limit(30).pluck('id');
    await knex('activities').whereIn('id', some).update({ site_id: null });
    await comparePages('activities', { action });
  });

  /** Asks the headquarters for pages of a resource and for a file of it, in each order, of the rows with these values. */
  async function comparePages(path: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    const { knex } = service.database;
    const resource = registry.get(path);
    if (!resource) throw new Error(`There are no ${path}.`);
    for (const [field, column] of resource.sorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const wanted: number[] = await knex(resource.table)
          .where(values)
          .orderBy([
            { column, order: direction },
            { column: 'id', order: direction },
          ])
          .pluck('id');
        const sort = String(
          new URLSearchParams({ ...values, sort: `${direction === 'desc' ? '-' : ''}${field}` }),
        );
        const last = Math.ceil(wanted.length / 20);
        for (const page of [2, last - 1]) {
          const { body } = await atHeadquarters.get(`/${path}?${sort}&page=${page}&per_page=20&fields=id`);
          const ids = body.data.map(({ id }: { id: number }) => id);
          expect(ids, `${sort}, page ${page}`).to.deep.equal(wanted.slice((page - 1) * 20, page * 20));
        }
        const { text } = await atHeadquarters.get(`/${path}?${sort}&fields=id`, { Accept: 'text/csv' });
        const ids = text.trim().split('\r\n').slice(1).map(Number);
        expect(ids.join(), `${path}, ${sort} in a file`).to.equal(wanted.join());
      }
    }
  }

  it('pages far in are read from the nearer end, both ways', async () => {
    const { knex } = service.database;
    const faults: string[] = [];
    for (const resource of registry.values()) {
      if (resource.scope !== 'site' || !resource.operations.includes('viewAny')) continue;
      const field = resource.defaultSort[0]?.field;
      for (const sort of [field, `-${field}`]) {
        const { total, last_page: last } = (await atSite.get(`/${resource.path}?sort=${sort}`)).body.meta;
        for (const page of [Math.floor(last / 2), last]) {
          const query = `sort=${sort}&page=${page}`;
          const [ids, ...more] = (await listed(resource, query, total)).filter(({ part }) => part === 'page');
          expect(more, query).to.deep.equal([]);
          const skipped = page === last ? 0 : total / 2;
          // A row that hangs on another one is checked with that one: users who see that one see what hangs on it. If it can
          // hang on
          // many kinds of rows, MariaDB rather sorts all of a few thousand than walks half of them: twice as many.
          const each = resource.hung ? 4 : 1;
          const fault = ids ? await farFaultOf(knex, ids.statement, skipped, each) : 'no page was read';
          if (fault) faults.push(`${resource.path}?${query}: ${fault}`);
        }
      }
    }
    expect(faults).to.deep.equal([]);
  });

  it('an export reads each chunk from where the one before ended', async () => {
    const { knex } = service.database;
    const faults: string[] = [];
    let walked = 0;
    for (const resource of registry.values()) {
      if (resource.scope !== 'site' || !resource.operations.includes('viewAny')) continue;
      const { reply, statements } = await read(atSite, `/${resource.path}`, { Accept: 'text/csv' });
      const chunks = statements.flatMap((statement) => idsOf(statement, resource) ?? []);
      const fault = await chunksFaultOf(knex, chunks, reply.text.split('\r\n').length);
      if (fault) faults.push(`${resource.path}: ${fault}`);
      walked += chunks.length;
    }
    expect(walked, 'chunks').to.be.greaterThan(30);
    expect(faults).to.deep.equal([]);
  });

  it('what begins with a text is found in the index of its column', async () => {
    const { knex } = service.database;
    const names: string[] = await knex('materials')
      .where({ site_id: siteId })
      .orderBy('name_key')
      .pluck('name_key');
    const begin = names.at(-1)?.slice(0, -1) ?? '';
    const found = names.filter((name) => name.startsWith(begin)).length;
    expect(found).to.be.within(1, names.length / 50);
    const condition = and(eq('site_id', siteId), { op: 'starts', column: 'name_key', text: begin });
    const { text, bindings } = conditionSql(condition, 't');
    const sql = `select count(*) as \`total\` from \`materials\` \`t\` where ${text}`;
    const site = names.length;
    expect(await faultOf(knex, { part: 'total', statement: { sql, bindings }, site, found })).to.equal(null);
  });

  it('counts and options read a table once, not once for each row', async () => {
    const { knex } = service.database;
    const faults: string[] = [];
    const paths = [...registry.values()]
      .filter(({ scope }) => scope === 'site')
      .flatMap((resource) => [
        ...countChoices(resource).map((by) => `/${resource.path}/counts?by=${by}`),
        ...[...resource.fields.values()]
          .filter(({ facts }) => 'to' in facts && !facts.readOnly)
          .filter(() => resource.operations.includes('create'))
          .map(({ name }) => `/${resource.path}/options/${name}`),
      ]);
    for (const path of paths) {
      const { statements } = await read(atSite, path);
      for (const statement of statements.filter(({ sql }) => sql.startsWith('select'))) {
        const fault = await nestedReadOf(knex, statement);
        if (fault) faults.push(`${path}: ${fault}: ${statement.sql.slice(0, 150)}`);
      }
    }
    expect(paths.length).to.be.greaterThan(30);
    expect(faults).to.deep.equal([]);
  });

  it('options of filters look at what they offer, not at the rows in which it occurs', async () => {
    const { knex } = service.database;
    // Of a site of thousands of rows, and of one that has few beside those.
    const people = [atSite, await service.signedIn('technician@demo.test')];
    const faults: string[] = [];
    let asked = 0;
    for (const client of people) {
      for (const resource of registry.values()) {
        if (resource.scope !== 'site' || (client !== atSite && ofManagers.has(resource.path))) continue;
        for (const name of resource.filters.keys()) {
          if (!filterChoice(registry, resource, name) || isTriedInFull(resource, name)) continue;
          const path = `/${resource.path}/options/filter.${name}`;
          const { statements } = await read(client, path);
          for (const statement of statements.filter(({ sql }) => sql.includes('then 1 end = 1'))) {
            const fault = await nestedReadOf(knex, statement);
            if (fault) faults.push(`${path}: ${fault}: ${statement.sql}`);
            asked += 1;
          }
        }
      }
    }
    expect(asked).to.be.above(80);
    expect(faults).to.deep.equal([]);
  });

  for (const resource of registry.values()) {
    if (resource.scope !== 'site' || !resource.operations.includes('create')) continue;
    it(`${resource.path}: a new row looks at no large table as a whole`, async () => {
      const { knex } = service.database;
      // What it refers to is there before; people of this site are, where specimens would be of another.
      const pin: Body = {};
      for (const { name, facts } of resource.fields.values()) {
        if (!isReferring(facts) || facts.to !== 'users' || facts.readOnly) continue;
        const [holder] = resource.hangOn();
        const options = `/${resource.path}/options/${name}${holder ? `?resource=${holder.path}` : ''}`;
        const [one] = (await atSite.get(options)).body.data;
        pin[name] = isReferences(facts) ? [one.id] : one.id;
      }
      const body = await specimens.body(resource, 'north', { whole: true, pin });
      const to = await specimens.createPath(resource, 'north');
      const statements = await statementsOf(async () => {
        const created = await atSite.post(to, createForm(resource, body));
        expect(created.status, created.text).to.equal(201);
      });
      const looks = statements.filter(({ sql }) => sql.startsWith('select') && !isOfCalendar(sql));
      expect(looks.length).to.be.greaterThan(1);
      for (const statement of looks)
        expect(await wholeTableOf(knex, statement), statement.sql).to.equal(null);
    });
  }

  for (const resource of registry.values()) {
    if (resource.scope !== 'site' || !resource.definition.operations.includes('update')) continue;
    it(`${resource.path}: a write looks at no large table as a whole`, async () => {
      const { knex } = service.database;
      const row = (await atSite.get(`/${resource.path}?sort=-created_at&per_page=1`)).body.data[0];
      const path = `/${resource.path}/${row.id}`;
      const statements = await statementsOf(async () => {
        const updated = await atSite.patch(path, { name: `${row.name}, changed` });
        expect([200, 422], updated.text).to.include(updated.status);
        if (!resource.definition.operations.includes('delete')) return;
        const deleted = await atSite.delete(path);
        expect([204, 409], deleted.text).to.include(deleted.status);
      });
      const looks = statements.filter(({ sql }) => sql.startsWith('select') && !isOfCalendar(sql));
      expect(looks.length).to.be.greaterThan(3);
      for (const statement of looks)
        expect(await wholeTableOf(knex, statement), statement.sql).to.equal(null);
    });
  }

  // At the end: from here on there are that many.
  it('hundreds of sites are read as few are', async () => {
    const { knex } = service.database;
    const [site, material] = [await knex('sites').first(), await knex('materials').first()];
    const news = Array.from({ length: 390 }, (_, at) => at);
    const named = news.map((at) => ({ name: `Depot ${at}`, name_key: `depot ${at}` }));
    const shared = { ...withoutComputed(site), is_headquarters: 0, headquarters_slot: null };
    await knex.batchInsert(
      'sites',
      named.map((names) => ({ ...shared, id: undefined, ...names })),
      100,
    );
    const ids: number[] = await knex('sites').where('name', 'like', 'Depot %').orderBy('id').pluck('id');
    const rows = ids.map((site_id, at) => ({
      ...withoutComputed(material),
      ...{
        id: undefined,
        site_id,
        code: null,
        code_key: null,
        serial_number: null,
        name: `Depot pump ${at}`,
        name_key: `depot pump ${at}`,
      },
    }));
    await knex.batchInsert('materials', rows, 100);
    const wanted = await knex('materials').orderBy(['created_at', 'id']).pluck('id');
    const path = '/materials?sort=created_at&fields=id';
    const { reply, statements } = await read(atHeadquarters, path, { Accept: 'text/csv' });
    expect(reply.text.trim().split('\r\n').slice(1).join()).to.equal(wanted.join());
    const spread = statements.filter(({ sql }) => sql.includes(' union all '));
    expect(spread.length, 'chunks that are put together').to.be.above(3);
    expect(Math.max(...spread.map(({ sql }) => sql.length))).to.be.above(longestKept);
    const lengths = (await textsKept(knex)).map(({ length }) => length);
    expect(Math.max(...lengths), 'what stays prepared').to.be.within(1000, longestKept);
  });
});

/** The statements that the connections of a pool keep prepared. */
async function textsKept({ client }: Database): Promise<string[]> {
  const all = Array.from({ length: client.pool.max }, () => client.acquireConnection());
  const held = await Promise.all(all);
  const kept = held.flatMap((one) => [
    ...(databaseKind === 'mysql' ? sessionOf(one).statements : (prepared.get(one) ?? new Map())).keys(),
  ]);
  await Promise.all(held.map((one) => client.releaseConnection(one)));
  return kept;
}

/** What is open at a site follows from all its hours, each of which begins at a minute of its own, and all its closed days. */
function isOfCalendar(sql: string): boolean {
  return ['working_hours', 'closures'].some(
    (table) => sql.includes(`from \`${table}\` \`r\` where `) && sql.includes('`r`.`site_id` = ?'),
  );
}

/** The part of a page's statement that chooses its ids, with what is bound to it. */
function idsOf({ sql, bindings }: Statement, { table }: Resource): Statement | null {
  const ids = /from \((select .*? limit \? offset \?)\) `page`/s.exec(sql)?.[1];
  if (!ids?.includes(`from \`${table}\` \`t\``)) return null;
  return { sql: ids, bindings: bindings.slice(-(ids.split('?').length - 1)) };
}
