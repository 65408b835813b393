/** Tasks of definitions: what one has done once, it does not do again; whoever runs it, and however many do. */
import { expect } from 'chai';
import { pino } from 'pino';
import { createAuth } from '../../auth/index.ts';
import { readSystemActor } from '../../auth/system-actor.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { createEngine } from '../../engine/serve/engine.ts';
import { createTaskRunner, type TaskRunner } from '../../engine/tasks/runner.ts';
import type { Service } from '../../test/harness/service.ts';

export function describeTasks(registry: Registry, service: () => Service): void {
  const names = [...registry.values()].flatMap(({ name, definition }) =>
    Object.keys(definition.tasks ?? {}).map((task) => `${name}.${task}`),
  );

  /** A node that runs tasks, and nothing else. */
  const node = (): TaskRunner => {
    const { database, url } = service();
    const governed = [...registry.values()];
    const log = pino({ level: 'silent' });
    const settings = database.config;
    const db = database.knex;
    const { services } = createAuth({ database: db, settings, log, resources: () => governed });
    const parts = createEngine({
      ...{ db, registry, services, journalTable: 'activities', baseUrl: url, currency: null },
      locales: ['en', 'fr'],
      report: () => {},
    });
    const systemActor = (trx: typeof db, siteId: number) => readSystemActor(trx, siteId, governed, 'en');
    return createTaskRunner({ db, parts, systemActor, report: () => {} });
  };

  /** Everything that is kept of every resource. */
  const everything = async () => {
    const { knex } = service().database;
    const tables = [...new Set([...registry.values()].map(({ table }) => table))];
    return Promise.all(tables.map(async (table) => [table, await knex(table).orderBy('id')]));
  };

  it('run twice do what they do once', async () => {
    const expected = names.map((name) => [name, 'done']);
    const run = async (runner: TaskRunner) =>
      (await runner.once()).map(({ task, outcome }) => [task, outcome]);
    expect(await run(node())).to.deep.equal(expected);
    const once = await everything();
    expect(await run(node())).to.deep.equal(expected);
    expect(await everything()).to.deep.equal(once);
  });
}
