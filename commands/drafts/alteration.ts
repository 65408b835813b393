/** Drafts of changes to existing tables with rows. */

import { isLongText } from '../../engine/database/dialect/content.ts';
import type { DatabaseSchema, Table } from '../../engine/database/dialect/tables.ts';
import { copyLine, expectedColumns } from '../../engine/features/schema/expected.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { hasSearchedTexts, type Registry, type Resource } from '../../engine/model/resource.ts';
import { isUndeclared } from '../schema/compare.ts';
import { changeCall, changedColumns, changedCopies, isDrafted } from '../schema/holdings.ts';
import { isCopied } from '../schema/needs.ts';
import { type Added, addColumns } from './columns.ts';
import {
  alterLines,
  type Change,
  type DraftIndex,
  dropLines,
  indexAnew,
  indexLine,
  indexPart,
  missingIndexes,
  referenceIndexes,
  searchIndexLine,
} from './table.ts';

/** The changes that an existing table needs; null if there are none. @param beside its columns that do not come from fields */
export function alterResourceTable(
  resource: Resource,
  registry: Registry,
  schema: DatabaseSchema,
  table: Table,
  beside: readonly string[] = [],
): Change | null {
  const expected = expectedColumns(resource, registry);
  const missing = expected.filter(({ column }) => !table.columns.has(column));
  const added = addColumns(resource, registry, table, missing);
  const wanted = missingIndexes(resource, registry, schema, table);
  // An index of a column that is left to the author comes once it is what its field says.
  const left = changedColumns(resource, registry, table).flatMap((change) =>
    isDrafted(change) ? [] : [change.expected.column],
  );
  const indexes = [...wanted, ...referenceIndexes(resource, table, wanted)].filter(
    ({ columns }) => !columns.some((column) => left.includes(column)),
  );
  const known = [...beside, ...expected.map(({ column }) => column)];
  const unknown = [...table.columns.keys()].filter((name) => !known.includes(name));
  const copies = unknown.filter((name) => isCopy(name, table));
  const dropped = dropCopies(resource, table, copies);
  const spare = dropSpare(
    resource.table,
    table,
    unknown.filter((name) => !copies.includes(name)),
  );
  const search = changeSearch(resource, table);
  const changed = changeColumns(resource, registry, table, schema);
  const up = [
    ...added.refusals,
    ...changed.up,
    ...alterLines(resource.table, [
      ...added.lines,
      ...indexes.map((index) => indexLine(resource.table, index)),
    ]),
    ...added.afterwards,
    ...search.up,
    ...dropped.up,
    ...spare.up,
  ];
  if (up.length === 0) return null;
  return {
    table: resource.table,
    notes: [...notesOf(resource, added), ...spare.notes, ...hintOf(added, spare.notes)],
    up,
    down: [...dropped.down, ...search.down, ...changed.down, ...takeBack(resource.table, added, indexes)],
  };
}

/** Longer texts, with their computed copies, and other foreign keys. A copy always has room for its original. */
function changeColumns(resource: Resource, registry: Registry, table: Table, schema: DatabaseSchema) {
  const line = (call: string) => `  await ${call};`;
  // A foreign key to a table that this draft makes comes with the next draft.
  const changes = changedColumns(resource, registry, table).filter(
    (change) => isDrafted(change) && (!change.holds.refers || schema.has(change.holds.refers.table)),
  );
  const copies = changedCopies(resource, registry, table)
    .filter(({ copies: { of } }) => changes.some(({ expected }) => expected.column === of))
    .map(({ copies, had }) => {
      const call = (one: typeof had) =>
        `changeColumn(knex, '${resource.table}', (t) => ${copyLine(one, one.type)})`;
      return { up: line(call(copies)), down: line(call(had)) };
    });
  const columns = changes.map(({ expected: { column }, holds, had }) => {
    const refers = had.refers ?? null;
    const call = (to: Pick<typeof holds, 'content'> & { readonly refers: typeof refers }) =>
      line(changeCall(resource.table, column, to, had.nullable, had.default));
    return { up: call(holds), down: call({ content: had.content, refers }) };
  });
  const long = changes.flatMap(({ expected, holds }) => (isLongText(holds.content) ? [expected.column] : []));
  const outgrown = table.indexes.filter((index) => index.columns.some((column) => long.includes(column)));
  const all = [...copies, ...columns];
  return {
    up: all.map(({ up }) => up),
    down: [
      ...all.toReversed().map(({ down }) => down),
      ...alterLines(resource.table, outgrown.map(indexAnew)),
    ],
  };
}

function takeBack(table: string, { columns }: Added, indexes: readonly DraftIndex[]): string[] {
  const parts = (unique: boolean) =>
    indexes.filter((index) => index.unique === unique).map((index) => indexPart(table, index));
  return dropLines(table, {
    indexes: parts(false),
    uniques: parts(true),
    columns: columns.toReversed().map((column) => `'${column}'`),
  });
}

/** A folded copy or a rank of a column that no longer needs one: nothing is lost with it. */
function isCopy(name: string, table: Table): boolean {
  return name === 'search_text' || isCopied(name, table);
}

/** Takes out copies with their indexes, and unique rules that are no longer declared. */
function dropCopies(resource: Resource, table: Table, copies: readonly string[]) {
  const gone = table.indexes.filter(
    (index) =>
      index.columns.some((column) => copies.includes(column)) || isUndeclared(resource, table, index),
  );
  const names = (unique: boolean) =>
    gone.filter((index) => index.unique === unique).map((index) => `'${index.name}'`);
  const made = copies.map((name) => {
    const { ranks, copies: copied } = table.columns.get(name) ?? {};
    if (name === 'search_text') return 'searchText(t, knex)';
    if (copied) return copyLine(copied, copied.type);
    return ranks
      ? `addedRank(t, '${name.replace(/_rank$/, '')}', [${listNames(ranks)}])`
      : `t.string('${name}', 511).nullable()`;
  });
  return {
    up: dropLines(resource.table, {
      indexes: names(false),
      uniques: names(true),
      columns: copies.map((name) => `'${name}'`),
    }),
    down: alterLines(resource.table, [...made, ...gone.map(indexAnew)]),
  };
}

/** The search index, from the first search field on until the last one is removed. */
function changeSearch(resource: Resource, { searched }: Table) {
  const { table: name } = resource;
  const [add, drop] = [[searchIndexLine('add', name)], [searchIndexLine('drop', name)]];
  const isSearched = hasSearchedTexts(resource);
  if (isSearched && !searched) return { up: add, down: drop };
  return !isSearched && searched ? { up: drop, down: add } : { up: [], down: [] };
}

function notesOf({ table }: Resource, { refusals, columns }: Added): string[] {
  return [
    ...(refusals.length > 0
      ? [`Rows of “${table}” need values. Write them into the first lines of \`up\`.`]
      : []),
    ...(columns.some((column) => /(_key|^search_text)$/.test(column))
      ? ['Run `npm run reindex` afterwards. It fills the search texts and sort keys of existing rows.']
      : []),
  ];
}

/** A field under another name looks like one that goes and one that comes. */
function hintOf({ columns }: Added, spare: readonly string[]): string[] {
  if (columns.length === 0 || spare.length === 0) return [];
  return ['Was a field renamed? Give its old name in `renamedFrom`, and draft this again.'];
}

/** Columns without a definition may have data. They are reported, and only dropped if they would refuse every new row. */
function dropSpare(name: string, table: Table, spare: readonly string[]) {
  const told = (column: string) => `No definition has “${column}” of “${name}”`;
  const inTheWay = spare.filter((column) => isInTheWay(table, column));
  return {
    notes: spare.map((column) =>
      inTheWay.includes(column)
        ? `${told(column)}, and no row can be added without it. The migration drops the column, with its data.`
        : `${told(column)}. The column stays, with its data.`,
    ),
    up: inTheWay.flatMap((column) => {
      const indexes = table.indexes
        .filter(({ columns }) => columns.includes(column))
        .map((index) => `'${index.name}'`);
      return dropLines(name, { indexes, columns: [`'${column}'`] });
    }),
  };
}

/** Whether it must have a value. A foreign key cannot be dropped from an SQLite table. */
function isInTheWay(table: Table, name: string): boolean {
  const column = table.columns.get(name);
  return column !== undefined && !column.optional && !column.refers;
}
