/** The whole service inside the test process, with a database of its own. */
import { type Service, type ServiceSettings, serve } from '../../package/testing/world/service.ts';
import type { Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type { Service } from '../../package/testing/world/service.ts';

export interface ServiceOptions extends ServiceSettings {
  /** `demo` for the demo data; by default the tables are empty. */
  readonly seed?: 'demo' | 'none';
  /** A database to share, e.g. between two nodes; its maker drops it. */
  readonly database?: TestDatabase;
}

/** Starts a service of its own. Everything it needs is gone after `stop`. */
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
 * A service with the demo data for the tests of a group: there before the first of them, gone after the last.
 * @param people of the demo who have signed in, by what stands before the `@` of their address
 * @returns stand-ins of the service and of their clients, to be used by tests and hooks
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

/** Stand-ins of the clients of people of the demo, who sign in before the first test of a group. */
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

/** Is what is there only later, as far as its keys go. */
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
