/** The examples for monitoring ask for figures that there are. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { type Service, startService } from '../../harness/service.ts';

const folder = resolve(import.meta.dirname, '../../../docs/deploy/monitoring');
const ours = /\b(?:http|sign|throttled|database|task|service|nodejs|process)_[a-z0-9_]+(?=\{)/g;

describe('what docs/deploy/monitoring looks at', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const file of ['alerts.yml', 'dashboard.json']) {
    it(`is told by /metrics: ${file}`, async () => {
      const { text } = await service.client().get('/metrics');
      // Several processes alone tell of their deaths: test/ci/service/start/workers.test.ts.
      const told = new Set(['service_worker_deaths_total', ...(text.match(/(?<=^# HELP )\S+/gm) ?? [])]);
      const asked = (await readFile(join(folder, file), 'utf8')).match(ours) ?? [];
      expect(asked).to.have.length.above(5);
      expect(asked.filter((name) => !told.has(name.replace(/_(?:bucket|count|sum)$/, '')))).to.be.empty;
    });
  }

  it('is told while the database does not answer, and asks it once', async () => {
    const { knex } = service.database;
    const { client } = knex;
    const connections: number = client.pool.max;
    const held = await Promise.all(Array.from({ length: connections }, () => client.acquireConnection()));
    try {
      for (const scrape of [1, 2]) {
        const { status, text } = await service.client().get('/metrics');
        expect(status).to.equal(200);
        expect(text).to.contain(`database_pool_connections{state="used"} ${connections}`);
        expect(client.pool.numPendingAcquires(), `asked by scrape ${scrape}`).to.equal(1);
      }
    } finally {
      await Promise.all(held.map((one) => client.releaseConnection(one)));
    }
    expect((await service.client().get('/metrics')).status).to.equal(200);
    expect(client.pool.numPendingAcquires()).to.equal(0);
  });
});
