/** Drafts for existing columns that differ from their definitions: another kind, length or target. */
import { type ColumnReference, type Content, isLongText } from '../../engine/database/dialect/content.ts';
import type { DatabaseSchema, Index, Table } from '../../engine/database/dialect/tables.ts';
import { literal } from '../../engine/kinds/literal.ts';
import type { Registry, Resource } from '../../engine/model/resource.ts';
import { lineFor } from '../../engine/schema/column-type.ts';
import { copyLine } from '../../engine/schema/expected.ts';
import { type ChangedColumn, changedColumns, changedCopies, isSameReference } from '../schema/holdings.ts';
import { conversionOf, type DraftConversion } from './conversion.ts';
import { alterLines, indexAnew } from './table.ts';

interface HoldingLines {
  readonly notes: readonly string[];
  /** The check that refuses rows that do not fit, before anything is changed. */
  readonly checks: readonly string[];
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** A column as it was, or as it shall be. */
interface State {
  readonly content: Content;
  readonly refers: ColumnReference | null;
  /** As its line ends: whether it may be null, and its default. */
  readonly end: string;
}

/** Changes columns to what their fields say. */
export function changeHoldings(
  resource: Resource,
  registry: Registry,
  table: Table,
  schema: DatabaseSchema,
): HoldingLines {
  const changes = changedColumns(resource, registry, table).map((change) =>
    draftChange(resource.table, change, schema),
  );
  const copies = changedCopies(resource, registry, table).map(({ copies: to, had }) => ({
    isLess: room(to.type) < room(had.type),
    up: `  await changeColumn(knex, '${resource.table}', (t) => ${copyLine(to, to.type)});`,
    down: `  await changeColumn(knex, '${resource.table}', (t) => ${copyLine(had, had.type)});`,
  }));
  // A copy always has room for its original.
  const first = [...copies.filter(({ isLess }) => !isLess), ...changes];
  const all = [...first, ...copies.filter(({ isLess }) => isLess)];
  return {
    notes: changes.flatMap(({ notes }) => notes),
    checks: checksOf(
      resource.table,
      changes.flatMap(({ check }) => check ?? []),
    ),
    up: all.map(({ up }) => up),
    down: [
      ...all.toReversed().map(({ down }) => down),
      ...alterLines(resource.table, outgrown(resource, registry, table).map(indexAnew)),
    ],
  };
}

/** Indexes that go with a column that becomes a long text, of which no server has one. */
function outgrown(resource: Resource, registry: Registry, table: Table): Index[] {
  const long = changedColumns(resource, registry, table).flatMap(({ expected, holds }) =>
    isLongText(holds.content) ? [expected.column] : [],
  );
  return table.indexes.filter(({ columns }) => columns.some((column) => long.includes(column)));
}

function room(type: string): number {
  return Number(/\((\d+)\)/.exec(type)?.[1] ?? 0);
}

function draftChange(table: string, { expected, holds, had }: ChangedColumn, schema: DatabaseSchema) {
  const { column } = expected;
  const nullable = had.nullable ? '.nullable()' : '.notNullable()';
  const withDefault = (value: string | number | undefined) =>
    value === undefined ? nullable : `${nullable}.defaultTo(${literal(value)})`;
  const was: State = {
    ...{ content: had.content, refers: had.refers ?? null },
    end: withDefault(had.default),
  };
  const kept =
    had.default === undefined || holds.default === undefined ? had.default : (holds.default ?? undefined);
  const shall: State = {
    content: holds.content,
    refers: holds.refers && (isSameReference(had, holds) ? (had.refers ?? null) : holds.refers),
    end: withDefault(kept),
  };
  const say = ({ content, refers, end }: State, name: string, given: DraftConversion) =>
    `(t) => ${lineFor(name, content, refers)}${end}${optionsOf(given)}`;
  // No row refers to a table that does not exist yet.
  const isUnmade = shall.refers !== null && !schema.has(shall.refers.table);
  const convert = (name: string): DraftConversion =>
    isUnmade ? { only: 'false' } : conversionOf(name, was, shall, holds.takes);
  const before = had.renamedFrom ?? column;
  const [conversion, asBefore] = [convert(column), convert(before)];
  const tight = asBefore.only !== undefined || isShorter(was.content, shall.content);
  return {
    notes: notesOf(table, column, conversion, tight),
    check: tight ? { column: before, line: say(shall, before, asBefore) } : null,
    up: `  await changeColumn(knex, '${table}', ${say(shall, column, conversion)});`,
    down: `  await changeColumn(knex, '${table}', ${say(was, column, conversionOf(column, shall, was))});`,
  };
}

function checksOf(
  table: string,
  checks: readonly { readonly column: string; readonly line: string }[],
): string[] {
  if (checks.length === 0) return [];
  return [
    ...checks.map(({ column }) => `  // await knex('${table}').where(…).update({ ${column}: … });`),
    `  await requireFit(knex, '${table}', [`,
    ...checks.map(({ line }) => `    [${line}],`),
    '  ]);',
  ];
}

function optionsOf(given: DraftConversion): string {
  const options = Object.entries(given).map(([name, sql]) => `${name}: ${literal(sql)}`);
  return options.length > 0 ? `, { ${options.join(', ')} }` : '';
}

function isShorter(was: Content, shall: Content): boolean {
  const end = (content: Content) => content.room ?? Number.POSITIVE_INFINITY;
  return shall.kind === 'text' && (was.kind !== 'text' || end(was) > end(shall));
}

function notesOf(table: string, column: string, { only }: DraftConversion, tight: boolean): string[] {
  if (only === 'false') {
    return [
      `The values of “${column}” in “${table}” have no meaning in the changed column. If rows have values, \`up\` stops until you replace \`only\` by \`becomes\`, with the new value in SQL.`,
    ];
  }
  if (!tight) return [];
  return [
    `Values of “${column}” in “${table}” may no longer fit. If some do not, \`up\` says how many, and stops before it changes anything.`,
  ];
}
