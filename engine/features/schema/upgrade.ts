/** What an old node meets after a later version has changed the schema: nodes are updated one after the other. */
import type { Content } from '../../database/dialect/content.ts';
import type { DatabaseSchema, Table } from '../../database/dialect/tables.ts';
import { sameNames } from './feature.ts';

export interface UpgradeEffects {
  /** What prevents the previous version from working, as parts of a sentence; empty if it continues to work. */
  readonly obstacles: readonly string[];
  /** Folded copies, as `table.column`, that it does not know and does not fill. */
  readonly unfilled: readonly string[];
}

/**
 * Compares the schema of this version with a later one.
 *
 * A later version may add tables, optional columns, indexes and values of enumerations, and make columns longer. The contents of
 * rows are not compared.
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

/** The content of a column that no longer accepts all former values; null if it does. */
function lessRoom(had: Content | undefined, has: Content | undefined): string | null {
  if (!had || !has) return null;
  if (had.kind !== has.kind) return `${contents[has.kind]} in place of ${contents[had.kind]}`;
  if (had.scale !== undefined && has.scale !== undefined && had.scale !== has.scale) {
    return `numbers of ${has.scale} decimals in place of ${had.scale}`;
  }
  if (has.room === null || (had.room !== null && has.room >= had.room)) return null;
  return had.kind === 'text' ? `no more than ${has.room} characters` : 'no such large numbers as before';
}

/** A long text has no default on a server, although an embedded database may report one. */
function newColumns(name: string, table: Table, changed: Table): string[] {
  return [...changed.columns].flatMap(([column, { optional }]) =>
    (optional && column !== 'search_text') || table.columns.has(column)
      ? []
      : [`“${name}” wants a “${column}”, which it does not write`],
  );
}

/** Unique rules for which the old version has no message. Columns that it does not know stay null, which no rule refuses. */
function newRules(name: string, table: Table, changed: Table): string[] {
  const had = table.indexes
    .filter(({ unique }) => unique)
    .flatMap(({ columns }) => [[...columns].sort(), indexSources(table, columns)]);
  return changed.indexes.flatMap(({ unique, columns }) => {
    const sources = indexSources(changed, columns);
    const known = sources.every((column) => table.columns.has(column));
    // In an embedded database, the row id is no index.
    if (!unique || !known || sameNames(columns, ['id']) || had.some((one) => sameNames(one, sources)))
      return [];
    return [`“${name}” has each ${sources.join(', ')} once from now on, which it does not know`];
  });
}

/** The columns of an index, with the source columns in place of copies. A server does not report copies. */
function indexSources({ columns }: Table, of: readonly string[]): string[] {
  return of.map((column) => columns.get(column)?.copies?.of ?? column).sort();
}

function isFolded(column: string, { columns }: Table): boolean {
  return column.endsWith('_key') && columns.has(column.slice(0, -4));
}
