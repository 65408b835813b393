/** Drafts of migrations: what the tables still lack for the definitions, as source code to be reviewed. */

import { describeFinding } from '../../engine/check/subject.ts';
import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { lostTables } from '../../engine/features/schema/feature.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { compareLeft } from '../schema/compare.ts';
import { alterResourceTable } from './alteration.ts';
import { createPairTables, createResourceTable, draftEntryTables, inOrderOfReference } from './creation.ts';
import { type Renamed, renameColumns } from './rename.ts';
import { carriedValues, renameResources } from './rename-table.ts';
import type { Change } from './table.ts';
import { newValues, type RecordedValues, valueLines } from './values.ts';

/** The source of a migration, and its name. */
export interface MigrationDraft {
  /** Last part of the file's name, e.g. `tools`. */
  readonly name: string;
  readonly source: string;
  /** Notes for its reviewer, in sentences. */
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

/**
 * The migration that brings a schema up to the definitions; null if nothing is missing, or if a missing table may be a renamed
 * existing one: the comparison reports that, and no draft is written.
 * Its notes tell what is left to the author.
 */
export function draftMigration(
  registry: Registry,
  present: DatabaseSchema,
  style: MigrationStyle = ownStyle,
): MigrationDraft | null {
  const resources = [...registry.values()];
  if (lostTables(registry, present).length > 0) return null;
  const renamed = renameResources(registry, present);
  if (renamed.changes.length > 0) return draftRenames(registry, renamed, style);
  const { schema, changes: renames } = renameColumns(registry, present);
  const unmade = resources.filter(({ table }) => !schema.has(table));
  const values = newValues(registry, schema);
  const changes = [
    ...renames,
    ...inOrderOfReference(unmade, registry).map((resource) =>
      createResourceTable(resource, registry, schema),
    ),
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
  const left = compareLeft(registry, schema).map((finding) => `Left to you: ${describeFinding(finding)}`);
  const notes = [...changes.flatMap(({ notes }) => notes), ...left];
  return { name, source: sourceOf(changes, notes, values, style), notes };
}

const helpers = {
  './columns/change.ts': ['changeColumn'],
  './columns/changes.ts': ['addedRank', 'addedRankedChoice', 'addedReference', 'dropParts'],
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
  './columns/rename.ts': ['renameColumn', 'renameResource', 'renameTable'],
  './columns/search.ts': ['addSearchIndex', 'dropSearchIndex'],
};

function sourceOf(
  changes: readonly Change[],
  notes: readonly string[],
  values: readonly RecordedValues[],
  style: MigrationStyle,
): string {
  const up = changes.flatMap((change) => change.up);
  const down = changes.toReversed().flatMap((change) => change.down);
  const lines = [...up, ...down];
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

/** Only new names, so that after a killed run every table has one of two names. All other changes wait until then. */
function draftRenames(registry: Registry, renamed: Renamed, style: MigrationStyle): MigrationDraft {
  const { changes, schema } = renamed;
  const rest = draftMigration(registry, schema, style);
  const more = rest ? ['There are more changes. Run this migration, and draft again.'] : [];
  const notes = [...changes.flatMap(({ notes }) => notes), ...more];
  const source = sourceOf(changes, notes, carriedValues(renamed), style);
  const name = `rename_${changes[0]?.table ?? ''}${changes.length > 1 ? '_and_others' : ''}`;
  return { name, source, notes };
}

/** The record in a migration of the earlier names of resources. */
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

/** Knex needs both functions in every migration. */
function functionOf(name: 'up' | 'down', lines: readonly string[], { typed }: MigrationStyle): string[] {
  const [given, result] = typed ? ['knex: Knex', ': Promise<void>'] : ['knex', ''];
  return lines.length > 0
    ? [`export async function ${name}(${given})${result} {`, ...lines, '}']
    : [`export async function ${name}()${result} {`, '  // No row changes.', '}'];
}
