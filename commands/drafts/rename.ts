/** Drafts of new names for columns, of fields that have `renamedFrom`. */

import type { Column, DatabaseSchema, Index, Table } from '../../engine/database/dialect/tables.ts';
import { copyLine } from '../../engine/features/schema/expected.ts';
import { type ColumnCopy, copyName, indexName } from '../../engine/index-name.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { hasColumn, type Registry, type Resource } from '../../engine/model/resource.ts';
import { isCopied } from '../schema/needs.ts';
import { alterLines, type Change, dropLines, indexAnew, indexLine, indexPart } from './table.ts';

/** Columns by their old names, with their new names. */
type Renames = ReadonlyMap<string, string>;

/** The renamed columns, and the schema afterwards. */
export interface Renamed {
  readonly schema: DatabaseSchema;
  readonly changes: readonly Change[];
}

/** Renames the columns of fields and the columns computed from them, and makes their indexes again. */
export function renameColumns(registry: Registry, schema: DatabaseSchema): Renamed {
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
  const copied = [...columns].flatMap(([column, { copies }]) => (copies ? [{ column, copies }] : []));
  for (const { column, copies } of copied) {
    const name = copyName(copyAfter(copies, renames));
    if (name !== column) renames.set(column, name);
  }
  return renames;
}

function copyAfter<Copy extends ColumnCopy>(copy: Copy, renames: Renames): Copy {
  const after = (column: string) => renames.get(column) ?? column;
  return { ...copy, of: after(copy.of), others: copy.others.map(after) };
}

function renamed(name: string, table: Table, renames: Renames): Table {
  const columns = [...table.columns].map(([column, facts]): [string, Column] => {
    const next = renames.get(column);
    if (next === undefined) return [column, facts];
    const { copies } = facts;
    return [next, { ...facts, ...(copies && { copies: copyAfter(copies, renames) }), renamedFrom: column }];
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
  return { ...index, columns, name: indexName(table, columns, index.unique ? 'unique' : 'index') };
}

function changeOf(name: string, table: Table, renames: Renames): Change {
  const back = new Map([...renames].map(([old, next]) => [next, old]));
  const replaced = table.indexes
    .filter((index) => has(index, renames))
    .map((index) => ({ old: index, next: indexAfter(name, index, renames) }));
  const told = [...renames]
    .filter(([old]) => !isCopied(old, table))
    .map(([old, next]) => `“${old}” of “${name}” becomes “${next}”.`);
  return {
    table: name,
    notes: [
      ...told,
      'Requests with the old name are refused (422). Tell the authors of clients.',
      'Services of the previous version use the old name. Stop all of them before this runs.',
    ],
    up: lines(
      name,
      table,
      renames,
      replaced.map(({ old, next }) => ({
        index: old,
        part: `'${old.name}'`,
        made: indexLine(name, next),
      })),
    ),
    down: lines(
      name,
      renamed(name, table, renames),
      back,
      replaced.map(({ old, next }) => ({ index: next, part: indexPart(name, next), made: indexAnew(old) })),
    ),
  };
}

/** The entry of a dropped index for `dropParts`, and the line that makes its replacement. */
interface Replaced {
  readonly index: Index;
  readonly part: string;
  readonly made: string;
}

/**
 * Columns that are computed from a column by its name are dropped before the renaming. New indexes come before the old ones are
 * dropped, because foreign keys need one.
 */
function lines(name: string, table: Table, renames: Renames, replaced: readonly Replaced[]): string[] {
  const isComputed = (name: string) => {
    const column = table.columns.get(name);
    return column?.ranks !== undefined || column?.copies !== undefined;
  };
  const computed = [...renames].filter(([old]) => isComputed(old));
  const anew = computed.map(([old, next]) => computedLine(table.columns.get(old), next, renames));
  const drop = (gone: readonly Replaced[], columns: readonly string[]) => {
    const parts = (unique: boolean) =>
      gone.filter(({ index }) => index.unique === unique).map(({ part }) => part);
    return dropLines(name, { indexes: parts(false), uniques: parts(true), columns });
  };
  const isOfComputed = ({ index }: Replaced) =>
    index.columns.some((column) => renames.has(column) && isComputed(column));
  return [
    ...drop(
      replaced.filter(isOfComputed),
      computed.map(([old]) => `'${old}'`),
    ),
    ...[...renames]
      .filter(([old]) => !isComputed(old))
      .map(([old, next]) => `  await renameColumn(knex, '${name}', '${old}', '${next}');`),
    ...alterLines(name, [...anew, ...replaced.map(({ made }) => made)]),
    ...drop(
      replaced.filter((one) => !isOfComputed(one)),
      [],
    ),
  ];
}

function computedLine(column: Column | undefined, next: string, renames: Renames): string {
  if (column?.copies) return copyLine(copyAfter(column.copies, renames), column.copies.type);
  return `addedRank(t, '${next.replace(/_rank$/, '')}', [${listNames(column?.ranks ?? [])}])`;
}
