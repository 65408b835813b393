/** `GET /changes`: which lists may have changed, and what a user has not read. */

import { randomUUID } from 'node:crypto';
import type { RouterContext } from '@koa/router';
import type { Knex } from 'knex';
import { conditionOf, tablesIn } from '../../condition.ts';
import { type CounterModel, changesName, countersIn } from '../../counters/counter.ts';
import { countersOf } from '../../counters/setup.ts';
import { shownTables } from '../../counters/shown-tables.ts';
import { query } from '../../database/query.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import { answerKept, keepAnswer } from '../../describe/kept-answer.ts';
import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, mapOf } from '../../json-schema.ts';
import type { Resource } from '../../model/resource.ts';
import { readNoIntent } from '../../request/intent.ts';
import type { RequestContext } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { readAsking } from '../../serve/routes.ts';
import { type Static, Type } from '../../typebox.ts';
import type { Feature } from '../feature.ts';

declare module '../feature.ts' {
  interface Served {
    /** The number of notifications that a user has not read. */
    unread(asking: RequestContext, stamps: ChangesAnswer['resources']): Promise<number>;
  }
}

export default {
  name: 'changes',
  paths: ['changes'],
  chapters: (prefix) => [describeChanges(prefix)],
  mount: ({ main }, served) => {
    main.get(`${served.prefix}/changes`, async (ctx: RouterContext) => {
      const asking = await readAsking(ctx, served);
      readNoIntent(ctx.query);
      // Stamps first: everything written later has new ones.
      const resources = await stampsOf(served.engine, asking);
      const data: ChangesAnswer = { unread: await served.unread(asking, resources), resources };
      const kept = keepAnswer(JSON.stringify({ data }));
      await answerKept(ctx, kept, { type: 'application/json', shared: false });
    });
  },
} satisfies Feature;

async function stampsOf(
  { db, registry, counters }: Engine,
  { actor }: RequestContext,
): Promise<ChangesAnswer['resources']> {
  const changes = await readChanges(db, countersOf(registry));
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

/** The sum of a table's changes. */
interface TableChanges {
  readonly model: CounterModel;
  /** Id of the mark from which they are counted. A later mark has a greater id. */
  readonly mark: number;
  readonly changes: number;
  /** The number of entries to be compacted. */
  readonly pending: number;
}

/** Returns the sum of changes of each table, in one statement. A table whose changes are not counted is left out. */
async function readChanges(
  db: Knex,
  models: readonly CounterModel[],
): Promise<ReadonlyMap<string, TableChanges>> {
  const names = models.flatMap((model) => [changesName(model), model.prefix]);
  const rows = await query(db, {
    text:
      'select `list`, max(`mark` * `id`) as `of`, sum(`n`) as `changes`, count(*) - sum(`mark`) as `pending` ' +
      `from ${countersIn(db)} where \`list\` in (${names.map(() => '?').join(', ')}) group by \`list\``,
    bindings: names,
  });
  const found = new Map(rows.map((row) => [String(row.list), row]));
  return new Map(
    models.flatMap((model) => {
      const row = found.get(changesName(model));
      // An entry with the name of the resource means that every change is counted.
      if (!row || !found.has(model.prefix)) return [];
      const { of: mark, changes, pending } = row;
      const table = { model, mark: Number(mark), changes: Number(changes), pending: Number(pending) };
      return [[model.table, table] as const];
    }),
  );
}

/**
 * A text that differs after each commit that wrote one of the tables. The ids of marks only grow, and so does the number of
 * changes since a mark: a pair of sums never occurs twice. For a table that is not counted, the text differs each time.
 */
function stampOf(tables: Iterable<string>, changes: ReadonlyMap<string, TableChanges>): string {
  let [marks, since] = [0, 0];
  for (const table of tables) {
    const counted = changes.get(table);
    if (!counted) return randomUUID();
    marks += counted.mark;
    since += counted.changes;
  }
  return `${marks.toString(36)}.${since.toString(36)}`;
}

const changes = exactly({
  unread: Type.Integer({ minimum: 0, description: 'How many notifications one has not read.' }),
  resources: mapOf(Type.String(), {
    description:
      'By the path of each resource that one may list at the current site: a text that is another one after every write that ' +
      'its lists could show. It may change more often.',
  }),
});

type ChangesAnswer = Static<typeof changes>;

/** @param prefix path before every resource, e.g. `/api/v1` */
function describeChanges(prefix: string): TagSpec {
  return {
    name: 'Changes',
    description: 'What has changed, for pages that follow it.',
    schemas: {},
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/changes`,
        id: 'getChanges',
        summary: 'What has changed',
        description:
          'Cheap enough to be asked for every 15 seconds. Compare each text with the one before, and ask anew for lists whose text is another ' +
          'one. What follows from the time alone, as whether something is late, changes no text.',
        access: 'session',
        parameters: ['IfNoneMatch'],
        answers: {
          200: {
            description: 'Texts to compare with those of the answer before.',
            headers: ['ETag'],
            content: json(exactly({ data: changes })),
          },
          304: { description: 'Nothing has changed.', headers: ['ETag'] },
        },
      },
    ],
  };
}
