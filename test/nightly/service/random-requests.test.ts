/** Random requests to every endpoint: each works, or is refused as the contract says. */
import { expect } from 'chai';
import { createRegistry } from '../../../service/project/registry.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { faultIn } from '../../harness/random/answer.ts';
import { Pool } from '../../harness/random/pool.ts';
import {
  type Asked,
  batches,
  endpointsOf,
  people,
  requestsTo,
  touchesPeople,
  type Who,
} from '../../harness/random/request.ts';
import { announceSeed, longest, search } from '../../harness/random/search.ts';
import { type Service, startService } from '../../harness/service.ts';

/** Requests to each endpoint, and batches. */
const runs = 20;
const batchRuns = 170;

const registry = await createRegistry();

describe('random requests', () => {
  let service: Service;
  let pool: Pool;
  let clients: Readonly<Record<Who, Client>>;
  const statuses = new Map<number, number>();

  before(async () => {
    announceSeed();
    service = await startService({ seed: 'demo' });
    pool = await Pool.read(service.database.knex, registry);
    const signIn = (who: Who) => service.signedIn(people[who].email);
    clients = {
      administrator: await signIn('administrator'),
      manager: await signIn('manager'),
      technician: await signIn('technician'),
      viewer: await signIn('viewer'),
    };
  });
  after(() => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(`      ${counts.join(', ')}`);
    return service?.stop();
  });

  const send = (asked: Asked): Promise<Reply> => {
    const { who, method, path, headers, body } = asked;
    const client = clients[who];
    const harmless = touchesPeople(asked) ? { Prefer: 'dry-run' } : {};
    return client.raw(method, path, {
      headers: {
        Accept: 'application/json',
        Origin: 'http://localhost:5173',
        Cookie: client.cookieHeader(),
        'X-XSRF-TOKEN': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
        ...harmless,
      },
      ...(body === undefined ? {} : { body }),
    });
  };
  const holds = async (asked: Asked): Promise<void> => {
    const reply = await send(asked);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    const fault = faultIn(reply);
    expect(fault, `${fault}: ${reply.status} ${reply.text.slice(0, 500)}`).to.equal(null);
    expect(reply.status, 'nobody is signed out by asking').to.not.be.oneOf([401, 419]);
  };

  for (const endpoint of endpointsOf(registry)) {
    const { resource, route } = endpoint;
    const title = `${route.method.toUpperCase()} /${resource.path}${route.path}`;
    it(title, async function () {
      this.timeout(longest);
      await search(title, requestsTo(endpoint, pool), runs, holds);
    });
  }

  it('POST /batch', async function () {
    this.timeout(longest);
    await search('batches', batches(registry, pool), batchRuns, holds);
  });

  it('has had enough of both answers to mean something', () => {
    const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const good = [...statuses].reduce((sum, [status, count]) => (status < 400 ? sum + count : sum), 0);
    expect(good / all, 'successes').to.be.within(0.15, 0.85);
  });
});
