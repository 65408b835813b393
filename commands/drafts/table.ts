/** Lines of a migration for one table, and the indexes among them. */

import type { DatabaseSchema, Index, Table } from '../../engine/database/dialect/tables.ts';
import { expectedColumns } from '../../engine/features/schema/expected.ts';
import type { NeededIndex } from '../../engine/features/schema/feature.ts';
import { indexName, isShortened } from '../../engine/index-name.ts';
import { isReference } from '../../engine/kinds/kind.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { type Registry, type Resource, resourceAt } from '../../engine/model/resource.ts';
import { compareWithSchema } from '../schema/compare.ts';

/** The changes of one table. */
export interface Change {
  readonly table: string;
  /** Notes for its reviewer. */
  readonly notes: readonly string[];
  /** Records of new names: by table, the earlier name of its resource. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly up: readonly string[];
  readonly down: readonly string[];
}

export type DraftIndex = Omit<NeededIndex, 'table'>;

/** The line that makes an index. */
export function indexLine(table: string, { columns, unique }: DraftIndex): string {
  const kind = unique ? 'unique' : 'index';
  const name = isShortened(table, columns, kind) ? `, '${indexName(table, columns, kind)}'` : '';
  return `t.${kind}([${listNames(columns)}]${name})`;
}

/** The line that makes an existing index again, with its old name. */
export function indexAnew({ columns, unique, name }: Index): string {
  const named = unique ? `{ indexName: '${name}' }` : `'${name}'`;
  return `t.${unique ? 'unique' : 'index'}([${listNames(columns)}], ${named})`;
}

/** The lines that add each of `parts` to a table. */
export function alterLines(table: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  return [`  await alterTable(knex, '${table}', (t) => {`, ...parts.map((part) => `    ${part};`), '  });'];
}

/** The dropped parts, as a migration names them: indexes by `indexPart` or their quoted names, columns by their names. */
interface DroppedParts {
  readonly indexes?: readonly string[];
  readonly uniques?: readonly string[];
  readonly columns?: readonly string[];
}

/** The line that takes parts out of a table; no line if there are no parts. */
export function dropLines(table: string, { indexes, uniques, columns }: DroppedParts): string[] {
  const given = Object.entries({ indexes, uniques, columns }).flatMap(([name, list = []]) =>
    list.length > 0 ? [`${name}: [${list.join(', ')}]`] : [],
  );
  return given.length > 0 ? [`  await dropParts(knex, '${table}', { ${given.join(', ')} });`] : [];
}

/** The line that gives a table the index of its search, or takes it. */
export function searchIndexLine(what: 'add' | 'drop', table: string): string {
  return `  await ${what}SearchIndex(knex, '${table}');`;
}

/** The entry of an index for `dropParts`. */
export function indexPart(table: string, { columns, unique }: DraftIndex): string {
  const kind = unique ? 'unique' : 'index';
  return isShortened(table, columns, kind)
    ? `'${indexName(table, columns, kind)}'`
    : `[${listNames(columns)}]`;
}

/** The indexes that any definition needs in a table, once its columns exist. */
export function missingIndexes(
  resource: Resource,
  registry: Registry,
  schema: DatabaseSchema,
  table: Table,
): DraftIndex[] {
  const expected = expectedColumns(resource, registry).map(({ column }) => column);
  const column = { nullable: true, optional: true };
  const columns = new Map([...table.columns.keys(), ...expected].map((name) => [name, column]));
  const whole = new Map([...schema, [resource.table, { columns, indexes: table.indexes }]]);
  const indexes = compareWithSchema(registry, whole).flatMap(({ needs }) =>
    needs?.table === resource.table ? [needs] : [],
  );
  const different = indexes.filter(
    (index, at) => indexes.findIndex((one) => indexLine('', one) === indexLine('', index)) === at,
  );
  return withoutPrefixes(different);
}

/** An index that another one begins with is not needed. */
export function withoutPrefixes(indexes: readonly DraftIndex[]): DraftIndex[] {
  const plain = ({ columns }: DraftIndex) => (columns.at(-1) === 'id' ? columns.slice(0, -1) : columns);
  const covers = (other: DraftIndex, index: DraftIndex) => {
    const [longer, shorter] = [plain(other), plain(index)];
    return longer.length > shorter.length && shorter.every((name, at) => longer[at] === name);
  };
  return indexes.filter((index) => index.unique || !indexes.some((other) => covers(other, index)));
}

/**
 * An index for filters whose target is shared by sites, people or companies: the options of the filter ask whether it occurs at a
 * site, which is one look into the index. A target that belongs to a site occurs nowhere else.
 */
export function occurrenceIndexes(resource: Resource, registry: Registry): DraftIndex[] {
  return [...resource.fields.values()].flatMap(({ name, facts }): DraftIndex[] => {
    const declared = name in resource.definition.fields && name !== 'site_id';
    const shared = isReference(facts) && resourceAt(registry, facts.to).scope !== 'site';
    return declared && shared && resource.filters.has(name)
      ? [{ columns: [name, 'site_id'], unique: false }]
      : [];
  });
}

/** A foreign key needs an index to find the rows that refer to a row: SQLite makes none by itself. */
export function referenceIndexes(
  resource: Resource,
  table: Table,
  indexes: readonly DraftIndex[],
): DraftIndex[] {
  const begin = (name: string) => [...indexes, ...table.indexes].some(({ columns }) => columns[0] === name);
  return [...resource.fields.values()].flatMap(({ name, facts }): DraftIndex[] => {
    const declared = name in resource.definition.fields;
    return !isReference(facts) || !declared || begin(name) ? [] : [{ columns: [name, 'id'], unique: false }];
  });
}
