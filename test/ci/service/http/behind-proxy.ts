/** A service behind nginx or Caddy, as `docs/deploy/` sets them up. */
import type { AgentOptions } from 'node:https';
import { expect } from 'chai';
import { findCaddy, howToInstallCaddy, startCaddy } from '../../../harness/caddy.ts';
import { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { findNginx, howToInstallNginx, startNginx } from '../../../harness/nginx.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { freePort } from '../../../harness/port.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import type { ProxyServer } from '../../../harness/proxy-server.ts';

export interface BehindProxy {
  /** APP_URL: where people find it. */
  readonly url: string;
  readonly httpPort: number;
  readonly database: TestDatabase;
  readonly proxy: ProxyServer;
  /** The service; it can be stopped, and started again on the same port. */
  service: ServiceProcess;
  start(): Promise<ServiceProcess>;
  client(connection?: AgentOptions): Client;
  signedIn(): Promise<Client>;
  stop(): Promise<void>;
}

const programs = {
  nginx: { find: findNginx, howToInstall: howToInstallNginx },
  Caddy: { find: findCaddy, howToInstall: howToInstallCaddy },
};

/** `describe` where the proxy is installed; else the tests are skipped, or fail where it is required. */
export function describeBehindProxy(
  name: keyof typeof programs,
  title: string,
  body: (this: Mocha.Suite) => void,
): void {
  const { find, howToInstall } = programs[name];
  const required = process.env.CI === 'true' || process.env[`REQUIRE_${name.toUpperCase()}`] === '1';
  const missing = find() === null ? `there is no ${name}: ${howToInstall}` : null;
  const embedded = onlyOn('sqlite', 'a proxy knows of no database', required ? null : missing);
  const refuse = () =>
    void it(`is tested with ${name}`, () => {
      throw new Error(`${name} is required and is not there: ${howToInstall}.`);
    });
  embedded.describe(title, required && missing !== null ? refuse : body);
}

/** Ports that are free. */
interface Ports {
  readonly servicePort: number;
  readonly httpsPort: number;
  readonly httpPort: number;
}

/** @param file of `docs/deploy/nginx`  @param path under which it puts the service, empty or `/mill` */
export function startBehindNginx(file: string, path = ''): Promise<BehindProxy> {
  return startBehind((ports) => startNginx(findNginx() ?? 'nginx', { file, ...ports }), path);
}

export function startBehindCaddy(): Promise<BehindProxy> {
  return startBehind((ports) => startCaddy(findCaddy() ?? 'caddy', ports), '');
}

async function startBehind(
  startProxy: (ports: Ports) => Promise<ProxyServer>,
  path: string,
): Promise<BehindProxy> {
  const [servicePort, httpsPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const database = await createTestDatabase('demo');
  const origin = `https://localhost:${httpsPort}`;
  const url = `${origin}${path}`;
  const start = (): Promise<ServiceProcess> =>
    startProcess({
      env: {
        ...{ DATABASE_URL: database.url, PORT: String(servicePort), TRUST_PROXY: '1' },
        ...{ APP_URL: url, FRONTEND_URL: origin },
      },
    });
  const service = await start();
  const proxy = await startProxy({ servicePort, httpsPort, httpPort });
  const clients: Client[] = [];
  const client = (connection: AgentOptions = {}): Client => {
    const made = new Client(url, { origin, connection: { ca: proxy.ca, ...connection } });
    clients.push(made);
    return made;
  };
  const world: BehindProxy = {
    ...{ url, httpPort, database, proxy, service, start, client },
    signedIn: async () => {
      const made = client();
      const reply = await made.login('manager@demo.test');
      if (reply.status !== 200) throw new Error(`Nobody can sign in: ${reply.status} ${reply.text}`);
      return made;
    },
    stop: async () => {
      for (const one of clients) one.close();
      await proxy.stop();
      await world.service.stop();
      await database.drop();
    },
  };
  return world;
}

/** What holds behind every proxy. */
export function describeEveryProxy(world: () => BehindProxy): void {
  it('signs people in with cookies for https alone, and holds to the CSRF token', async () => {
    const client = world().client();
    const first = await client.get('/spa/csrf-cookie');
    const login = await client.login('manager@demo.test');
    expect(login.status, login.text).to.equal(200);
    const cookies = [...(first.headers['set-cookie'] ?? []), ...(login.headers['set-cookie'] ?? [])];
    expect(cookies).to.have.length.above(1);
    for (const cookie of cookies) expect(cookie).to.match(/; secure/i);
    expect((await client.post('/zones', { name: 'Proxy' })).status).to.equal(201);
    const forged = await client.post('/zones', { name: 'Forged' }, { 'X-XSRF-TOKEN': undefined });
    expect([forged.status, forged.body.code]).to.deep.equal([419, 'csrf_mismatch']);
  });

  it('knows the address of each client, and trusts no claim of the client about it', async () => {
    const client = world().client({ localAddress: '127.0.0.2' });
    await client.login('manager@demo.test');
    const claimed = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Forwarded-Proto': 'http',
      'X-Forwarded-Host': 'x.test',
    };
    const { body } = await client.get('/user/sessions', claimed);
    const own = body.data.find(({ current }: { current: boolean }) => current);
    expect(own.address).to.equal('127.0.0.2');
    const zones = await client.get('/zones?per_page=1', claimed);
    expect(zones.body.links.next).to.match(new RegExp(`^${world().url}/api/v1/zones\\?`));
  });
}
