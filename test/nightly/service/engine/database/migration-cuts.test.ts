/** Every statement of all migrations as the last one before a kill: the next run does the rest, there and back. */
import { expect } from 'chai';
import { migrateAlone } from '../../../../../engine/database/lock.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { createTestDatabase } from '../../../../harness/database.ts';
import { cutOffEverywhere, schemaText } from '../../../../harness/mortal-database.ts';
import { onlyOn } from '../../../../harness/only-on.ts';

const onServers = onlyOn('mysql', 'SQLite changes the schema in one transaction');

onServers.describe('migrations that are killed', () => {
  it('make the same schema after each statement, and take it back', async function () {
    this.timeout(4 * this.timeout());
    const whole = await createTestDatabase('blank');
    const killed = await createTestDatabase('blank');
    await migrateDatabase(whole.knex);
    const cuts = await cutOffEverywhere(killed.config, (database) => migrateDatabase(database));
    expect(cuts).to.be.above(200);
    expect(await schemaText(killed.knex)).to.deep.equal(await schemaText(whole.knex));
    const done = await killed.knex('knex_migrations').orderBy('id').pluck('name');
    expect(done).to.deep.equal(await whole.knex('knex_migrations').orderBy('id').pluck('name'));
    const back = await cutOffEverywhere(killed.config, (database) =>
      migrateAlone(
        database,
        (connection) => connection.migrate.rollback(undefined, true),
        () => {},
      ),
    );
    expect(back).to.be.above(40);
    const left = Object.keys(await schemaText(killed.knex)).sort();
    expect(left).to.deep.equal(['knex_migrations', 'knex_migrations_lock']);
    await killed.drop();
    await whole.drop();
  });
});
