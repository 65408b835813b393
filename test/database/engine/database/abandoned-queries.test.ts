/**
 * The server of the database also ends a query whose client has stopped waiting, so a host that hangs does not fill up with them.
 */
import { expect } from 'chai';
import { openDatabase } from '../../../../engine/database/open.ts';
import { createTestDatabase } from '../../../harness/database.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { until } from '../../../harness/until.ts';

const onServers = onlyOn('mysql', 'the embedded database has no server');

onServers.describe('a query that was given up', () => {
  it('ends on the server as well', async () => {
    const database = await createTestDatabase('empty');
    const impatient = openDatabase(database.config, 200);
    try {
      const given = impatient.raw('select 1 from (select 1) as one where sleep(600) = 0').then(
        () => 'an answer',
        (error: Error) => error.message,
      );
      expect(await given).to.match(/The database gave no answer in time\.$/);
      const running = async () => {
        const [rows] = await database.knex.raw(
          "select id from information_schema.processlist where db = database() and info like '%sleep(600)%' and id <> connection_id()",
        );
        return rows.length;
      };
      await until('it has ended', async () => (await running()) === 0, { everyMs: 100 });
    } finally {
      await impatient.destroy();
      await database.drop();
    }
  });
});
