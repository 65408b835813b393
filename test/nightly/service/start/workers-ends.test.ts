/** How several processes begin and end: what is told once, what is limited in all, and that none outlives the others. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { anywhere } from '../../../harness/only-on.ts';
import { launch, runEntry } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';
import { childrenOf, isThere, startWorkers, type Workers } from '../../../harness/workers.ts';

describe('workers that begin and end', () => {
  let database: TestDatabase;
  let crew: Workers | undefined;

  before(async () => {
    database = await createTestDatabase('empty');
  });
  afterEach(async () => {
    await crew?.service.kill();
    crew = undefined;
  });
  after(() => database?.drop());

  const start = async (env: Record<string, string> = {}): Promise<Workers> => {
    crew = await startWorkers(2, { env: { DATABASE_URL: database.url, ...env } });
    return crew;
  };

  it('say once why they cannot begin', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    try {
      const env = {
        DATABASE_URL: database.url,
        PORT: port,
        WORKERS: '3',
        SEED_DEMO: 'false',
        LOG_LEVEL: 'warn',
      };
      const { code, stdout, stderr } = await runEntry(['service/server.ts'], { env });
      expect(stderr).to.match(new RegExp(`^Port ${port} on 127.0.0.1 is in use: [^\\n]+\\n$`));
      expect([code, stdout]).to.deep.equal([1, '']);
    } finally {
      other.close();
    }
  });

  anywhere.it('are refused where the database is of one process, and left aside in development', async () => {
    const memory = { DATABASE_URL: 'sqlite::memory:', WORKERS: '2' };
    const refused = await runEntry(['service/server.ts'], { env: memory });
    expect(refused.stderr).to.match(/^WORKERS is "2", which is not allowed: sqlite::memory: [^\n]+\n$/);
    expect(refused.code).to.equal(1);
    const env = { DATABASE_URL: database.url, WORKERS: '2', PORT: '1' };
    const developing = await launch(['service/server.ts', '--development'], { env });
    await until('it says so', () => developing.output.stdout.includes('WORKERS is ignored in development'));
    developing.child.kill('SIGKILL');
    await developing.exited;
  });

  anywhere.it('limit the requests of an address in all', async () => {
    const { service, client } = await start({ REQUEST_LIMIT: '5' });
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) statuses.push((await client().get('/service')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(service.stderr).to.equal('');
  });

  it('are not ready once all are to end, go on meanwhile, and end when their parent is killed', async () => {
    const { service, pids, log } = await start({ LEAVE_SECONDS: '300' });
    const ask = (path: string) => fetch(`${service.url}${path}`);
    const ready = async () => {
      const replies = await Promise.all(pids.map(() => ask('/health/ready')));
      return replies.map(({ status }) => status);
    };
    expect(await ready()).to.deep.equal([200, 200]);
    process.kill(service.pid, 'SIGTERM');
    await until('none is ready', async () => (await ready()).every((status) => status === 503));
    const sent = await ask('/api/v1/service');
    expect([sent.status, sent.headers.get('connection')]).to.deep.equal([200, 'close']);
    expect(await service.kill()).to.deep.equal({ code: null, signal: 'SIGKILL' });
    await until('none of them is left', () => !pids.some(isThere));
    const farewells = log().filter(({ msg }) => msg === 'Finishing what is running, then ending.');
    expect(farewells.map(({ pid }) => pid).sort()).to.deep.equal([...pids].sort());
  });

  it('are replaced where one is told to end, by itself', async () => {
    const { service, pids, log, untilWhole } = await start();
    const [first = 0] = pids;
    process.kill(first, 'SIGTERM');
    await until('it has ended', () => log().some(({ worker, code }) => worker === first && code === 0));
    await untilWhole(2);
    const figures = await (await fetch(`${service.url}/metrics`)).text();
    expect(figures).to.include('service_workers 2\n').and.include('service_worker_deaths_total 0\n');
    expect(service.stderr).to.equal('');
    await service.kill();
    await until(
      'both have lost their parent',
      () => log().filter(({ lost }) => lost === 'parent').length === 2,
    );
  });

  anywhere.it('give the service up where one after the other dies at once', async () => {
    const { service, log } = await start();
    const exited = service.exited.then(() => true);
    await until('the service has ended', () => {
      for (const pid of childrenOf(service.pid)) process.kill(pid, 'SIGKILL');
      return Promise.race([exited, Promise.resolve(false)]);
    });
    const waits = log().flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
    expect(waits, 'ever longer').to.include.members([250, 500, 1000, 2000]);
    expect(await service.exited).to.deep.equal({ code: 1, signal: null });
    expect(service.stderr).to.match(/^No worker stays alive, so the service ends: [^\n]+\n$/);
  });
});
