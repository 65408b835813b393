/** Drafts of new names for resources that have `renamedFrom`. */
import type { Column, DatabaseSchema, Table } from '../../engine/database/dialect/tables.ts';
import { formerNames } from '../../engine/definition/definition.ts';
import { indexName } from '../../engine/index-name.ts';
import { literal } from '../../engine/kinds/literal.ts';
import type { Registry, Resource } from '../../engine/model/resource.ts';
import { isRenameTold } from '../schema/renames.ts';
import type { Renamed } from './rename.ts';
import type { Change } from './table.ts';
import type { RecordedValues } from './values.ts';

/** Renames tables, together with permissions, history and everything else that has the name of the resource. */
export function renameResources(registry: Registry, schema: DatabaseSchema): Renamed {
  let after = new Map(schema);
  const changes: Change[] = [];
  for (const resource of registry.values()) {
    if (isRenameTold(resource, after)) continue;
    const change = changeOf(resource, after);
    if (!change) continue;
    changes.push(change.change);
    after = change.schema;
  }
  return { schema: after, changes };
}

function changeOf(resource: Resource, schema: Map<string, Table>) {
  const former = formerNames(resource.definition);
  if (!former) return null;
  const { name, path, table } = resource;
  const old = schema.get(former.table);
  const moves = former.table !== table && old !== undefined && !schema.has(table);
  // A new table has no rows with another name.
  if (!moves && !schema.has(table)) return null;
  const names = (one: string, other: string) => `[${literal(one)}, ${literal(other)}]`;
  const follow = ([one, other]: readonly [typeof former, typeof former]) =>
    `  await renameResource(knex, { name: ${names(one.name, other.name)}, path: ${names(one.path, other.path)} });`;
  const now = { name, path, table };
  const indexes = moves ? renamedIndexes(old, former.table, table) : [];
  const move = (from: string, to: string, pairs: readonly (readonly [string, string])[]) =>
    moves
      ? [
          `  await renameTable(knex, '${from}', '${to}', {`,
          ...pairs.map(([one, other]) => `    ${one}: '${other}',`),
          '  });',
        ]
      : [];
  const change: Change = {
    table,
    notes: [
      `“${former.name}” becomes “${name}”, with its ${moves ? 'table, ' : ''}permissions and history.`,
      'Services of the previous version use the old name. Stop all of them before this runs.',
    ],
    up: [...move(former.table, table, indexes), follow([former, now])],
    down: [
      follow([now, former]),
      ...move(
        table,
        former.table,
        indexes.map(([one, other]) => [other, one] as const),
      ),
    ],
    renamed: { [table]: former.name },
  };
  const after = moves ? moved(schema, former.table, table, old) : new Map(schema);
  const known = after.get(table);
  // As it is once the migration says so.
  if (known) after.set(table, { ...known, formerly: [...(known.formerly ?? []), former.name] });
  return { change, schema: after };
}

/** Those that are called after the table. */
function renamedIndexes(old: Table, from: string, to: string): (readonly [string, string])[] {
  return old.indexes.flatMap(({ name, columns, unique }) => {
    const kind = unique ? 'unique' : 'index';
    return name === indexName(from, columns, kind) ? [[name, indexName(to, columns, kind)] as const] : [];
  });
}

/** The schema with the table under its new name, to which others refer. */
function moved(schema: ReadonlyMap<string, Table>, from: string, to: string, old: Table): Map<string, Table> {
  const names = new Map(renamedIndexes(old, from, to));
  const follow = (column: Column): Column =>
    column.refers?.table === from ? { ...column, refers: { ...column.refers, table: to } } : column;
  return new Map(
    [...schema].map(([name, table]): [string, Table] => {
      const columns = new Map([...table.columns].map(([column, facts]) => [column, follow(facts)]));
      if (name !== from) return [name, { ...table, columns }];
      const indexes = table.indexes.map((index) => ({ ...index, name: names.get(index.name) ?? index.name }));
      return [to, { ...table, columns, indexes }];
    }),
  );
}

/** The record of values of renamed tables, under their new names. */
export function carriedValues({ schema, changes }: Renamed): RecordedValues[] {
  return changes.flatMap(({ table }) =>
    [...(schema.get(table)?.columns ?? [])].flatMap(([column, { values }]) =>
      values ? [{ table, column, values }] : [],
    ),
  );
}
