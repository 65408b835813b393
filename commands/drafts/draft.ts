/** Drafts of migrations: what the tables still lack of what the definitions ask for, as source to be reviewed. */

import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { lostTables } from '../../engine/schema/renames.ts';
import { alterResourceTable } from './alteration.ts';
import { createPairTables, createResourceTable, draftEntryTables, inOrderOfReference } from './creation.ts';
import { type Renamed, renameColumns } from './rename.ts';
import { carriedValues, renameResources } from './rename-table.ts';
import type { Change } from './table.ts';
import {
  allChangedValues,
  type GoneValue,
  goneValues,
  moveValues,
  type RecordedValues,
  valueLines,
  type WhereRowsGo,
} from './values.ts';

export type { GoneValue, WhereRowsGo } from './values.ts';

/** Source of a migration and what to call it. */
export interface MigrationDraft {
  /** Last part of the file's name, e.g. `tools`. */
  readonly name: string;
  readonly source: string;
  /** What its reviewer has to know, in sentences. */
  readonly notes: readonly string[];
}

/** How a migration is written. */
interface MigrationStyle {
  /** The one module that has all helpers; null for those beside our own migrations. */
  readonly face: string | null;
  /** Whether it is TypeScript; else JavaScript. */
  readonly typed: boolean;
}

const ownStyle: MigrationStyle = { face: null, typed: true };

/** What only a person can say before the migration is drafted: the new value for the rows of each removed value. */
export function findGoneValues(registry: Registry, present: DatabaseSchema): GoneValue[] {
  const { schema } = renameColumns(registry, renameResources(registry, present).schema);
  return goneValues(allChangedValues(registry, schema), schema);
}

/**
 * The migration that brings a schema up to the definitions; null where nothing is missing, or where a table may be one of those that are
 * there: that is told by the comparison, and never written over.
 * @param whereRowsGo what has been told of `findGoneValues`; what has not is left open, and the migration stops there
 */
export function draftMigration(
  registry: Registry,
  present: DatabaseSchema,
  style: MigrationStyle = ownStyle,
  whereRowsGo: WhereRowsGo = () => undefined,
): MigrationDraft | null {
  const resources = [...registry.values()];
  if (lostTables(registry, present).length > 0) return null;
  const renamed = renameResources(registry, present);
  if (renamed.changes.length > 0) return draftRenames(registry, renamed, style);
  const { schema, changes: renames } = renameColumns(registry, present);
  const unmade = resources.filter(({ table }) => !schema.has(table));
  const values = allChangedValues(registry, schema);
  const changes = [
    ...renames,
    ...inOrderOfReference(unmade, registry).map((resource) =>
      createResourceTable(resource, registry, schema),
    ),
    ...moveValues(values, schema, whereRowsGo),
    ...resources.flatMap((resource) => {
      const table = schema.get(resource.table);
      return (table && alterResourceTable(resource, registry, schema, table)) ?? [];
    }),
    // Last, as they refer to the tables of two resources.
    ...resources.flatMap((resource) => createPairTables(resource, registry, schema)),
    ...resources.flatMap((resource) => draftEntryTables(resource, registry, schema)),
  ];
  const [first] = changes;
  if (!first) return null;
  const tables = new Set(changes.map(({ table }) => table));
  const isNew = !schema.has(first.table);
  const name = `${isNew ? '' : 'change_'}${first.table}${tables.size > 1 && !isNew ? '_and_others' : ''}`;
  return { name, source: sourceOf(changes, values, style), notes: changes.flatMap(({ notes }) => notes) };
}

const helpers = {
  './columns/change.ts': ['changeColumn', 'requireFit'],
  './columns/changes.ts': ['addedRank', 'addedRankedChoice', 'addedReference', 'dropParts', 'rerank'],
  './columns/index.ts': [
    'alterTable',
    'choice',
    'copyWith',
    'createTable',
    'decimal',
    'dropTable',
    'markWhere',
    'moment',
    'money',
    'rankedChoice',
    'reference',
    'resource',
    'searchText',
    'site',
    'sortedText',
  ],
  './columns/rename.ts': ['renameColumn', 'setRequired'],
  './columns/rename-table.ts': ['renameResource', 'renameTable'],
  './columns/search.ts': ['addSearchIndex', 'dropSearchIndex'],
};

function sourceOf(
  changes: readonly Change[],
  values: readonly RecordedValues[],
  style: MigrationStyle,
): string {
  const checks = changes.flatMap((change) => change.checks ?? []);
  const up = [...checks, ...changes.flatMap((change) => change.up)];
  const down = changes.toReversed().flatMap((change) => change.down);
  const lines = [...up, ...down];
  const notes = changes.flatMap((change) => change.notes);
  return [
    '/**',
    ...(notes.length > 0 ? notes : ['What the definitions need since the last migration.']).map(
      (note) => ` * ${note}`,
    ),
    ' */',
    ...importsOf(lines, style),
    '',
    ...renamedLines(changes),
    ...valueLines(values),
    ...functionOf('up', up, style),
    '',
    ...functionOf('down', down, style),
    '',
  ].join('\n');
}

/**
 * New names alone, so that a run that was killed finds every table by one of two names. What else has changed waits until they are there.
 */
function draftRenames(registry: Registry, renamed: Renamed, style: MigrationStyle): MigrationDraft {
  const { changes, schema } = renamed;
  const rest = draftMigration(registry, schema, style);
  const more = rest ? ['There are more changes. Run this migration, and draft again.'] : [];
  const source = sourceOf(changes, carriedValues(renamed), style);
  const name = `rename_${changes[0]?.table ?? ''}${changes.length > 1 ? '_and_others' : ''}`;
  return { name, source, notes: [...changes.flatMap(({ notes }) => notes), ...more] };
}

/** The record of a migration: what resources were called before it. */
function renamedLines(changes: readonly Change[]): string[] {
  const names = changes.flatMap(({ renamed = {} }) => Object.entries(renamed));
  if (names.length === 0) return [];
  return [
    '/** The earlier names of the resources of these tables. */',
    `export const renamed = { ${names.map(([table, name]) => `${table}: '${name}'`).join(', ')} };`,
    '',
  ];
}

function importsOf(lines: readonly string[], { face, typed }: MigrationStyle): string[] {
  const used = Object.entries(helpers).map(([file, names]): [string, string[]] => [
    file,
    // regexp-safe: it is the name of a function, and reads what was just drafted.
    names.filter((name) => lines.some((line) => new RegExp(`\\b${name}\\(`).test(line))),
  ]);
  const type = typed && lines.length > 0;
  if (face === null) {
    const own = used.flatMap(([file, names]) => (names.length > 0 ? [importLine(names, file)] : []));
    return [...(type ? ["import type { Knex } from 'knex';"] : []), ...own];
  }
  const names = [...used.flatMap(([, one]) => one).sort(), ...(type ? ['type Knex'] : [])];
  return names.length > 0 ? [importLine(names, face)] : [];
}

function importLine(names: readonly string[], file: string): string {
  return `import { ${names.join(', ')} } from '${file}';`;
}

/** Knex asks every migration for both functions. */
function functionOf(name: 'up' | 'down', lines: readonly string[], { typed }: MigrationStyle): string[] {
  const [given, result] = typed ? ['knex: Knex', ': Promise<void>'] : ['knex', ''];
  return lines.length > 0
    ? [`export async function ${name}(${given})${result} {`, ...lines, '}']
    : [`export async function ${name}()${result} {`, '  // No row changes.', '}'];
}
