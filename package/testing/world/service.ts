/** The whole service inside the test process: a database of its own, the app, a free loopback port. */
import { once } from 'node:events';
import { pino } from 'pino';
import { type App, createApp } from '../../../service/app.ts';
import { createListener, defaultTimeouts, type Timeouts } from '../../../service/http/listener.ts';
import { Client, type ClientOptions } from './client.ts';
import { type TestDatabase, testConfig, testPasswordCost } from './database.ts';
import { type Witness, witnessOf } from './documented-answers.ts';

export interface Service {
  /** The address, e.g. `http://127.0.0.1:4321`. */
  readonly url: string;
  readonly database: TestDatabase;
  /** Checks answers against the document of this service, for another client. */
  readonly witness: Witness;
  /** A client without cookies; by default it is the SPA at FRONTEND_URL. */
  client(options?: ClientOptions): Client;
  /** A client that has signed in. */
  signedIn(email: string, options?: ClientOptions): Promise<Client>;
  /** What leaves the service: only sent by `once`. */
  readonly outbox: App['outbox'];
  /** Runs the tasks of the definitions. */
  runTasks(): ReturnType<App['tasks']['once']>;
  /** Stops listening. Its database is left to its maker. */
  stop(): Promise<void>;
}

export interface ServiceSettings {
  /** Environment variables on top of the defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time that the server waits for requests; by default as in production. */
  readonly patience?: Timeouts;
  /** Another folder of definitions than the project's. */
  readonly resources?: string;
  /** Milliseconds until a request is answered at the latest. */
  readonly timeLimit?: number;
}

/** Serves a database. */
export async function serve(database: TestDatabase, settings: ServiceSettings = {}): Promise<Service> {
  // The port has to be known before the app is made: links in responses start with it.
  // Never so short that a connection is closed as idle just when a slow client on a busy machine uses it again.
  const patience = settings.patience ?? { ...defaultTimeouts, idleMs: 3_600_000 };
  const server = createListener({ log: pino({ level: 'silent' }), locale: 'en', patience });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // By the address that the tests call: `localhost` may be another one for a program that follows a link.
  const url = `http://127.0.0.1:${port}`;
  const config = testConfig(database.url, { PORT: String(port), APP_URL: url, ...settings.env });
  const log = pino({ level: config.logLevel });
  const { resources, timeLimit } = settings;
  const chosen = { ...(resources && { resources }), ...(timeLimit && { timeLimit }) };
  const parts = { config, database: database.knex, log, passwordCost: testPasswordCost };
  const app = await createApp({ ...parts, ...chosen });
  const witness = witnessFor(app, settings);
  const answer = app.callback();
  server.on('request', (request, response) => void answer(request, response));
  const clients: Client[] = [];
  const client = (options: ClientOptions = {}): Client => {
    const made = new Client(url, { origin: config.frontendUrl, witness, ...options });
    clients.push(made);
    return made;
  };
  return {
    url,
    database,
    witness,
    outbox: app.outbox,
    runTasks: () => app.tasks.once(),
    client,
    signedIn: async (email, options) => {
      const made = client(options);
      const reply = await made.login(email);
      if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${reply.status} ${reply.text}`);
      return made;
    },
    stop: async () => {
      for (const one of clients) one.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A description takes most of a service's start. The services of one process with the same settings have the same one. */
const witnesses = new Map<string, Witness>();

function witnessFor(app: App, { resources, env = {} }: ServiceSettings): Witness {
  if (resources !== undefined) return witnessOf(app.describe());
  const key = JSON.stringify(env);
  const witness = witnesses.get(key) ?? witnessOf(app.describe());
  witnesses.set(key, witness);
  return witness;
}
