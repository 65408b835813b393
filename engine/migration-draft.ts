/** Drafts of migrations: what the tables still lack of what the definitions ask for, as source to be reviewed. */
import { isColumn, type Registry, type Resource, resourceAt } from './resource.ts';
import { compareWithSchema } from './schema-check.ts';
import { type ExpectedColumn, expectedColumns, listNames } from './schema-columns.ts';
import type { Schema, Table } from './schema-subject.ts';

/** Source of a migration and what to call it. */
export interface MigrationDraft {
  /** Last part of the file's name, e.g. `tools`. */
  readonly name: string;
  readonly source: string;
}

/** What happens to one table. */
interface Change {
  readonly table: string;
  /** Why, for whoever reviews it. */
  readonly notes: readonly string[];
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** The migration that brings a schema up to the definitions; null where nothing is missing. */
export function draftMigration(registry: Registry, schema: Schema): MigrationDraft | null {
  const changes = [...registry.values()].flatMap((resource) => changesOf(resource, registry, schema));
  const [first] = changes;
  if (!first) return null;
  const name = changes.length === 1 ? first.table : `${first.table}_and_others`;
  return { name, source: sourceOf(changes) };
}

function changesOf(resource: Resource, registry: Registry, schema: Schema): Change[] {
  const table = schema.get(resource.table);
  const own = table ? alteration(resource, registry, schema, table) : creation(resource, registry, schema);
  return [...own, ...pairTables(resource, registry, schema)];
}

/** A new table, with every index that the comparison asks for. */
function creation(resource: Resource, registry: Registry, schema: Schema): Change[] {
  const made = [...new Set(expectedColumns(resource, registry).map((column) => column.made))];
  const first = ['resource(t)', 'site(t)'].filter((line) => made.includes(line));
  const last = made.filter((line) => line.startsWith('searchText'));
  const between = made.filter((line) => !first.includes(line) && !last.includes(line));
  const indexes = missingIndexes(resource, registry, schema, { columns: new Map(), indexes: [] });
  const lines = [...first, ...between, ...last, '', ...indexes, ...referenceIndexes(resource, indexes)];
  return [
    {
      table: resource.table,
      notes: [`The table of ${resource.file}.`],
      up: [
        `  await createTable(knex, '${resource.table}', (t) => {`,
        ...lines.map((line) => (line === '' ? '' : `    ${line};`)),
        '  });',
      ],
      down: [`  await knex.schema.dropTable('${resource.table}');`],
    },
  ];
}

/** A foreign key needs an index to find the rows that refer to a row: SQLite makes none by itself. */
function referenceIndexes(resource: Resource, lines: readonly string[]): string[] {
  return [...resource.fields.values()].flatMap(({ name, facts }) => {
    const declared = name in resource.definition.fields;
    if (
      facts.kind !== 'reference' ||
      !declared ||
      lines.some((line) => line.startsWith(`t.index(['${name}'`))
    )
      return [];
    return [`t.index(['${name}', 'id'])`];
  });
}

/** What an existing table lacks. A column that no definition knows is told, not dropped: it may hold data. */
function alteration(resource: Resource, registry: Registry, schema: Schema, table: Table): Change[] {
  const expected = expectedColumns(resource, registry);
  const missing = expected.filter(({ column }) => !table.columns.has(column));
  const indexes = missingIndexes(resource, registry, schema, table);
  if (missing.length === 0 && indexes.length === 0) return [];
  const columns = [...new Set(missing.map((column) => lineFor(resource, table, column)))];
  const spare = [...table.columns.keys()].filter((name) => !expected.some(({ column }) => column === name));
  const alter = (lines: readonly string[]) => [
    `  await knex.schema.alterTable('${resource.table}', (t) => {`,
    ...lines.map((line) => `    ${line};`),
    '  });',
  ];
  const undone = indexes.map((line) =>
    line.replace('t.unique', 't.dropUnique').replace('t.index', 't.dropIndex'),
  );
  const dropped = missing.map(({ column }) => `t.dropColumn('${column}')`).reverse();
  return [
    {
      table: resource.table,
      notes: [
        ...spare.map((name) => `No definition knows the column “${name}” of “${resource.table}” (any more).`),
        ...(missing.some(({ column }) => /(_key|^search_text)$/.test(column))
          ? ['Run `npm run reindex` afterwards: it fills the folded copies of the rows that are there.']
          : []),
      ],
      up: alter([...columns, ...indexes]),
      down: alter([...undone, ...dropped]),
    },
  ];
}

/** The line that adds a column to a table with rows in it. */
function lineFor(resource: Resource, table: Table, column: ExpectedColumn): string {
  const name = column.key.replace(/^fields\./, '');
  // A copy of a column that is there already: the line that makes both would make it a second time.
  if (column.column === `${name}_key` && table.columns.has(name))
    return `t.string('${column.column}', 511).nullable()`;
  if (column.column === `${name}_rank` && table.columns.has(name)) return rankLine(resource, name);
  return withDefault(resource, name, column);
}

function rankLine(resource: Resource, name: string): string {
  const facts = resource.fields.get(name)?.facts;
  const values = facts && 'values' in facts ? (facts.values ?? []) : [];
  const whens = values.map((value, rank) => `when '${value}' then ${rank}`).join(' ');
  return `t.specificType('${name}_rank', "tinyint generated always as (case \`${name}\` ${whens} end) virtual")`;
}

/** Rows that are there already need a value in a column that may not be null. */
function withDefault(resource: Resource, name: string, { made, nullable }: ExpectedColumn): string {
  const facts = resource.fields.get(name)?.facts;
  if (nullable || !facts || !made.endsWith('.notNullable()')) return made;
  const value = isColumn(facts) ? facts.default : undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return `${made}.defaultTo(${typeof value === 'string' ? `'${value}'` : Number(value)})`;
  }
  return `${made} /* the rows that are there need a value: add .defaultTo(…), or make it nullable */`;
}

/** Tables of pairs and words that are not there yet. */
function pairTables(resource: Resource, registry: Registry, schema: Schema): Change[] {
  return [...resource.fields.values()].flatMap(({ facts }): Change[] => {
    if ((facts.kind !== 'references' && facts.kind !== 'words') || schema.has(facts.table)) return [];
    const other = facts.kind === 'words' ? facts.column : facts.other;
    const otherLine =
      facts.kind === 'words'
        ? `t.string('${other}', 100).notNullable()`
        : `reference(t, '${other}', '${resourceAt(registry, facts.to).table}').notNullable()`;
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
        down: [`  await knex.schema.dropTable('${facts.table}');`],
      },
    ];
  });
}

/** The indexes that checks of any definition want in a table, once its columns are there. */
function missingIndexes(resource: Resource, registry: Registry, schema: Schema, table: Table): string[] {
  const expected = expectedColumns(resource, registry).map(({ column }) => column);
  const column = { nullable: true, optional: true };
  const columns = new Map([...table.columns.keys(), ...expected].map((name) => [name, column]));
  const whole = new Map([...schema, [resource.table, { columns, indexes: table.indexes }]]);
  const lines = compareWithSchema(registry, whole).flatMap(({ problem, remedy }) => {
    const line = /^Add it in a migration: `(.+)`\.$/.exec(remedy)?.[1];
    return line && isIndex(line) && /“(\w+)”/.exec(problem)?.[1] === resource.table ? [line] : [];
  });
  return withoutPrefixes([...new Set(lines)]);
}

/** An index that another one begins with is not needed. */
function withoutPrefixes(lines: readonly string[]): string[] {
  const columnsOf = (line: string) => [...line.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const plain = (line: string) =>
    columnsOf(line).filter((name, at, all) => name !== 'id' || at < all.length - 1);
  const covers = (other: string, line: string) => {
    const [longer, shorter] = [plain(other), plain(line)];
    return longer.length > shorter.length && shorter.every((name, at) => longer[at] === name);
  };
  return lines.filter((line) => line.startsWith('t.unique') || !lines.some((other) => covers(other, line)));
}

function isIndex(line: string): boolean {
  return line.startsWith('t.index') || line.startsWith('t.unique');
}

const columnHelpers = [
  'choice',
  'createTable',
  'moment',
  'money',
  'rankedChoice',
  'reference',
  'resource',
  'searchText',
  'site',
  'sortedText',
];

function sourceOf(changes: readonly Change[]): string {
  const up = changes.flatMap((change) => change.up);
  const down = [...changes].reverse().flatMap((change) => change.down);
  const used = columnHelpers.filter((name) => up.some((line) => new RegExp(`\\b${name}\\(`).test(line)));
  const notes = changes.flatMap((change) => change.notes);
  return [
    '/**',
    ...(notes.length > 0 ? notes : ['What the definitions ask for since the last migration.']).map(
      (note) => ` * ${note}`,
    ),
    ' */',
    "import type { Knex } from 'knex';",
    ...(used.length > 0 ? [`import { ${used.join(', ')} } from './columns/index.ts';`] : []),
    '',
    'export async function up(knex: Knex): Promise<void> {',
    ...up,
    '}',
    '',
    'export async function down(knex: Knex): Promise<void> {',
    ...down,
    '}',
    '',
  ].join('\n');
}
