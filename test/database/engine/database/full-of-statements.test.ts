/** A server that holds as many prepared statements as it may: of all connections together, so other services count. */
import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { testConfig } from '../../../harness/database.ts';
import { type DatabaseServer, startDatabaseServer } from '../../../harness/database-server.ts';
import { onlyOn } from '../../../harness/only-on.ts';

const limit = 8;

const onServers = onlyOn('mysql', 'the embedded database has no limit of statements');
onServers.describe('a server full of prepared statements', () => {
  let server: DatabaseServer | undefined;
  let first: Database;
  let second: Database;

  before(async () => {
    server = await startDatabaseServer({ flags: [`--max-prepared-stmt-count=${limit}`] });
    [first, second] = [server, server].map((one) => openDatabase(testConfig(one.url('mysql')))) as [
      Database,
      Database,
    ];
  });
  after(async () => {
    await first?.destroy();
    await second?.destroy();
    await server?.stop();
  });

  const values = [12, -3.5, 9_007_199_254_740_991, 'it’s ‘?’', null, '2026-11-28 08:00:00.000'];
  /** One row of every kind of value, from a statement of its own. */
  const ask = async (db: Database, count: number) => {
    const [rows] = await db.raw(
      `select ${count} as n, ? as a, ? + 0 as b, ? as c, ? as d, ? as e, cast(? as datetime(3)) as f`,
      values,
    );
    return { ...rows[0] };
  };
  const held = async () => {
    const [[status]] = await first.raw("show global status like 'Prepared_stmt_count'");
    return Number(status.Value);
  };

  it('answers as before, and each connection gets its share', async () => {
    const expected = await ask(first, 0);
    for (let count = 1; count < 4 * limit; count += 1)
      expect(await ask(first, count)).to.deep.equal({ ...expected, n: count });
    expect(await held()).to.be.within(limit - 1, limit);
    // The second one finds it full, and has nothing that it could give up.
    for (let count = 0; count < 4 * limit; count += 1) {
      expect(await ask(second, count)).to.deep.equal({ ...expected, n: count });
      expect(await ask(first, 100 + count)).to.deep.equal({ ...expected, n: 100 + count });
    }
    const [[own]] = await second.raw("show session status like 'Com_stmt_prepare'");
    expect(Number(own.Value)).to.be.greaterThan(0);
    expect(await held()).to.be.most(limit);
  });

  it('keeps transactions whole', async () => {
    await first.raw('create table written (id int primary key) engine = innodb');
    const write = (end: Error | null) =>
      second.transaction(async (one) => {
        for (let count = 0; count < 2 * limit; count += 1)
          await one.raw(`insert into written (id) values (? + ${count})`, [100]);
        if (end) throw end;
      });
    const refused = await write(new Error('on purpose')).catch((error: Error) => error.message);
    expect(refused).to.equal('on purpose');
    expect(await first('written').count({ rows: '*' })).to.deep.equal([{ rows: 0 }]);
    await write(null);
    expect(await first('written').count({ rows: '*' })).to.deep.equal([{ rows: 2 * limit }]);
  });
});
