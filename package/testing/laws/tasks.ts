/** Tasks of definitions: what a task has done once, it does not do again, on any number of nodes. */
import { expect } from 'chai';
import { pino } from 'pino';
import type { Registry } from '../../../engine/model/resource.ts';
import { createApp } from '../../../service/app.ts';
import { it } from '../runner.ts';
import type { World } from '../world/world.ts';

export function describeTasks(registry: Registry, world: () => World): void {
  const names = [...registry.values()].flatMap(({ name, definition }) =>
    Object.keys(definition.tasks ?? {}).map((task) => `${name}.${task}`),
  );

  /**
   * Lets a node of its own run all that is due.
   * @returns the results of the definitions' tasks; the service has some of its own
   */
  const run = async () => {
    const { config, knex } = world().service.database;
    const { tasks } = await createApp({ config, database: knex, log: pino({ level: 'silent' }) });
    const done = (await tasks.once()).map(({ task, outcome }) => [task, outcome]);
    return done.filter(([task]) => task !== undefined && names.includes(task));
  };

  /** Everything that is kept of every resource. */
  const everything = async () => {
    const { knex } = world().service.database;
    const tables = [...new Set([...registry.values()].map(({ table }) => table))];
    return Promise.all(tables.map(async (table) => [table, await knex(table).orderBy('id')]));
  };

  it('run twice do what they do once', async () => {
    const expected = names.map((name) => [name, 'done']);
    expect(await run()).to.deep.equal(expected);
    const once = await everything();
    expect(await run()).to.deep.equal(expected);
    expect(await everything()).to.deep.equal(once);
  });
}
