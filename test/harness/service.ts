/** The whole service inside the test process, with a database of its own. */
import { type Service, type ServiceSettings, serve } from '../../package/testing/world/service.ts';
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
