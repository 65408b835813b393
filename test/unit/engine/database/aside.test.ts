/** What is read for long beside the connection of an embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { faultOf } from '../../../../engine/database/fault.ts';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { queryMany } from '../../../../engine/database/query.ts';
import { transact } from '../../../../engine/database/transaction.ts';
import { testConfig } from '../../../harness/database.ts';

describe('rows of an embedded database that are many', () => {
  let folder: string;
  let db: Database;
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
    const many = `with recursive r(i) as (select 1 union all select i + 1 from r where i < 300000) select i, 'x' as x from r`;
    let turns = 0;
    const reading = { isOver: false };
    const read = queryMany(db, ['i', 'x'], { text: many, bindings: [] }).finally(() => {
      reading.isOver = true;
    });
    await db.raw("insert into things values (3, 'three')");
    while (!reading.isOver) {
      await setImmediate();
      turns += 1;
    }
    expect((await read).length).to.equal(300_000);
    expect(turns).to.be.above(20);
    const rows = await queryMany(db, ['n', 'name'], count);
    expect(rows).to.deep.equal([
      [1, 'é'],
      [2, null],
      [3, 'three'],
    ]);
  });

  it('are those of a transaction within one', async () => {
    const seen = await transact(db, async (trx) => {
      await trx.raw("insert into things values (4, 'four')");
      const own = await queryMany(trx, ['n'], count);
      return [own.length, (await queryMany(trx, ['n'], count)).length];
    });
    expect(seen).to.deep.equal([4, 4]);
  });

  it('fail as every statement does, and the next ones are read', async () => {
    const wrong = queryMany(db, ['n'], { text: 'select n from nothing', bindings: [] });
    const error = await wrong.catch((given: unknown) => given);
    expect(error).to.be.an('error').with.property('message').that.includes('nothing');
    expect(faultOf(error)?.kind).to.equal(
      faultOf(await db.raw('select n from nothing').catch((one) => one))?.kind,
    );
    expect(await queryMany(db, ['n'], count)).to.have.lengthOf(4);
  });

  it('end with the database', async () => {
    const other = openDatabase(testConfig(`sqlite:${join(folder, 'aside.db')}`));
    const endless =
      'with recursive r(i) as (select 1 union all select i + 1 from r where i < 3000000) select i from r';
    const reads = [endless, 'select n as i from things'].map((text) =>
      queryMany(other, ['i'], { text, bindings: [] }).catch((error: unknown) => String(error)),
    );
    await other.destroy();
    expect(await Promise.all(reads)).to.deep.equal(Array(2).fill('Error: The database is closed.'));
  });
});
