/** Compares columns with their definitions: kind, length, decimals, target, values, defaults. */

import { type ColumnReference, type Content, longTexts } from '../../engine/database/dialect/content.ts';
import type { Column, Table } from '../../engine/database/dialect/tables.ts';
import { lineFor } from '../../engine/features/schema/column-type.ts';
import { type ExpectedColumn, expectedColumns, type Holding } from '../../engine/features/schema/expected.ts';
import { sameNames, type TableComparison } from '../../engine/features/schema/feature.ts';
import { changedValues, quotedList } from '../../engine/features/schema/values.ts';
import { isColumn } from '../../engine/kinds/kind.ts';
import { literal } from '../../engine/kinds/literal.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import type { Registry, Resource } from '../../engine/model/resource.ts';

/** A column that differs from its definition. */
export interface ChangedColumn {
  readonly expected: ExpectedColumn;
  readonly holds: Holding;
  readonly had: Column & { readonly content: Content };
}

/** The columns of a resource's own table that exist and differ from their field. */
export function changedColumns(resource: Resource, registry: Registry, { columns }: Table): ChangedColumn[] {
  return expectedColumns(resource, registry).flatMap((expected): ChangedColumn[] => {
    const { holds } = expected;
    const had = columns.get(expected.column);
    if (!holds || had?.content === undefined) return [];
    const { content } = had;
    const same = isSameContent(content, holds) && isSameReference(had, holds) && isSameDefault(had, holds);
    return same ? [] : [{ expected, holds, had: { ...had, content } }];
  });
}

/** Computed copies of another type than their original. */
export function changedCopies(resource: Resource, registry: Registry, { columns }: Table) {
  return expectedColumns(resource, registry).flatMap(({ column, key, copies }) => {
    const had = columns.get(column)?.copies;
    return copies && had && copies.type !== had.type ? [{ column, key, copies, had }] : [];
  });
}

/** A long text has no limit in its column, so any column that is long enough is correct. */
function isSameContent(found: Content, { content, length }: Holding): boolean {
  if (found.kind !== content.kind) return false;
  if (found.kind !== 'text') {
    const sameScale =
      found.scale === undefined || content.scale === undefined || found.scale === content.scale;
    return sameScale && (found.room === null || found.room === content.room);
  }
  if (found.room === content.room || found.room === length) return true;
  const long = (room: number | null) => room === null || Object.values(longTexts).includes(room);
  return long(content.room) && long(found.room) && (found.room ?? Infinity) >= (length ?? content.room ?? 0);
}

export function isSameReference({ refers }: Column, holds: Pick<Holding, 'refers'>): boolean {
  if (refers === undefined || refers === null || holds.refers === null)
    return refers === undefined || refers === holds.refers;
  const { table, onDelete, cleared } = holds.refers;
  if (refers.table !== table) return false;
  return refers.onDelete === onDelete || (cleared && refers.onDelete === 'CASCADE');
}

/** Columns that were added to existing rows have a default. A service of the previous version leaves them out. */
function isSameDefault(had: Column, holds: Holding): boolean {
  if (had.default === undefined || holds.default === undefined) return true;
  return holds.default !== null && had.default === String(holds.default);
}

/** Whether it is a longer text, or a foreign key that comes, goes or has another rule: a draft says all of it. */
export function isDrafted({ holds, had }: ChangedColumn): boolean {
  if (!isSameDefault(had, holds)) return false;
  if (isSameContent(had.content, holds))
    return !had.refers || had.refers.table === (holds.refers?.table ?? had.refers.table);
  const room = ({ room }: Content) => room ?? Infinity;
  const isText = had.content.kind === 'text' && holds.content.kind === 'text';
  return isText && isSameReference(had, holds) && room(had.content) < room(holds.content);
}

/** The call of a migration that changes a column. */
export function changeCall(
  table: string,
  column: string,
  { content, refers }: Pick<Holding, 'content'> & { readonly refers: ColumnReference | null },
  nullable: boolean,
  value?: string | number | null,
): string {
  const end = `${nullable ? '.nullable()' : '.notNullable()'}${value == null ? '' : `.defaultTo(${literal(value)})`}`;
  return `changeColumn(knex, '${table}', (t) => ${lineFor(column, content, refers)}${end})`;
}

/** What the author has to write, who alone knows what becomes of rows. */
function remedyOf({ resource: { table } }: TableComparison, change: ChangedColumn): string {
  const { expected, holds, had } = change;
  if (isDrafted(change)) return 'Draft its migration: npm run migration:new.';
  const { kind, scale } = had.content;
  const isOther =
    kind !== holds.content.kind || scale !== holds.content.scale || had.refers?.table !== holds.refers?.table;
  if (isOther)
    return 'Write a migration that fills a new column from this one, drops this one, and gives the new one its name.';
  const call = changeCall(table, expected.column, holds, had.nullable, holds.default ?? had.default);
  return `Write a migration: \`await ${call}\`. It stops if rows do not fit: say before it what they get.`;
}

export function checkHoldings(
  subject: TableComparison,
  which: (change: ChangedColumn) => boolean = () => true,
): void {
  const { resource, registry, table, report } = subject;
  for (const change of changedColumns(resource, registry, table).filter(which)) {
    const { expected, holds, had } = change;
    const place = `its column “${expected.column}” of “${resource.table}”`;
    const [is, shall] = [inWords(had.content, had.refers ?? null), inWords(holds.content, holds.refers)];
    const [was, wanted] = isSameReference(had, holds)
      ? [defaultIn(had.default), defaultIn(holds.default ?? undefined)]
      : [deletionIn(had.refers ?? null), deletionIn(holds.refers)];
    const more = is === shall ? ` and ${was}` : '';
    report(
      expected.key,
      `${place} holds ${is}${more}, but the definition says ${is === shall ? wanted : shall}.`,
      remedyOf(subject, change),
    );
  }
  for (const { column, key, copies, had } of changedCopies(resource, registry, table)) {
    const told = `“${column}” of “${resource.table}” is a ${had.type}, but must be a ${copies.type}.`;
    report(key, told, 'It follows the column that it copies.');
  }
}

/** Whether the column would refuse rows with valid fields, as far as this database can tell. */
export function checkRoom(subject: TableComparison): void {
  const { resource, registry, table } = subject;
  const lacking = changedColumns(resource, registry, table).filter(
    ({ had, holds }) => !isSameContent(had.content, holds) || !isSameReference(had, holds),
  );
  if (lacking.length > 0) checkHoldings(subject);
}

/** Enumerations that lists sort by, whose values are no longer those that the column of their places counts. */
export function staleRanks(
  resource: Resource,
  table: Table,
): { readonly field: string; readonly had: readonly string[]; readonly has: readonly string[] }[] {
  return [...resource.fields.values()].flatMap(({ name, facts }) => {
    const had = table.columns.get(`${name}_rank`)?.ranks;
    const has = isColumn(facts) && resource.sorts.has(name) ? facts.values : undefined;
    return had && has && !sameNames(had, has) ? [{ field: name, had, has }] : [];
  });
}

function rerankCall(name: string, table: Table, field: string, has: readonly string[]): string {
  const indexes = table.indexes.filter(({ columns }) => columns.includes(`${field}_rank`));
  const listed = indexes.map(({ columns }) => `[${listNames(columns)}]`).join(', ');
  return `\`await rerank(knex, '${name}', '${field}', [${listNames(has)}], [${listed}])\``;
}

/** A value without a rank comes before all others, or keeps its old place. */
export function checkRanks({ resource, table, report }: TableComparison): void {
  for (const { field, had, has } of staleRanks(resource, table)) {
    report(
      `sort.${field}`,
      `“${resource.table}” has the order ${had.join(', ')}, but the definition has ${has.join(', ')}.`,
      `Write a migration: ${rerankCall(resource.table, table, field, has)}.`,
    );
  }
}

/** Reports enumerations whose columns exist, but whose values the migrations do not record correctly. */
export function checkValues({ resource, schema, report }: TableComparison): void {
  for (const { field, table, column, values, had, gone } of changedValues(resource, schema)) {
    if (!schema.get(table)?.columns.has(column)) continue;
    const key = `fields.${field}`;
    const place = `“${column}” of “${table}”`;
    const line = `\`export const values = { ${table}: { ${column}: [${listNames(values)}] } }\``;
    const remedy = `Write a migration with ${line}${gone.length > 0 ? ', which gives those rows another one' : ''}.`;
    const added = values.filter((value) => !had?.includes(value));
    if (gone.length > 0) {
      report(key, `no longer has ${quotedList(gone)}, but rows may have it in ${place}.`, remedy);
    } else if (had === null) {
      report(key, `no migration lists the values that ${place} may have.`, remedy);
    } else if (added.length > 0) {
      report(key, `no migration says that ${place} may have ${quotedList(added)}.`, remedy);
    }
  }
}

/** The rule of a foreign key for deletes. */
export function deletionIn(refers: ColumnReference | null): string {
  if (refers === null) return 'nothing of deletes';
  return refers.onDelete === null
    ? 'the rule to restrict deletes'
    : `the rule ${refers.onDelete} for deletes`;
}

function defaultIn(value: string | number | undefined): string {
  return value === undefined ? 'no default' : `the default “${value}”`;
}

const nouns: Readonly<Record<Content['kind'], string>> = {
  ...{ text: 'texts', number: 'whole numbers', fraction: 'fractions' },
  ...{ moment: 'moments', day: 'days', time: 'times of the day' },
};

/** `texts of up to 80 characters`, `numbers of 2 decimals`, `references to “zones”`. */
function inWords({ kind, room, scale = 0 }: Content, refers: { readonly table: string } | null): string {
  if (refers) return `references to “${refers.table}”`;
  if (kind === 'text' && room !== null) return `texts of up to ${room.toLocaleString('en')} characters`;
  if (kind !== 'number') return nouns[kind];
  if (room === 1) return 'yes or no';
  const bits = room === null ? '' : ` of ${room * 8} bits`;
  return scale === 0 ? `whole numbers${bits}` : `numbers of ${scale} decimals`;
}
