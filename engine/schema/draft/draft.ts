/** Drafts of migrations: what the tables still lack of what the definitions ask for, as source to be reviewed. */

import type { Schema } from '../../database/dialect/tables.ts';
import type { Registry } from '../../model/resource.ts';
import type { ChangedValues } from '../values.ts';
import { alterResourceTable } from './alteration.ts';
import { createPairTables, createResourceTable, inOrderOfReference } from './creation.ts';
import { renameColumns } from './rename.ts';
import type { Change } from './table.ts';
import { allChangedValues, moveValues, valueLines } from './values.ts';

/** Source of a migration and what to call it. */
export interface MigrationDraft {
  /** Last part of the file's name, e.g. `tools`. */
  readonly name: string;
  readonly source: string;
  /** What whoever reviews it has to know, in sentences. */
  readonly notes: readonly string[];
}

/** The migration that brings a schema up to the definitions; null where nothing is missing. */
export function draftMigration(registry: Registry, present: Schema): MigrationDraft | null {
  const resources = [...registry.values()];
  // First: what follows knows columns by their new names.
  const { schema, changes: renames } = renameColumns(registry, present);
  const unmade = resources.filter(({ table }) => !schema.has(table));
  const values = allChangedValues(registry, schema);
  const changes = [
    ...renames,
    ...inOrderOfReference(unmade, registry).map((resource) =>
      createResourceTable(resource, registry, schema),
    ),
    ...moveValues(values, schema),
    ...resources.flatMap((resource) => {
      const table = schema.get(resource.table);
      return (table && alterResourceTable(resource, registry, schema, table)) ?? [];
    }),
    // Last, as they refer to the tables of two resources.
    ...resources.flatMap((resource) => createPairTables(resource, registry, schema)),
  ];
  const [first] = changes;
  if (!first) return null;
  const tables = new Set(changes.map(({ table }) => table));
  const isNew = !schema.has(first.table);
  const name = `${isNew ? '' : 'change_'}${first.table}${tables.size > 1 && !isNew ? '_and_others' : ''}`;
  return { name, source: sourceOf(changes, values), notes: changes.flatMap(({ notes }) => notes) };
}

const helpers = {
  './columns/changes.ts': ['addedRank', 'addedRankedChoice', 'addedReference', 'dropParts', 'rerank'],
  './columns/index.ts': [
    'alterTable',
    'choice',
    'createTable',
    'decimal',
    'dropTable',
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
  './columns/search.ts': ['addSearchIndex', 'dropSearchIndex'],
};

function sourceOf(changes: readonly Change[], values: readonly ChangedValues[]): string {
  const up = changes.flatMap((change) => change.up);
  const down = changes.toReversed().flatMap((change) => change.down);
  const imports = Object.entries(helpers).flatMap(([file, names]) => {
    const used = names.filter((name) =>
      [...up, ...down].some((line) => new RegExp(`\\b${name}\\(`).test(line)),
    );
    return used.length > 0 ? [`import { ${used.join(', ')} } from '${file}';`] : [];
  });
  const notes = changes.flatMap((change) => change.notes);
  return [
    '/**',
    ...(notes.length > 0 ? notes : ['What the definitions ask for since the last migration.']).map(
      (note) => ` * ${note}`,
    ),
    ' */',
    ...(up.length > 0 || down.length > 0 ? ["import type { Knex } from 'knex';"] : []),
    ...imports,
    '',
    ...valueLines(values),
    ...functionOf('up', up),
    '',
    ...functionOf('down', down),
    '',
  ].join('\n');
}

/** Knex asks every migration for both functions. */
function functionOf(name: 'up' | 'down', lines: readonly string[]): string[] {
  return lines.length > 0
    ? [`export async function ${name}(knex: Knex): Promise<void> {`, ...lines, '}']
    : [`export async function ${name}(): Promise<void> {`, '  // No row changes.', '}'];
}
