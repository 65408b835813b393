/** Every list has its index: each filter in each order, at a site of thousands of rows (`query-plans/rules.ts` has the rule). */
import { expect } from 'chai';
import { createRegistry } from '../../app.ts';
import { countChoices } from '../../engine/counted.ts';
import type { Resource } from '../../engine/resource.ts';
import type { Client } from '../harness/client.ts';
import { type Service, startService } from '../harness/service.ts';
import type { Statement } from './query-plans/cost.ts';
import { fillLargeSite, headquartersPerson, sitePerson } from './query-plans/large-site.ts';
import { filterShapes, isExcepted, sortShapes } from './query-plans/list-shapes.ts';
import {
  chunkFaultOf,
  faultOf,
  type Listed,
  nestedReadOf,
  walkFaultOf,
  wholeTableOf,
} from './query-plans/rules.ts';

const registry = await createRegistry();

describe('plans of lists', () => {
  let service: Service;
  let siteId: number;
  let atSite: Client;
  let atHeadquarters: Client;

  before(async function () {
    this.timeout(300_000);
    service = await startService({ seed: 'demo' });
    siteId = await fillLargeSite(service.database.knex);
    atSite = await service.signedIn(sitePerson);
    atHeadquarters = await service.signedIn(headquartersPerson);
  });
  after(() => service?.stop());

  /** The statements of a list that choose its rows. */
  async function listed(
    resource: Resource,
    query: string,
    site: number,
    client = resource.scope === 'site' || typeof resource.scope === 'object' ? atSite : atHeadquarters,
  ): Promise<Listed[]> {
    const { knex } = service.database;
    const statements: Statement[] = [];
    const listen = (statement: Statement) => statements.push(statement);
    knex.on('query', listen);
    const reply = await client.get(`/${resource.path}?${query}`);
    knex.removeListener('query', listen);
    expect(reply.status, `${query}: ${reply.text}`).to.equal(200);
    const found: number = reply.body.meta.total;
    return statements.flatMap((statement): Listed[] => {
      const ids = idsOf(statement, resource);
      if (ids) return [{ part: 'page', statement: ids, site, found }];
      const isTotal = statement.sql.startsWith(
        `select count(*) as \`total\` from \`${resource.table}\` \`t\``,
      );
      return isTotal ? [{ part: 'total', statement, site, found }] : [];
    });
  }

  for (const resource of registry.values()) {
    if (!resource.operations.includes('viewAny')) continue;
    it(`${resource.path}: each filter in each order`, async function () {
      this.timeout(120_000);
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

  // Other orders across all sites are sorted: each would take an index of its own, to be kept at every insert, for few readers.
  it('the headquarters reads each list over all sites along its own order', async () => {
    const { knex } = service.database;
    const lists = [...registry.values()].filter(
      ({ scope, operations }) => scope === 'site' && operations.includes('viewAny'),
    );
    const faults: string[] = [];
    for (const resource of lists) {
      // Not pages of a hundred: of some thousand rows MariaDB rather sorts them all than walks that far.
      for (const query of ['', 'page=3']) {
        const [page, ...more] = (await listed(resource, query, 0, atHeadquarters)).filter(
          ({ part }) => part === 'page',
        );
        expect(more, resource.path).to.deep.equal([]);
        const fault = page ? await walkFaultOf(knex, page.statement) : 'no page was read';
        if (fault) faults.push(`${resource.path}?${query}: ${fault}`);
      }
    }
    expect(lists).to.have.lengthOf.above(6);
    expect(faults).to.deep.equal([]);
  });

  it('an export reads each chunk from where the one before ended', async function () {
    this.timeout(120_000);
    const { knex } = service.database;
    const faults: string[] = [];
    let chunks = 0;
    for (const resource of registry.values()) {
      if (resource.scope !== 'site' || !resource.operations.includes('viewAny')) continue;
      const statements: Statement[] = [];
      const listen = (statement: Statement) => statements.push(statement);
      knex.on('query', listen);
      const reply = await atSite.get(`/${resource.path}`, { Accept: 'text/csv' });
      knex.removeListener('query', listen);
      expect(reply.status, resource.path).to.equal(200);
      for (const statement of statements) {
        const ids = idsOf(statement, resource);
        if (!ids) continue;
        chunks += 1;
        const fault = await chunkFaultOf(knex, ids);
        if (fault) faults.push(`${resource.path}: ${fault}: ${ids.sql}`);
      }
    }
    expect(chunks).to.be.greaterThan(30);
    expect(faults).to.deep.equal([]);
  });

  it('counts and options read a table once, not once for each row', async function () {
    this.timeout(60_000);
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
      const statements: Statement[] = [];
      const listen = (statement: Statement) => statements.push(statement);
      knex.on('query', listen);
      const reply = await atSite.get(path);
      knex.removeListener('query', listen);
      expect(reply.status, `${path}: ${reply.text}`).to.equal(200);
      for (const statement of statements.filter(({ sql }) => sql.startsWith('select'))) {
        const fault = await nestedReadOf(knex, statement);
        if (fault) faults.push(`${path}: ${fault}: ${statement.sql.slice(0, 150)}`);
      }
    }
    expect(paths.length).to.be.greaterThan(30);
    expect(faults).to.deep.equal([]);
  });

  for (const resource of registry.values()) {
    if (resource.scope !== 'site' || !resource.operations.includes('update')) continue;
    it(`${resource.path}: a write looks at no large table as a whole`, async () => {
      const { knex } = service.database;
      const row = (await atSite.get(`/${resource.path}?sort=-created_at&per_page=1`)).body.data[0];
      const path = `/${resource.path}/${row.id}`;
      const statements: Statement[] = [];
      const listen = (statement: Statement) => statements.push(statement);
      knex.on('query', listen);
      const updated = await atSite.patch(path, { name: `${row.name}, changed` });
      const deleted = await atSite.delete(path);
      knex.removeListener('query', listen);
      expect([200, 422], updated.text).to.include(updated.status);
      expect([204, 409], deleted.text).to.include(deleted.status);
      const looks = statements.filter(({ sql }) => sql.startsWith('select'));
      expect(looks.length).to.be.greaterThan(3);
      for (const statement of looks)
        expect(await wholeTableOf(knex, statement), statement.sql).to.equal(null);
    });
  }
});

/** The part of a page's statement that chooses its ids, with what is bound to it. */
function idsOf({ sql, bindings }: Statement, { table }: Resource): Statement | null {
  const ids = /from \((select .*? limit \? offset \?)\) `page`/s.exec(sql)?.[1];
  if (!ids?.includes(`from \`${table}\` \`t\``)) return null;
  return { sql: ids, bindings: bindings.slice(-(ids.split('?').length - 1)) };
}
