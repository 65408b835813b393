/** Drafts of tables that are not there yet: those of resources, then those of pairs and words. */

import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { referenceLine } from '../../engine/features/schema/column-type.ts';
import {
  type ExpectedColumn,
  entryTable,
  expectedColumns,
  ownerColumns,
  pairReference,
} from '../../engine/features/schema/expected.ts';
import { isOwned, isPaired, isReference, isReferences } from '../../engine/kinds/kind.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { hasSearchedTexts, type Registry, type Resource, resourceAt } from '../../engine/model/resource.ts';
import { alterResourceTable } from './alteration.ts';
import {
  type Change,
  indexLine,
  missingIndexes,
  occurrenceIndexes,
  referenceIndexes,
  searchIndexLine,
  withoutPrefixes,
} from './table.ts';

/** A new table, with every index that the comparison needs. */
export function createResourceTable(resource: Resource, registry: Registry, schema: DatabaseSchema): Change {
  const expected = expectedColumns(resource, registry);
  const linesOf = (columns: typeof expected) => new Set(columns.map(({ made }) => made));
  const begin = ['resource(t)', 'site(t)'].filter((line) => linesOf(expected).has(line));
  const last = [...linesOf(expected.filter(({ column }) => column === 'search_text'))];
  const between = [...linesOf(expected)].filter((line) => !begin.includes(line) && !last.includes(line));
  const none = { columns: new Map(), indexes: [] };
  const hasSite = expected.some(({ column }) => column === 'site_id');
  const first = begin.map((line) => (line === 'resource(t)' && hasSite ? "resource(t, 'site_id')" : line));
  const indexes = withoutPrefixes([
    ...missingIndexes(resource, registry, schema, none),
    ...(hasSite ? occurrenceIndexes(resource, registry) : []),
  ]);
  const all = [...indexes, ...referenceIndexes(resource, none, indexes)];
  const lines = [...first, ...between, ...last, '', ...all.map((index) => indexLine(resource.table, index))];
  return {
    table: resource.table,
    notes: [`The table of ${resource.file}.`, ...releaseNotes(resource, expected)],
    up: [
      `  await createTable(knex, '${resource.table}', (t) => {`,
      ...lines.map((line) => (line === '' ? '' : `    ${line};`)),
      '  });',
      ...(hasSearchedTexts(resource) ? [searchIndexLine('add', resource.table)] : []),
    ],
    down: [
      ...(hasSearchedTexts(resource) ? [searchIndexLine('drop', resource.table)] : []),
      `  await dropTable(knex, '${resource.table}');`,
    ],
  };
}

/** Why columns of required references may be null. */
function releaseNotes({ table }: Resource, expected: readonly ExpectedColumn[]): string[] {
  const released = expected.flatMap((one) => (one.released ? [`“${one.column}”`] : []));
  if (released.length === 0) return [];
  return [
    `Deleted rows of “${table}” lose references to rows that are deleted later. So ${released.join(', ')} may be null.`,
  ];
}

/** Tables of owned entries: missing ones, and missing parts of existing ones. */
export function draftEntryTables(resource: Resource, registry: Registry, schema: DatabaseSchema): Change[] {
  return [...resource.fields.values()].flatMap(({ facts, ...field }): Change[] => {
    if (!isOwned(facts)) return [];
    const { table: name, own, order } = facts;
    const entries = entryTable(resource, { ...field, facts });
    const table = schema.get(name);
    if (table) {
      const change = alterResourceTable(entries, registry, schema, table, ownerColumns(facts));
      return change ? [change] : [];
    }
    const made = expectedColumns(entries, registry).map(({ made: line }) => `    ${line};`);
    return [
      {
        table: name,
        notes: [],
        up: [
          `  await createTable(knex, '${name}', (t) => {`,
          "    t.increments('id');",
          `    ${referenceLine(own, { table: resource.table, onDelete: 'CASCADE' })}.notNullable();`,
          `    t.integer('${order}').notNullable();`,
          ...new Set(made),
          '',
          `    t.index([${listNames([own, order, 'id'])}]);`,
          '  });',
        ],
        down: [`  await dropTable(knex, '${name}');`],
      },
    ];
  });
}

/** Tables of pairs and words that are not there yet. */
export function createPairTables(resource: Resource, registry: Registry, schema: DatabaseSchema): Change[] {
  return [...resource.fields.values()].flatMap(({ facts }): Change[] => {
    if (!isPaired(facts) || schema.has(facts.table)) return [];
    const other = facts.column;
    const otherLine = isReferences(facts)
      ? `${referenceLine(other, pairReference(facts, registry))}.notNullable()`
      : `t.string('${other}', 100).notNullable()`;
    return [
      {
        table: facts.table,
        notes: [],
        up: [
          `  await createTable(knex, '${facts.table}', (t) => {`,
          `    reference(t, '${facts.own}', '${resource.table}', 'CASCADE').notNullable();`,
          `    ${otherLine};`,
          '',
          `    t.primary([${listNames([facts.own, other])}]);`,
          `    t.index([${listNames([other, facts.own])}]);`,
          '  });',
        ],
        down: [`  await dropTable(knex, '${facts.table}');`],
      },
    ];
  });
}

/** Resources whose tables are to be made, each after those that it refers to. */
export function inOrderOfReference(resources: readonly Resource[], registry: Registry): Resource[] {
  const ordered = new Set<Resource>();
  const begun = new Set<Resource>();
  const add = (resource: Resource): void => {
    if (begun.has(resource)) return;
    begun.add(resource);
    for (const { facts } of resource.fields.values()) {
      const target = isReference(facts) ? resourceAt(registry, facts.to) : undefined;
      if (target && resources.includes(target)) add(target);
    }
    ordered.add(resource);
  };
  resources.forEach(add);
  return [...ordered];
}
