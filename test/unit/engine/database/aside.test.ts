/** What is read for long beside the connection of an embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Sql } from '../../../../engine/condition.ts';
import { faultOf } from '../../../../engine/database/fault.ts';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { dialectOf, query, queryMany } from '../../../../engine/database/query.ts';
import { transact } from '../../../../engine/database/transaction.ts';
import { testConfig } from '../../../harness/database.ts';

describe('rows of an embedded database that are many', () => {
  let folder: string;
  let db: Database;
  const read = async (from: Knex, columns: readonly string[], sql: Sql) => {
    const rows: (readonly unknown[])[] = [];
    await queryMany(from, columns, sql, (row) => rows.push(row));
    return rows;
  };
  const count = { text: 'select n, name from things where n > ? order by n', bindings: [0] };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'millwright-aside-'));
    db = openDatabase(testConfig(`sqlite:${join(folder, 'aside.db')}`));
    await db.raw('create table things (n integer, name text)');
    await db.raw("insert into things values (1, 'é'), (2, null)");
  });
  after(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });

  it('are read while others have their turn, with what was committed before', async () => {
    const many = `with recursive r(i) as (select 1 union all select i + 1 from r where i < 30000) select i, 'x' as x from r`;
    let turns = 0;
    const reading = { isOver: false };
    const all = read(db, ['i', 'x'], { text: many, bindings: [] }).finally(() => {
      reading.isOver = true;
    });
    await db.raw("insert into things values (3, 'three')");
    while (!reading.isOver) {
      await setImmediate();
      turns += 1;
    }
    expect((await all).length).to.equal(30_000);
    expect(turns).to.be.above(20);
    const rows = await read(db, ['n', 'name'], count);
    expect(rows).to.deep.equal([
      [1, 'é'],
      [2, null],
      [3, 'three'],
    ]);
  });

  it('are those of a transaction within one', async () => {
    const seen = await transact(db, async (trx) => {
      await trx.raw("insert into things values (4, 'four')");
      const own = await read(trx, ['n'], count);
      return [own.length, (await read(trx, ['n'], count)).length];
    });
    expect(seen).to.deep.equal([4, 4]);
  });

  it('are read past transactions that run or wait, as of their last commit', async () => {
    const seen: number[] = [];
    let second: Promise<unknown> | undefined;
    await transact(db, async (trx) => {
      await trx.raw("insert into things values (5, 'five')");
      second = transact(db, (later) => later.raw('delete from things where n = 5'));
      seen.push((await query(db, count)).length);
    });
    seen.push((await query(db, count)).length);
    await second;
    expect(seen[0]).to.equal(4);
    expect(seen[1]).to.be.oneOf([4, 5]);
    const asked = [query(db, count), transact(db, (trx) => query(trx, count)), query(db, count)];
    expect((await Promise.all(asked)).map((rows) => rows.length)).to.deep.equal([4, 4, 4]);
  });

  it('are read there by every statement of who asks for that, as in the database itself', async () => {
    const beside = dialectOf(db).forLongReads(db);
    let told = 0;
    const listen = () => {
      told += 1;
    };
    db.on('query', listen);
    const rows = await query(beside, count);
    db.removeListener('query', listen);
    expect(rows).to.deep.equal(await query(db, count));
    expect(told).to.equal(1);
    expect(dialectOf(db).forLongReads(beside)).to.equal(beside);
    const [first] = await beside('things').select('name').where('n', 1);
    expect(first).to.deep.equal({ name: 'é' });
    const written = await beside('things').insert({ n: 9 }).catch(String);
    expect(written).to.include('readonly');
  });

  it('fail as every statement does, and the next ones are read', async () => {
    const wrong = read(db, ['n'], { text: 'select n from nothing', bindings: [] });
    const error = await wrong.catch((given: unknown) => given);
    expect(error).to.be.an('error').with.property('message').that.includes('nothing');
    expect(faultOf(error)?.kind).to.equal(
      faultOf(await db.raw('select n from nothing').catch((one) => one))?.kind,
    );
    expect(await read(db, ['n'], count)).to.have.lengthOf(4);
  });

  it('end with the database', async () => {
    const other = openDatabase(testConfig(`sqlite:${join(folder, 'aside.db')}`));
    const endless =
      'with recursive r(i) as (select 1 union all select i + 1 from r where i < 3000000) select i from r';
    const reads = [endless, 'select n as i from things'].map((text) =>
      read(other, ['i'], { text, bindings: [] }).catch((error: unknown) => String(error)),
    );
    await other.destroy();
    for (const error of await Promise.all(reads)) expect(error).to.match(/The database is closed\.$/);
  });
});
