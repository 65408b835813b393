/** What the database knows of its tables: SQLite only what it is told. */
import { expect } from 'chai';
import { pino } from 'pino';
import { refreshGrown } from '../../../../engine/database/statistics.ts';
import { createApp } from '../../../../service/app.ts';
import { prepareDatabase } from '../../../../service/start/prepare-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { zoneRow } from '../search/world.ts';

describe('what the database knows of its tables', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase('demo');
  });
  after(() => database.drop());

  onlyOn('mysql', 'SQLite has to be told').it('is nothing that this service has to tell it', async () => {
    expect(await refreshGrown(database.knex)).to.equal(false);
  });

  /** Rows of the zones, as SQLite was told; null where it was told nothing. */
  const told = async (): Promise<number | null> => {
    const { knex } = database;
    if (!(await knex('sqlite_master').where({ name: 'sqlite_stat1' }).first())) return null;
    const row = await knex('sqlite_stat1').where({ tbl: 'zones' }).first('stat');
    return row ? Number(String(row.stat).split(' ')[0]) : null;
  };

  const embedded = onlyOn('sqlite', 'servers find out by themselves');
  embedded.it('is told when the service starts', async () => {
    // The demo data has told it once.
    await database.knex('sqlite_stat1').delete();
    expect(await told()).to.equal(null);
    const [zones] = await database.knex('zones').count({ n: '*' });
    await prepareDatabase(database.knex, database.config);
    expect(await told()).to.equal(Number(zones?.n));
  });

  embedded.it('is told again while it serves, once there is much more', async () => {
    const { knex, config } = database;
    const app = await createApp({ config, database: knex, log: pino({ level: 'silent' }) });
    const before = await told();
    await app.sweep();
    expect(await refreshGrown(knex)).to.equal(false);
    const rows = Array.from({ length: 40_000 }, (_, n) => zoneRow(2, `Grown ${n}`));
    await knex.batchInsert('zones', rows, 400);
    expect(await refreshGrown(knex, 1_000_000), 'too much to look at while others wait').to.equal(false);
    expect(await told()).to.equal(before);
    await app.sweep();
    expect(await told()).to.equal(Number(before) + 40_000);
    expect(await refreshGrown(knex)).to.equal(false);
  });
});
