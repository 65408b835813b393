/** A service with sign-in alone, and a few people, sites and roles to sign in with. */
import { once } from 'node:events';
import Router from '@koa/router';
import Koa from 'koa';
import { createAuth, hashPassword } from '../../../auth/index.ts';
import { Failure } from '../../../engine/failure.ts';
import { type Governed, operations } from '../../../engine/policy.ts';
import { sortKey, storedNow } from '../../../engine/values.ts';
import { settleAddress } from '../../../service/http/client-address.ts';
import { createListener, defaultTimeouts } from '../../../service/http/listener.ts';
import { requestIds } from '../../../service/http/observed/request-id.ts';
import { createMailer } from '../../../service/outbox/mail/mail.ts';
import { Client, type ClientOptions } from '../../harness/client.ts';
import {
  createTestDatabase,
  type TestDatabase,
  testConfig,
  testPasswordCost,
} from '../../harness/database.ts';
import { signInWitness } from '../../harness/documented-project.ts';

const every = [...operations];
const resources: Governed[] = [
  { name: 'material', scope: 'site', operations: every, headquartersOnly: [] },
  { name: 'company', scope: 'global', operations: every, headquartersOnly: every },
];

export interface SignInService {
  readonly url: string;
  readonly database: TestDatabase;
  client(options?: ClientOptions): Client;
  /** A signed-in user, by the name before `@demo.test`. */
  signedIn(name: string, options?: ClientOptions): Promise<Client>;
  sweep(): Promise<number>;
  stop(): Promise<void>;
}

export interface SignInOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A database to share with another node; its maker drops it. */
  readonly database?: TestDatabase;
  /** Whether passwords take as long as they really do; as a rule they are cheap. */
  readonly slowPasswords?: boolean;
}

/** Starts a node. Its client is the front end at FRONTEND_URL unless it says otherwise. */
export async function startSignIn(options: SignInOptions = {}): Promise<SignInService> {
  const database = options.database ?? (await createTestDatabase('empty'));
  const cost = options.slowPasswords ? {} : { passwordCost: testPasswordCost };
  if (!options.database) await addPeople(database, cost.passwordCost);
  const config = testConfig(database.url, options.env);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const parts = { database: database.knex, settings: config, resources: () => resources, log };
  const auth = createAuth({ ...parts, ...cost, mailer: createMailer(config) });
  const witness = signInWitness(['/api/v1/whoami', '/api/v1/change', '/health/live']);
  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy });
  app.silent = true;
  const router = new Router();
  auth.routes(router);
  router.get('/api/v1/whoami', async (ctx) => {
    const actor = await auth.authenticate(ctx);
    ctx.body = { id: actor.id, permissions: [...actor.permissions].sort() };
  });
  router.post('/api/v1/change', auth.csrf, async (ctx) => {
    ctx.body = { id: (await auth.authenticate(ctx)).id };
  });
  app.use(settleAddress());
  app.use(requestIds());
  app.use(async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404) throw new Failure('not_found');
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('internal', { cause: error });
      if (failure.code === 'internal') process.stderr.write(`${String(error)}\n`);
      ctx.set(failure.headers);
      ctx.status = failure.status;
      ctx.body = failure.toBody('en');
    }
  });
  app.use(auth.headers).use(auth.cors).use(auth.gate).use(auth.session).use(router.routes());
  const answer = app.callback();
  const server = createListener({ log, locale: 'en', patience: { ...defaultTimeouts, idleMs: 3_600_000 } });
  server.on('request', (request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const clients: Client[] = [];
  const client = (settings: ClientOptions = {}) => {
    const made = new Client(url, { origin: config.frontendUrl, witness, ...settings });
    clients.push(made);
    return made;
  };
  return {
    url,
    database,
    client,
    signedIn: async (name, settings) => {
      const made = client(settings);
      const reply = await made.login(`${name}@demo.test`);
      if (reply.status !== 200) throw new Error(`${name} cannot sign in: ${reply.status} ${reply.text}`);
      return made;
    },
    sweep: auth.sweep,
    stop: async () => {
      for (const client of clients) client.close();
      server.close();
      server.closeAllConnections();
      if (!options.database) await database.drop();
    },
  };
}

export const sites = { headquarters: 1, north: 2, south: 3 } as const;
/** Ada: everything at the headquarters, viewer in the north. Max: in the north alone. Nia: nowhere. */
export const people = { ada: 1, max: 2, nia: 3, gone: 4 } as const;

async function addPeople({ knex }: TestDatabase, passwordCost?: number): Promise<void> {
  const stamps = { created_at: storedNow(), updated_at: storedNow() };
  const named = (id: number, name: string) => ({ id, name, name_key: sortKey(name), ...stamps });
  await knex('sites').insert(
    [
      { ...named(1, 'Headquarters'), is_headquarters: 1, headquarters_slot: 1 },
      { ...named(2, 'Plant North'), is_headquarters: 0 },
      { ...named(3, 'Plant South'), is_headquarters: 0 },
    ].map((site) => ({ ...site, timezone: 'UTC', search_text: '' })),
  );
  await knex('roles').insert([
    { ...named(1, 'administrator'), search_text: '' },
    { ...named(2, 'viewer'), search_text: '' },
  ]);
  await knex('role_permissions').insert([
    { role_id: 1, permission: '*' },
    { role_id: 2, permission: 'material.viewAny' },
    { role_id: 2, permission: 'material.view' },
    { role_id: 2, permission: 'company.view' },
  ]);
  const password_hash = await hashPassword('password', passwordCost);
  const person = (id: number, name: string, current_site_id: number | null, live: number | null = 1) => ({
    id,
    username: name,
    username_key: name,
    email: `${name}@Demo.test`,
    email_key: `${name}@demo.test`,
    first_name: name,
    first_name_key: name,
    last_name: 'Test',
    last_name_key: 'test',
    full_name: `${name} Test`,
    password_hash,
    locale: 'en',
    current_site_id,
    live,
    search_text: '',
    ...stamps,
  });
  await knex('users').insert([
    person(people.ada, 'ada', sites.headquarters),
    person(people.max, 'max', sites.headquarters),
    person(people.nia, 'nia', null),
    person(people.gone, 'gone', sites.north, null),
  ]);
  await knex('memberships').insert([
    { id: 1, user_id: people.ada, site_id: sites.headquarters },
    { id: 2, user_id: people.ada, site_id: sites.north },
    { id: 3, user_id: people.max, site_id: sites.north },
  ]);
  await knex('membership_roles').insert([
    { membership_id: 1, role_id: 1 },
    { membership_id: 2, role_id: 2 },
    { membership_id: 3, role_id: 1 },
    { membership_id: 3, role_id: 2 },
  ]);
}
