/** The servers that `npm run bench` compares: a benchmark of different answers measures nothing, and ends. */
import { checkAgreement } from '../../../../bench/agreement.ts';
import { fillSite, settleStatistics } from '../../../../bench/bench-database.ts';
import { openSite, signIn } from '../../../../bench/bench-site.ts';
import { type Contender, contenderNames, startContender } from '../../../../bench/contenders.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';

describe('the service, the same written by hand, and the limit', () => {
  let database: TestDatabase;
  const started: Contender[] = [];
  before(async () => {
    database = await createTestDatabase('demo');
    await fillSite(database, 1000);
    await settleStatistics(database);
    for (const name of contenderNames)
      started.push(await startContender(name, database.url, { pinned: false, folder: null }));
  });
  after(async () => {
    for (const one of started) await one.stop();
    await database?.drop();
  });

  it('answer the same, byte for byte', async () => {
    const site = await openSite(database.knex);
    await checkAgreement(started, site, await signIn(started[0]?.url ?? ''));
  });
});
