/** Searches among many rows: the index is asked for rare words alone, and nothing is found or missed by it. */
import { expect } from 'chai';
import { zoneRow } from '../../../../database/engine/search/world.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { serveDemo } from '../../../../harness/service.ts';

describe('a search at a site of many rows', () => {
  const many = 24_000;
  const { service, admin: client } = serveDemo(['admin']);
  let statements: string[] = [];
  let failures: string[] = [];

  before(async () => {
    const { knex } = service.database;
    // `storage` is in each of them, `bollard` in five of ten, `shelf` in four, `gallery` in one: more than are looked up by their ids.
    const rows = Array.from({ length: many }, (_, number) => {
      const kind = number % 10 === 0 ? 'gallery' : number % 5 < 3 ? 'bollard' : 'shelf';
      return zoneRow(1, `Storage ${kind} ${String(number).padStart(6, '0')}`);
    });
    await knex.batchInsert('zones', rows, 400);
    knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    knex.on('query-error', ({ message }: Error) => failures.push(message));
  });
  beforeEach(() => {
    statements = [];
    failures = [];
  });

  const totalOf = async (text: string): Promise<number> =>
    (await client.get(`/zones?per_page=1&search=${encodeURIComponent(text)}`)).body.meta.total;
  const asked = (): number => statements.filter((sql) => /\bmatch\b/.test(sql)).length;

  it('finds rare words by the index alone, and their rows by id', async () => {
    expect(await totalOf('012345')).to.equal(1);
    const counting = statements.find((sql) => sql.includes('count(*) as `total`'));
    expect(counting).to.match(/where `t`\.`id` = \? and case when .* then 1 end = 1$/);
    expect(await totalOf('storage 012345')).to.equal(1);
    expect(await totalOf('gallery 01234')).to.equal(1);
    expect(await totalOf('01234')).to.equal(11);
    expect(await totalOf('0123')).to.equal(113);
    expect(await totalOf('999999')).to.equal(0);
    expect(asked()).to.equal(6);
  });

  it('finds usual words, of which there are too many for that', async () => {
    expect(await totalOf('gallery')).to.equal(many / 10);
    expect(await totalOf('gallery storage')).to.equal(many / 10);
    expect(asked()).to.equal(2);
  });

  it('does not ask for what nearly every row has', async () => {
    expect(await totalOf('storage')).to.equal(many);
    expect(await totalOf('tora')).to.equal(many);
    expect(asked()).to.equal(0);
  });

  // SQLite reads its index bit by bit and has no such limit.
  const onServers = onlyOn('mysql', 'SQLite has no such limit');
  onServers.it('finds the same where the server stops its index', async () => {
    const limit = (bytes: number) =>
      service.database.knex.raw('set global innodb_ft_result_cache_limit = ?', [bytes]);
    await limit(1_000_000);
    try {
      expect(await totalOf('shelf')).to.equal(many * 0.4);
    } finally {
      await limit(2_000_000_000);
    }
    expect(failures).to.have.lengthOf(1);
  });
});
