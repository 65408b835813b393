/** What a service meets on a schema that a later version has changed under it: nodes are started anew one after the other. */
import type { Content } from '../database/dialect/content.ts';
import type { DatabaseSchema, Table } from '../database/dialect/tables.ts';
import { sameNames } from './schema.ts';

export interface UpgradeEffects {
  /** What keeps a service of before from working, in parts of a sentence; empty where it goes on. */
  readonly obstacles: readonly string[];
  /** Folded copies, as `table.column`, that it does not know and leaves empty in what it writes. */
  readonly unfilled: readonly string[];
}

/**
 * Compares the schema that a service was made for with a later one.
 *
 * Tables, columns that may be left out, indexes and values of enumerations may be added, and columns become longer. What the rows
 * are is not looked at.
 */
export function effectsOf(own: DatabaseSchema, later: DatabaseSchema): UpgradeEffects {
  const obstacles: string[] = [];
  const unfilled: string[] = [];
  for (const [name, table] of own) {
    if (/^(?:knex|sqlite)_/.test(name)) continue;
    const changed = later.get(name);
    if (!changed) {
      obstacles.push(`there is no table “${name}” any more`);
      continue;
    }
    obstacles.push(...alteredColumns(name, table, changed), ...newColumns(name, table, changed));
    obstacles.push(...newRules(name, table, changed));
    for (const one of changed.formerly ?? []) {
      if (!table.formerly?.includes(one)) obstacles.push(`what it knows as “${one}” has another name`);
    }
    const added = [...changed.columns.keys()].filter((column) => !table.columns.has(column));
    unfilled.push(...added.filter((column) => isFolded(column, table)).map((column) => `${name}.${column}`));
  }
  return { obstacles, unfilled };
}

function alteredColumns(name: string, table: Table, changed: Table): string[] {
  return [...table.columns].flatMap(([column, { nullable, content, values = [] }]) => {
    const now = changed.columns.get(column);
    if (!now) return [`“${name}” has no “${column}” any more`];
    const less = lessRoom(content, now.content);
    const gone = now.values === undefined ? [] : values.filter((value) => !now.values?.includes(value));
    return [
      ...(nullable && !now.nullable ? [`“${column}” of “${name}” must have a value from now on`] : []),
      ...(less === null ? [] : [`“${column}” of “${name}” holds ${less} from now on`]),
      ...gone.map((value) => `“${column}” of “${name}” may not be “${value}” any more`),
    ];
  });
}

const contents: Readonly<Record<Content['kind'], string>> = {
  ...{ text: 'texts', number: 'whole numbers', fraction: 'fractions' },
  ...{ moment: 'moments', day: 'days', time: 'times of the day' },
};

/** What a column holds that does not take all that it took before; null where it does. */
function lessRoom(had: Content | undefined, has: Content | undefined): string | null {
  if (!had || !has) return null;
  if (had.kind !== has.kind) return `${contents[has.kind]} in place of ${contents[had.kind]}`;
  if (had.scale !== undefined && has.scale !== undefined && had.scale !== has.scale) {
    return `numbers of ${has.scale} decimals in place of ${had.scale}`;
  }
  if (has.room === null || (had.room !== null && has.room >= had.room)) return null;
  return had.kind === 'text' ? `no more than ${has.room} characters` : 'no such large numbers as before';
}

/** A long text has a default on no server, whatever an embedded database says of its column. */
function newColumns(name: string, table: Table, changed: Table): string[] {
  return [...changed.columns].flatMap(([column, { optional }]) =>
    (optional && column !== 'search_text') || table.columns.has(column)
      ? []
      : [`“${name}” wants a “${column}”, which it does not write`],
  );
}

/** A refusal that it has no words for. Columns that it does not know stay empty, which no rule forbids. */
function newRules(name: string, table: Table, changed: Table): string[] {
  const had = table.indexes
    .filter(({ unique }) => unique)
    .flatMap(({ columns }) => [[...columns].sort(), indexSources(table, columns)]);
  return changed.indexes.flatMap(({ unique, columns }) => {
    const sources = indexSources(changed, columns);
    const known = sources.every((column) => table.columns.has(column));
    // Of an embedded database the number of a row is no index.
    if (!unique || !known || sameNames(columns, ['id']) || had.some((one) => sameNames(one, sources)))
      return [];
    return [`“${name}” has each ${sources.join(', ')} once from now on, which it does not know`];
  });
}

/** The columns of an index, those of which it has copies in their place. A server does not tell of copies. */
function indexSources({ columns }: Table, of: readonly string[]): string[] {
  return of.map((column) => columns.get(column)?.copies?.of ?? column).sort();
}

function isFolded(column: string, { columns }: Table): boolean {
  return column.endsWith('_key') && columns.has(column.slice(0, -4));
}
