/** A service behind nginx, as `deploy/nginx` sets it up. */
import type { AgentOptions } from 'node:https';
import { Client } from '../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { findNginx, howToInstallNginx, type Nginx, startNginx } from '../harness/nginx.ts';
import { onlyOn } from '../harness/only-on.ts';
import { freePort } from '../harness/port.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

const required = process.env.CI === 'true' || process.env.REQUIRE_NGINX === '1';

export interface BehindProxy {
  /** APP_URL: where people find it. */
  readonly url: string;
  readonly httpPort: number;
  readonly database: TestDatabase;
  readonly nginx: Nginx;
  /** The service; it can be stopped, and started again on the same port. */
  service: ServiceProcess;
  start(): Promise<ServiceProcess>;
  client(connection?: AgentOptions): Client;
  signedIn(): Promise<Client>;
  stop(): Promise<void>;
}

/** `describe` where nginx is installed; else the tests are skipped, or fail where it is required. */
export function describeBehindProxy(title: string, body: (this: Mocha.Suite) => void): void {
  const missing = findNginx() === null ? `there is no nginx: ${howToInstallNginx}` : null;
  const embedded = onlyOn('sqlite', 'a proxy knows of no database', required ? null : missing);
  const refuse = () =>
    void it('is tested with nginx', () => {
      throw new Error(`nginx is required and is not there: ${howToInstallNginx}.`);
    });
  embedded.describe(title, required && missing !== null ? refuse : body);
}

/** @param file of `deploy/nginx`  @param path under which it puts the service, empty or `/mill` */
export async function startBehindProxy(file: string, path = ''): Promise<BehindProxy> {
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
  const nginx = await startNginx(findNginx() ?? 'nginx', { file, servicePort, httpsPort, httpPort });
  const clients: Client[] = [];
  const client = (connection: AgentOptions = {}): Client => {
    const made = new Client(url, { origin, connection: { ca: nginx.ca, ...connection } });
    clients.push(made);
    return made;
  };
  const world: BehindProxy = {
    ...{ url, httpPort, database, nginx, service, start, client },
    signedIn: async () => {
      const made = client();
      const reply = await made.login('manager@demo.test');
      if (reply.status !== 200) throw new Error(`Nobody can sign in: ${reply.status} ${reply.text}`);
      return made;
    },
    stop: async () => {
      for (const one of clients) one.close();
      await nginx.stop();
      await world.service.stop();
      await database.drop();
    },
  };
  return world;
}
