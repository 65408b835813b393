/** `GET /changes`: which lists may have changed, and what a user has not read. */
import type { RouterContext } from '@koa/router';
import { conditionOf, tablesIn } from '../../condition.ts';
import { readChanges, stampOf } from '../../counters/changes.ts';
import { changesName } from '../../counters/counter.ts';
import { countersOf } from '../../counters/setup.ts';
import { shownTables } from '../../counters/shown-tables.ts';
import { hostsOf } from '../../database/hosts.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import type { Resource } from '../../model/resource.ts';
import { readNoIntent } from '../../request/intent.ts';
import type { RequestContext } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { type RouteOptions, type RouterPlaces, readAsking } from '../../serve/routes.ts';
import { answerKept, keepAnswer } from '../../describe/kept-answer.ts';
import type { ChangesAnswer } from './changes-tag.ts';

interface ChangesRouteOptions extends RouteOptions {
  /** The number of notifications that a user has not read. */
  unread(asking: RequestContext, stamps: ChangesAnswer['resources']): Promise<number>;
}

/** Adds its route. */
export function addChangesRoute({ main }: RouterPlaces, options: ChangesRouteOptions): void {
  const { engine, prefix } = options;
  main.get(`${prefix}/changes`, async (ctx: RouterContext) => {
    const asking = await readAsking(ctx, options);
    readNoIntent(ctx.query);
    // Stamps first: everything written later has new ones.
    const resources = await stampsOf(engine, asking);
    const data: ChangesAnswer = { unread: await options.unread(asking, resources), resources };
    const kept = keepAnswer(JSON.stringify({ data }));
    await answerKept(ctx, kept, { type: 'application/json', shared: false });
  });
}

async function stampsOf(
  { db, registry, counters }: Engine,
  { actor }: RequestContext,
): Promise<ChangesAnswer['resources']> {
  const read = (at: typeof db) => readChanges(at, countersOf(registry));
  // Not ahead of the hosts that answer the lists.
  const hosts = hostsOf(db);
  const changes = await (hosts ? hosts.readAnywhere(read) : read(db));
  for (const { model, pending } of changes.values()) counters.noted(model, changesName(model), pending);
  const shown = shownTables(registry);
  const listed = [...registry.values()].filter(
    (resource) => actor.permitted(permissionOf('list'), resource) !== 'none',
  );
  const tablesOf = (resource: Resource) => [
    ...new Set([
      ...(shown.get(resource.path) ?? []),
      ...tablesIn(conditionOf(actor.permitted('viewAny', resource))),
    ]),
  ];
  return Object.fromEntries(listed.map((resource) => [resource.path, stampOf(tablesOf(resource), changes)]));
}
