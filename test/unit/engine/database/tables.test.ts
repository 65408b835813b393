/** What an SQLite database is said to have: its tables, and whether their searches have an index that is kept in step. */
import { expect } from 'chai';
import { describeSqlite } from '../../../../engine/database/dialect/sqlite.ts';
import { migrateDatabase } from '../../../../engine/database/migrate.ts';
import { type Database, openDatabase } from '../../../../engine/database/open.ts';
import { addSearchIndex, dropSearchIndex } from '../../../../migrations/columns/search.ts';

describe('the schema of an SQLite database', () => {
  let database: Database;

  before(async () => {
    database = openDatabase({ database: { kind: 'sqlite', path: ':memory:' } });
    await migrateDatabase(database);
  });
  after(() => database.destroy());

  const searched = async () => (await describeSqlite(database)).get('zones')?.searched;

  it('has the tables of resources, and not those in which their indexes are kept', async () => {
    const tables = [...(await describeSqlite(database)).keys()];
    expect(tables).to.include.members(['zones', 'materials', 'knex_migrations']);
    expect(tables.filter((name) => name.includes('_search'))).to.deep.equal([]);
  });

  it('reports an index that has lost a trigger, and one that was made again', async () => {
    expect(await searched()).to.equal(true);
    await database.raw('drop trigger zones_search_update');
    expect(await searched()).to.equal(undefined);
    await addSearchIndex(database, 'zones');
    expect(await searched()).to.equal(true);
    await dropSearchIndex(database, 'zones');
    expect(await searched()).to.equal(undefined);
  });
});
