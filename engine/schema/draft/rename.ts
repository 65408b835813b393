/** Drafts of new names for columns: of fields that say what they were called before (`renamedFrom`). */

import type { Column, Index, Schema, Table } from '../../database/dialect/tables.ts';
import { hasColumn, type Registry, type Resource } from '../../model/resource.ts';
import { listNames } from '../expected.ts';
import { type Change, indexLine } from './table.ts';

/** Columns by their names before, with what they are called from now on. */
type Renames = ReadonlyMap<string, string>;

/** What is renamed, and the schema as it is afterwards. */
export interface Renamed {
  readonly schema: Schema;
  readonly changes: readonly Change[];
}

/** Renames the columns of fields, with their folded copies and ranks, and makes the indexes that have them anew. */
export function renameColumns(registry: Registry, schema: Schema): Renamed {
  const after = new Map(schema);
  const changes: Change[] = [];
  for (const resource of registry.values()) {
    const table = after.get(resource.table);
    const renames = table && renamesOf(resource, table);
    if (!table || !renames || renames.size === 0) continue;
    after.set(resource.table, renamed(resource.table, table, renames));
    changes.push(changeOf(resource.table, table, renames));
  }
  return { schema: after, changes };
}

/** Fields whose new column is not there, and whose old one is. */
function renamesOf({ fields }: Resource, { columns }: Table): Renames {
  const renames = new Map<string, string>();
  for (const field of fields.values()) {
    const { name } = field;
    const old = field.facts.renamedFrom;
    if (old === undefined || !hasColumn(field) || columns.has(name) || !columns.has(old)) continue;
    for (const suffix of ['', '_key', '_rank']) {
      if (columns.has(`${old}${suffix}`)) renames.set(`${old}${suffix}`, `${name}${suffix}`);
    }
  }
  return renames;
}

function renamed(name: string, table: Table, renames: Renames): Table {
  const columns = [...table.columns].map(([column, facts]): [string, Column] => {
    const next = renames.get(column);
    return next === undefined ? [column, facts] : [next, { ...facts, renamedFrom: column }];
  });
  const indexes = table.indexes.map((index) =>
    has(index, renames) ? indexAfter(name, index, renames) : index,
  );
  return { ...table, columns: new Map(columns), indexes };
}

const has = ({ columns }: Index, renames: Renames): boolean => columns.some((column) => renames.has(column));

/** An index by the name that the drafts give it. */
function indexAfter(table: string, index: Index, renames: Renames): Index {
  const columns = index.columns.map((column) => renames.get(column) ?? column);
  return { ...index, columns, name: `${table}_${columns.join('_')}_${index.unique ? 'unique' : 'index'}` };
}

function changeOf(name: string, table: Table, renames: Renames): Change {
  const back = new Map([...renames].map(([old, next]) => [next, old]));
  const indexes = table.indexes.filter((index) => has(index, renames));
  const made = indexes.map((index) => indexLine(name, indexAfter(name, index, renames)));
  const before = indexes.map(
    ({ columns, unique, name: known }) =>
      `t.${unique ? 'unique' : 'index'}([${listNames(columns)}]${unique ? `, { indexName: '${known}' }` : `, '${known}'`})`,
  );
  const told = [...renames]
    .filter(([old]) => !isCopy(old, table))
    .map(([old, next]) => `“${old}” of “${name}” is “${next}” from here on.`);
  return {
    table: name,
    notes: [
      ...told,
      'Whoever asks by the old name is refused (422): tell the authors of clients.',
      'A service of the version before asks by the old name: end every node before this runs.',
    ],
    up: lines(
      name,
      table,
      renames,
      made,
      indexes.map((index) => dropOf(index)),
    ),
    down: lines(
      name,
      renamed(name, table, renames),
      back,
      before,
      indexes.map((index) => dropOf(indexAfter(name, index, renames), made, name)),
    ),
  };
}

interface Dropped {
  readonly unique: boolean;
  /** As `dropParts` is told of it. */
  readonly part: string;
}

/** An index by its name, or by its columns where a draft has named it. */
function dropOf(index: Index, made?: readonly string[], table = ''): Dropped {
  const { unique, columns, name } = index;
  if (made === undefined) return { unique, part: `'${name}'` };
  const shortened = /, '([^']+)'\)$/.exec(indexLine(table, { columns, unique }))?.[1];
  return { unique, part: shortened === undefined ? `[${listNames(columns)}]` : `'${shortened}'` };
}

/** A rank is computed from its column by name, and has to go before that is renamed; new indexes come before the old ones go, which foreign keys need. */
function lines(
  name: string,
  table: Table,
  renames: Renames,
  made: readonly string[],
  dropped: readonly Dropped[],
): string[] {
  const ranks = [...renames].filter(([old]) => isRank(old, table));
  const ofRank = (text: string) =>
    ranks.some(([old, next]) => text.includes(`'${old}'`) || text.includes(`'${next}'`));
  const isOfRank = ({ part }: Dropped, at: number) => ofRank(part) || ofRank(made[at] ?? '');
  const first = dropped.filter(isOfRank);
  const last = dropped.filter((one, at) => !isOfRank(one, at));
  const ranked = ranks.map(
    ([old, next]) =>
      `addedRank(t, '${next.replace(/_rank$/, '')}', [${listNames(table.columns.get(old)?.ranks ?? [])}])`,
  );
  return [
    ...dropLine(
      name,
      first,
      ranks.map(([old]) => old),
    ),
    ...[...renames]
      .filter(([old]) => !isRank(old, table))
      .map(([old, next]) => `  await renameColumn(knex, '${name}', '${old}', '${next}');`),
    ...(ranked.length + made.length > 0
      ? [
          `  await alterTable(knex, '${name}', (t) => {`,
          ...[...ranked, ...made].map((line) => `    ${line};`),
          '  });',
        ]
      : []),
    ...dropLine(name, last, []),
  ];
}

function dropLine(name: string, indexes: readonly Dropped[], columns: readonly string[]): string[] {
  const parts = (unique: boolean) =>
    indexes.filter((index) => index.unique === unique).map(({ part }) => part);
  const given = Object.entries({
    indexes: parts(false),
    uniques: parts(true),
    columns: columns.map((column) => `'${column}'`),
  }).filter(([, list]) => list.length > 0);
  if (given.length === 0) return [];
  return [
    `  await dropParts(knex, '${name}', { ${given.map(([key, list]) => `${key}: [${list.join(', ')}]`).join(', ')} });`,
  ];
}

function isRank(column: string, table: Table): boolean {
  return table.columns.get(column)?.ranks !== undefined;
}

/** Whether it goes with another column, of which it is said. */
function isCopy(column: string, table: Table): boolean {
  const [, of] = /^(\w+)_(?:key|rank)$/.exec(column) ?? [];
  return of !== undefined && table.columns.has(of);
}
