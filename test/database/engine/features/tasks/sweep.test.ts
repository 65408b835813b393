/** What the service does from time to time by itself. */
import { expect } from 'chai';
import { pino } from 'pino';
import { createApp } from '../../../../../service/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../harness/database.ts';

describe('sweeping', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase('demo');
  });
  after(() => database.drop());

  it('takes what has expired, also where kept counts cannot be folded', async () => {
    const { knex, config } = database;
    const app = await createApp({ config, database: knex, log: pino({ level: 'silent' }) });
    await knex('rate_limits').insert([
      { key: 'expired', points: 1, expire: Date.now() - 1000 },
      { key: 'alive', points: 1, expire: Date.now() + 3_600_000 },
    ]);
    await knex.schema.renameTable('tallies', 'elsewhere');
    const error = await app.sweep().catch((reason: unknown) => reason);
    expect(String(error)).to.include('tallies');
    expect(await knex('rate_limits').pluck('key')).to.deep.equal(['alive']);
    await knex.schema.renameTable('elsewhere', 'tallies');
    expect(await app.sweep()).to.equal(0);
  });
});
