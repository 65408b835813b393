/** The whole service within the test process, with its own database. */
import { type Service, type ServiceSettings, serve } from '../../package/testing/world/service.ts';
import type { Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type { Service } from '../../package/testing/world/service.ts';

export interface ServiceOptions extends ServiceSettings {
  /** `demo` for the demo data; by default the tables are empty. */
  readonly seed?: 'demo' | 'none';
  /** A shared database, e.g. for two nodes; its creator drops it. */
  readonly database?: TestDatabase;
}

/** Starts a service. `stop` removes everything. */
export async function startService({ seed, database, ...settings }: ServiceOptions = {}): Promise<Service> {
  const made = database ?? (await createTestDatabase(seed === 'demo' ? 'demo' : 'empty'));
  const service = await serve(made, settings);
  return {
    ...service,
    stop: async () => {
      await service.stop();
      if (database === undefined) await made.drop();
    },
  };
}

/**
 * A service with the demo data for the tests of a group: started before the first, stopped after the last.
 * @param people of the demo who are signed in, by the part before the `@` of their address
 * @returns proxies of the service and of their clients, for tests and hooks
 */
export function serveDemo<Name extends string>(
  people: readonly Name[],
  settings: ServiceSettings = {},
): { readonly service: Service } & Readonly<Record<Name, Client>> {
  let started: Service | undefined;
  before(async () => {
    started = await startService({ seed: 'demo', ...settings });
  });
  after(() => started?.stop());
  return { service: standIn(() => started), ...signedInAs(() => started, people) };
}

/** Proxies of the clients of demo people, who sign in before the first test of a group. */
export function signedInAs<Name extends string>(
  find: () => Service | undefined,
  people: readonly Name[],
): Readonly<Record<Name, Client>> {
  const clients = new Map<string, Client>();
  before(async () => {
    for (const name of people) {
      const client = await find()?.signedIn(`${name}@demo.test`);
      if (client) clients.set(name, client);
    }
  });
  const standIns: Record<Name, Client> = Object.create(null);
  for (const name of people) standIns[name] = standIn(() => clients.get(name));
  return standIns;
}

/** A proxy of an object that exists only later, for its keys. */
export function standIn<T extends object>(find: () => T | undefined): T {
  const there = (): T => {
    const found = find();
    if (!found) throw new Error('It is there before the first test, and not earlier.');
    return found;
  };
  return new Proxy(Object.create(null), {
    get: (_, key) => {
      const value: unknown = Reflect.get(there(), key);
      return typeof value === 'function' ? value.bind(there()) : value;
    },
  });
}
