/** Definitions and a described schema in, source of a migration out. That it runs is for `new-resource.test.ts`. */

import { expect } from 'chai';
import { draftMigration } from '../../../commands/drafts/draft.ts';
import type { Content } from '../../../engine/database/dialect/content.ts';
import type { Column, DatabaseSchema, Table } from '../../../engine/database/dialect/tables.ts';
import { type AnyDefinition, defineResource } from '../../../engine/definition/definition.ts';
import { buildRegistry } from '../../../engine/features/index.ts';
import {
  BelongsTo,
  Bool,
  Decimal,
  Enum,
  EnumSet,
  Instant,
  Integer,
  ManyToMany,
  Minutes,
  Money,
  Nullable,
  Text,
} from '../../../engine/index.ts';

const operations = ['list', 'view', 'create', 'update', 'delete'] as const;
const common = { scope: 'global', operations: [...operations], defaultSort: 'name' } as const;

/** Depots are there from the beginning, with a table that fits. */
const depots = defineResource({
  ...common,
  name: 'depot',
  path: 'depots',
  table: 'depots',
  fields: { name: Text() },
  sort: ['name'],
});

const system = { sites: 'depots', users: 'depots' };
type Definition = AnyDefinition;

/** A table from the names of its columns (`?` may be null) and from its indexes (`a b`, `!` in front of a unique one). */
function table(
  name: string,
  columns: readonly (string | [string, Column])[],
  indexes: readonly string[],
): Table {
  const described = columns.map((column): [string, Column] => {
    if (typeof column !== 'string') return column;
    const nullable = column.endsWith('?');
    return [column.replace('?', ''), { nullable, optional: nullable }];
  });
  return {
    columns: new Map(described),
    indexes: indexes.map((index) => {
      const unique = index.startsWith('!');
      const names = index.replace('!', '').split(' ');
      return { name: `${name}_${names.join('_')}_${unique ? 'unique' : 'index'}`, unique, columns: names };
    }),
  };
}

const base = ['id', 'version', 'created_at', 'updated_at', 'created_by_id?'];
const depotTable = table('depots', [...base, 'name', 'name_key'], ['name_key id']);

function draft(definitions: readonly Definition[], tables: Readonly<Record<string, Table>> = {}) {
  const loaded = [depots, ...definitions].map((definition) => ({
    file: `resources/${definition.path}.ts`,
    definition,
  }));
  const schema: DatabaseSchema = new Map(Object.entries({ depots: depotTable, ...tables }));
  return draftMigration(buildRegistry(loaded, system), schema);
}

/** The lines of one function of the source, without the white space at their beginning. */
function linesOf(source: string | undefined, direction: 'up' | 'down'): string[] {
  const [, body = ''] =
    new RegExp(`function ${direction}\\(.*?\\{\\n([\\s\\S]*?)\\n\\}`).exec(source ?? '') ?? [];
  return body.split('\n').map((line) => line.trim());
}

const tools = (more: Partial<Definition>): Definition =>
  defineResource({
    ...common,
    name: 'tool',
    path: 'tools',
    table: 'tools',
    fields: { name: Text() },
    sort: ['name'],
    ...more,
  });

const toolTable = (columns: readonly (string | [string, Column])[] = [], indexes: readonly string[] = []) =>
  table('tools', [...base, 'name', 'name_key', ...columns], ['name_key id', ...indexes]);

describe('the draft of a migration', () => {
  it('gives what hangs on rows the columns that say on which', () => {
    const site = { ...common, scope: 'site', fields: { name: Text() }, sort: ['name'] } as const;
    const pumps = defineResource({ ...site, name: 'pump', path: 'pumps', table: 'pumps', commentable: true });
    const notes = defineResource({
      ...{ ...site, name: 'note', path: 'notes', table: 'notes' },
      hung: { on: 'commentable', counted: 'number of notes' },
    });
    const lines = linesOf(draft([pumps, notes])?.source, 'up');
    expect(lines).to.include("t.string('resource', 64).notNullable();");
    expect(lines).to.include("t.integer('record_id').notNullable();");
  });

  it('is none where nothing is missing', () => {
    expect(draft([])).to.equal(null);
    expect(draft([tools({})], { tools: toolTable() })).to.equal(null);
  });

  it('makes a table, with its indexes and its pairs, and takes all of it back', () => {
    const made = draft([
      tools({
        fields: {
          name: Text({ max: 80 }),
          depot_id: Nullable(BelongsTo('depots')),
          state: Nullable(Enum(['good', 'worn'])),
          kind: Enum(['a', 'b']),
          worth: Money(),
          lent: Bool(),
          notes: Nullable(Text({ max: 2000 })),
          depot_ids: ManyToMany('depots', { table: 'tool_depots', own: 'tool_id', other: 'depot_id' }),
          tags: EnumSet({ table: 'tool_tags', own: 'tool_id', column: 'tag' }),
        },
        sort: ['name', 'state'],
        search: ['notes'],
        unique: [['name']],
      }),
    ]);
    expect(made?.name).to.equal('tools');
    expect(made?.notes).to.deep.equal(['The table of resources/tools.ts.']);
    expect(made?.source).to.contain(
      "import { choice, createTable, dropTable, money, rankedChoice, reference, resource, searchText, sortedText } from './columns/index.ts';\n" +
        "import { addSearchIndex, dropSearchIndex } from './columns/search.ts';",
    );
    expect(linesOf(made?.source, 'up')).to.deep.equal([
      "await createTable(knex, 'tools', (t) => {",
      'resource(t);',
      "sortedText(t, 'name', 80).notNullable();",
      "reference(t, 'depot_id', 'depots').nullable();",
      "rankedChoice(t, 'state', ['good', 'worn']).nullable();",
      "choice(t, 'kind');",
      "money(t, 'worth').notNullable();",
      "t.boolean('lent').notNullable();",
      "t.text('notes').nullable();",
      'searchText(t, knex);',
      '',
      "t.unique(['name']);",
      "t.index(['name_key', 'id']);",
      "t.index(['state_rank', 'id']);",
      "t.index(['depot_id', 'id']);",
      '});',
      "await addSearchIndex(knex, 'tools');",
      "await createTable(knex, 'tool_depots', (t) => {",
      "reference(t, 'tool_id', 'tools', 'CASCADE').notNullable();",
      "reference(t, 'depot_id', 'depots').notNullable();",
      '',
      "t.primary(['tool_id', 'depot_id']);",
      "t.index(['depot_id', 'tool_id']);",
      '});',
      "await createTable(knex, 'tool_tags', (t) => {",
      "reference(t, 'tool_id', 'tools', 'CASCADE').notNullable();",
      "t.string('tag', 100).notNullable();",
      '',
      "t.primary(['tool_id', 'tag']);",
      "t.index(['tag', 'tool_id']);",
      '});',
    ]);
    expect(linesOf(made?.source, 'down')).to.deep.equal([
      "await dropTable(knex, 'tool_tags');",
      "await dropTable(knex, 'tool_depots');",
      "await dropSearchIndex(knex, 'tools');",
      "await dropTable(knex, 'tools');",
    ]);
  });

  it('indexes what occurs at a site, where lists are filtered by what sites share', () => {
    const bays = tools({ name: 'bay', path: 'bays', table: 'bays', scope: 'site' });
    const ofSite = tools({
      scope: 'site',
      fields: {
        name: Text(),
        depot_id: Nullable(BelongsTo('depots')),
        former_id: Nullable(BelongsTo('depots')),
        bay_id: BelongsTo('bays'),
      },
      filters: ['depot_id', 'bay_id'],
    });
    const lines = linesOf(draft([bays, ofSite])?.source, 'up');
    const made = lines.slice(lines.indexOf("await createTable(knex, 'tools', (t) => {") + 1);
    expect(made.slice(0, 2)).to.deep.equal(["resource(t, 'site_id');", 'site(t);']);
    expect(made.filter((line) => line.startsWith('t.index'))).to.deep.equal([
      "t.index(['site_id', 'name_key', 'id']);",
      "t.index(['name_key', 'id']);",
      "t.index(['bay_id', 'id']);",
      "t.index(['former_id', 'id']);",
      "t.index(['depot_id', 'site_id']);",
    ]);
  });

  it('makes tables after those that they refer to, and pairs after both', () => {
    const loans = defineResource({
      ...common,
      name: 'loan',
      path: 'loans',
      table: 'loans',
      fields: {
        name: Text(),
        tool_id: BelongsTo('tools'),
        tool_ids: ManyToMany('tools', { table: 'loan_tools', own: 'loan_id', other: 'tool_id' }),
      },
      sort: ['name'],
    });
    const self = tools({ fields: { name: Text(), part_of_id: Nullable(BelongsTo('tools')) } });
    const tables = linesOf(draft([loans, self])?.source, 'up').flatMap(
      (line) => /createTable\(knex, '(\w+)'/.exec(line)?.[1] ?? [],
    );
    expect(tables).to.deep.equal(['tools', 'loans', 'loan_tools']);
  });

  it('names an index itself where MariaDB and MySQL would not take the name', () => {
    const long = 'preventive_maintenance_plan_templates';
    const plans = defineResource({
      ...common,
      name: 'plan',
      path: 'plans',
      table: long,
      fields: { name: Text(), responsible_company: Text() },
      sort: ['name', 'responsible_company'],
      unique: [['name', 'responsible_company']],
    });
    const lines = linesOf(draft([plans])?.source, 'up');
    const named = lines.flatMap((line) => /^t\.\w+\(\[.+\], '(.+)'\);$/.exec(line)?.[1] ?? []);
    expect(named).to.have.lengthOf(2);
    for (const name of named) expect(name).to.match(/^preventive_maintenance_.{1,41}$/);
    const [resource] = [
      ...buildRegistry(
        [
          { file: 'plans.ts', definition: plans },
          { file: 'depots.ts', definition: depots },
        ],
        system,
      ).values(),
    ];
    expect(named).to.include(resource?.unique[0]?.index);
  });

  const nameWithCode: [string, Column] = [
    'name_with_code',
    { nullable: true, optional: true, copies: { type: 'varchar(255)', of: 'name', others: ['code'] } },
  ];
  const rows: readonly [string, Partial<Definition>, Table, string[], string[]][] = [
    [
      'a field that may be null',
      { fields: { name: Text(), notes: Nullable(Text({ max: 50 })) } },
      toolTable(),
      ["await alterTable(knex, 'tools', (t) => {", "t.string('notes', 50).nullable();", '});'],
      ["await dropParts(knex, 'tools', { columns: ['notes'] });"],
    ],
    [
      'fields with a default',
      {
        fields: {
          name: Text(),
          maker: Text({ default: "O'Neil" }),
          count: Integer({ default: 3 }),
          worth: Money({ default: 1.5 }),
          weight: Decimal({ scale: 3, default: 0.5 }),
          takes: Minutes({ default: 90 }),
          lent: Bool({ default: false }),
          kind: Enum(['a', 'b'], { default: 'b' }),
        },
      },
      toolTable(),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "t.string('maker', 255).notNullable().defaultTo('O\\'Neil');",
        "t.integer('count').notNullable().defaultTo(3);",
        "money(t, 'worth').notNullable().defaultTo(150);",
        "decimal(t, 'weight', 3).notNullable().defaultTo(500);",
        "t.integer('takes').notNullable().defaultTo(90);",
        "t.boolean('lent').notNullable().defaultTo(0);",
        "choice(t, 'kind').defaultTo('b');",
        '});',
      ],
      [
        "await dropParts(knex, 'tools', { columns: ['kind', 'lent', 'takes', 'weight', 'worth', 'count', 'maker'] });",
      ],
    ],
    [
      'a moment, which rows that are there had when they were made',
      { fields: { name: Text(), seen_at: Instant({ default: 'now' }) } },
      toolTable(),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "moment(t, 'seen_at').nullable();",
        '});',
        "await knex('tools').update({ seen_at: knex.ref('created_at') });",
        "await changeColumn(knex, 'tools', (t) => moment(t, 'seen_at').notNullable());",
      ],
      ["await dropParts(knex, 'tools', { columns: ['seen_at'] });"],
    ],
    [
      'a reference',
      { fields: { name: Text(), depot_id: Nullable(BelongsTo('depots')) } },
      toolTable(),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "addedReference(t, knex, 'depot_id', 'depots');",
        "t.index(['depot_id', 'id']);",
        '});',
      ],
      ["await dropParts(knex, 'tools', { indexes: [['depot_id', 'id']], columns: ['depot_id'] });"],
    ],
    [
      'a field that is required, which only a person can fill',
      { fields: { name: Text(), depot_id: BelongsTo('depots') } },
      toolTable(),
      [
        "throw new Error('“tools” may have rows, and “depot_id” is required: write their value below, then remove this line.');",
        "await alterTable(knex, 'tools', (t) => {",
        "addedReference(t, knex, 'depot_id', 'depots');",
        "t.index(['depot_id', 'id']);",
        '});',
        "// await knex('tools').update({ depot_id: … });",
        "await changeColumn(knex, 'tools', (t) => reference(t, 'depot_id', 'depots').notNullable());",
      ],
      ["await dropParts(knex, 'tools', { indexes: [['depot_id', 'id']], columns: ['depot_id'] });"],
    ],
    [
      'an order by columns that are there',
      {
        fields: { name: Text(), box: Nullable(Text()), kind: Enum(['a', 'b']) },
        sort: ['name', 'box', 'kind'],
      },
      toolTable(['box?', 'kind']),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "t.string('box_key', 511).nullable();",
        "addedRank(t, 'kind', ['a', 'b']);",
        "t.index(['box_key', 'id']);",
        "t.index(['kind_rank', 'id']);",
        '});',
      ],
      [
        "await dropParts(knex, 'tools', { indexes: [['box_key', 'id'], ['kind_rank', 'id']], columns: ['kind_rank', 'box_key'] });",
      ],
    ],
    [
      'the end of an order, whose copies nobody fills any more',
      { fields: { name: Text(), box: Nullable(Text()) } },
      toolTable(['box?', 'box_key?'], ['box_key id']),
      ["await dropParts(knex, 'tools', { indexes: ['tools_box_key_id_index'], columns: ['box_key'] });"],
      [
        "await alterTable(knex, 'tools', (t) => {",
        "t.string('box_key', 511).nullable();",
        "t.index(['box_key', 'id'], 'tools_box_key_id_index');",
        '});',
      ],
    ],
    [
      'a unique rule that is no longer declared',
      {},
      toolTable([], ['!name']),
      ["await dropParts(knex, 'tools', { uniques: ['tools_name_unique'] });"],
      [
        "await alterTable(knex, 'tools', (t) => {",
        "t.unique(['name'], { indexName: 'tools_name_unique' });",
        '});',
      ],
    ],
    [
      'a unique rule with a field that may be null, by an index that has all of a row or nothing',
      {
        fields: { name: Text(), code: Nullable(Text({ max: 40, caseless: true })) },
        unique: [['name', 'code']],
      },
      toolTable(['code?', 'code_key?'], ['!name code_key']),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "copyWith(t, 'name', 'varchar(255)', ['code_key']);",
        "t.unique(['code_key', 'name_with_code_key']);",
        '});',
        "await dropParts(knex, 'tools', { uniques: ['tools_name_code_key_unique'] });",
      ],
      [
        "await alterTable(knex, 'tools', (t) => {",
        "t.unique(['name', 'code_key'], { indexName: 'tools_name_code_key_unique' });",
        '});',
        "await dropParts(knex, 'tools', { uniques: [['code_key', 'name_with_code_key']], columns: ['name_with_code_key'] });",
      ],
    ],
    [
      'a unique rule with several such fields',
      {
        fields: { name: Text(), year: Nullable(Integer()), depot_id: Nullable(BelongsTo('depots')) },
        unique: [['year', 'depot_id']],
      },
      toolTable(['year?', 'depot_id?'], ['depot_id id']),
      [
        "await alterTable(knex, 'tools', (t) => {",
        "copyWith(t, 'year', 'int', ['depot_id']);",
        "copyWith(t, 'depot_id', 'int unsigned', ['year']);",
        "t.unique(['year_with_depot_id', 'depot_id_with_year']);",
        '});',
      ],
      [
        "await dropParts(knex, 'tools', { uniques: [['year_with_depot_id', 'depot_id_with_year']], columns: ['depot_id_with_year', 'year_with_depot_id'] });",
      ],
    ],
    [
      'the end of a unique rule with a field that may be null',
      { fields: { name: Text(), code: Nullable(Text()) } },
      toolTable(['code?', nameWithCode], ['!code name_with_code']),
      [
        "await dropParts(knex, 'tools', { uniques: ['tools_code_name_with_code_unique'], columns: ['name_with_code'] });",
      ],
      [
        "await alterTable(knex, 'tools', (t) => {",
        "copyWith(t, 'name', 'varchar(255)', ['code']);",
        "t.unique(['code', 'name_with_code'], { indexName: 'tools_code_name_with_code_unique' });",
        '});',
      ],
    ],
    [
      'a search',
      { search: ['name'] },
      toolTable(),
      [
        "await alterTable(knex, 'tools', (t) => {",
        'searchText(t, knex);',
        '});',
        "await addSearchIndex(knex, 'tools');",
      ],
      [
        "await dropSearchIndex(knex, 'tools');",
        "await dropParts(knex, 'tools', { columns: ['search_text'] });",
      ],
    ],
    [
      'the index of a search that was there before it',
      { search: ['name'] },
      toolTable(['search_text']),
      ["await addSearchIndex(knex, 'tools');"],
      ["await dropSearchIndex(knex, 'tools');"],
    ],
    [
      'the end of a search',
      {},
      { ...toolTable(['search_text']), searched: true },
      [
        "await dropSearchIndex(knex, 'tools');",
        "await dropParts(knex, 'tools', { columns: ['search_text'] });",
      ],
      [
        "await alterTable(knex, 'tools', (t) => {",
        'searchText(t, knex);',
        '});',
        "await addSearchIndex(knex, 'tools');",
      ],
    ],
  ];
  for (const [what, definition, present, up, down] of rows) {
    it(`brings ${what}`, () => {
      const made = draft([tools(definition)], { tools: present });
      expect(made?.name).to.equal('change_tools');
      expect(linesOf(made?.source, 'up')).to.deep.equal(up);
      expect(linesOf(made?.source, 'down')).to.deep.equal(down);
    });
  }

  const changed = (fields: Definition['fields'], columns: readonly [string, Column][]) =>
    draft([tools({ fields: { name: Text(), notes: Nullable(Text()), ...fields } })], {
      tools: toolTable(columns),
    });
  const column = (content: Content, more: Partial<Column> = {}): Column => ({
    ...{ nullable: true, optional: true, content, refers: null },
    ...more,
  });

  it('changes longer texts and foreign keys', () => {
    const depot = { table: 'depots', onDelete: null };
    const made = changed(
      {
        box: Nullable(Text({ max: 80 })),
        depot_id: Nullable(BelongsTo('depots')),
        home_id: Nullable(Integer()),
      },
      [
        ['notes', column({ kind: 'text', room: 255 })],
        ['box', column({ kind: 'text', room: 20 })],
        ['depot_id', column({ kind: 'number', room: 4, scale: 0 })],
        ['home_id', column({ kind: 'number', room: 4, scale: 0 }, { refers: depot })],
      ],
    );
    expect(made?.notes).to.deep.equal([]);
    expect(linesOf(made?.source, 'up')).to.deep.equal([
      "await changeColumn(knex, 'tools', (t) => t.string('box', 80).nullable());",
      "await changeColumn(knex, 'tools', (t) => reference(t, 'depot_id', 'depots').nullable());",
      "await changeColumn(knex, 'tools', (t) => t.integer('home_id').nullable());",
      "await alterTable(knex, 'tools', (t) => {",
      "t.index(['depot_id', 'id']);",
      '});',
    ]);
    expect(linesOf(made?.source, 'down').slice(0, 3)).to.deep.equal([
      "await changeColumn(knex, 'tools', (t) => reference(t, 'home_id', 'depots').nullable());",
      "await changeColumn(knex, 'tools', (t) => t.integer('depot_id').nullable());",
      "await changeColumn(knex, 'tools', (t) => t.string('box', 20).nullable());",
    ]);
  });

  it('leaves to its author what becomes of rows: it says what each column is, and what the definition wants', () => {
    const left = {
      box: Text({ max: 10 }),
      count: Nullable(Integer()),
      kind: Enum(['a', 'c']),
    };
    const columns: [string, Column][] = [
      ['box', column({ kind: 'text', room: 20 })],
      ['count', column({ kind: 'text', room: 20 })],
      ['kind', { nullable: false, optional: false, values: ['a', 'b'] }],
    ];
    expect(changed(left, [['notes', column({ kind: 'text', room: 255 })], ...columns])).to.equal(null);
    const made = changed(left, columns);
    expect(linesOf(made?.source, 'up')[1]).to.equal("t.string('notes', 255).nullable();");
    expect(made?.notes).to.deep.equal([
      'Left to you: resources/tools.ts, fields.box: its column “box” of “tools” holds texts of up to 20 characters, but the definition says texts of up to 10 characters. ' +
        "Write a migration: `await changeColumn(knex, 'tools', (t) => t.string('box', 10).nullable())`. It stops if rows do not fit: say before it what they get.",
      'Left to you: resources/tools.ts, fields.count: its column “count” of “tools” holds texts of up to 20 characters, but the definition says whole numbers of 32 bits. ' +
        'Write a migration that fills a new column from this one, drops this one, and gives the new one its name.',
      'Left to you: resources/tools.ts, fields.box: is required, but its column “box” in “tools” allows null. ' +
        "Write a migration: `await changeColumn(knex, 'tools', (t) => t.string('box', 10).notNullable())`, after a line that gives rows without a value one; or wrap the field in `Nullable`.",
      'Left to you: resources/tools.ts, fields.kind: no longer has “b”, but rows may have it in “kind” of “tools”. ' +
        "Write a migration with `export const values = { tools: { kind: ['a', 'c'] } }`, which gives those rows another one.",
    ]);
    for (const note of made?.notes ?? []) expect(made?.source).to.contain(` * ${note}`);
  });

  const renamedTools = tools({
    fields: {
      name: Text({ renamedFrom: 'label' }),
      kind: Enum(['a', 'b'], { renamedFrom: 'sort_of' }),
      depot_id: Nullable(BelongsTo('depots', { renamedFrom: 'home_id' })),
    },
    sort: ['name', 'kind'],
    filters: ['depot_id'],
    unique: [['name', 'kind']],
  });
  const beforeTools = table(
    'tools',
    [
      ...base,
      'label',
      'label_key',
      ['sort_of', { nullable: false, optional: false, values: ['a', 'b'] }],
      ['sort_of_rank', { nullable: true, optional: true, ranks: ['a', 'b'] }],
      'home_id?',
    ],
    ['label_key id', 'sort_of_rank id', 'home_id id', '!label sort_of'],
  );

  it('renames columns of fields that say what they were called, with their copies, ranks and indexes', () => {
    const made = draft([renamedTools], { tools: beforeTools });
    expect(made?.notes).to.deep.equal([
      '“label” of “tools” becomes “name”.',
      '“sort_of” of “tools” becomes “kind”.',
      '“home_id” of “tools” becomes “depot_id”.',
      'Requests with the old name are refused (422). Tell the authors of clients.',
      'Services of the previous version use the old name. Stop all of them before this runs.',
    ]);
    expect(linesOf(made?.source, 'up')).to.deep.equal([
      "await dropParts(knex, 'tools', { indexes: ['tools_sort_of_rank_id_index'], columns: ['sort_of_rank'] });",
      "await renameColumn(knex, 'tools', 'label', 'name');",
      "await renameColumn(knex, 'tools', 'label_key', 'name_key');",
      "await renameColumn(knex, 'tools', 'sort_of', 'kind');",
      "await renameColumn(knex, 'tools', 'home_id', 'depot_id');",
      "await alterTable(knex, 'tools', (t) => {",
      "addedRank(t, 'kind', ['a', 'b']);",
      "t.index(['name_key', 'id']);",
      "t.index(['kind_rank', 'id']);",
      "t.index(['depot_id', 'id']);",
      "t.unique(['name', 'kind']);",
      '});',
      "await dropParts(knex, 'tools', { indexes: ['tools_label_key_id_index', 'tools_home_id_id_index'], uniques: ['tools_label_sort_of_unique'] });",
    ]);
    expect(linesOf(made?.source, 'down')).to.deep.equal([
      "await dropParts(knex, 'tools', { indexes: [['kind_rank', 'id']], columns: ['kind_rank'] });",
      "await renameColumn(knex, 'tools', 'name', 'label');",
      "await renameColumn(knex, 'tools', 'name_key', 'label_key');",
      "await renameColumn(knex, 'tools', 'kind', 'sort_of');",
      "await renameColumn(knex, 'tools', 'depot_id', 'home_id');",
      "await alterTable(knex, 'tools', (t) => {",
      "addedRank(t, 'sort_of', ['a', 'b']);",
      "t.index(['label_key', 'id'], 'tools_label_key_id_index');",
      "t.index(['sort_of_rank', 'id'], 'tools_sort_of_rank_id_index');",
      "t.index(['home_id', 'id'], 'tools_home_id_id_index');",
      "t.unique(['label', 'sort_of'], { indexName: 'tools_label_sort_of_unique' });",
      '});',
      "await dropParts(knex, 'tools', { indexes: [['name_key', 'id'], ['depot_id', 'id']], uniques: [['name', 'kind']] });",
    ]);
    expect(made?.source).to.contain("export const values = {\n  tools: { kind: ['a', 'b'] },\n};\n");
  });

  it('makes copies of a renamed column again', () => {
    const renamedCode = tools({
      fields: { name: Text(), mark: Nullable(Text({ renamedFrom: 'code' })) },
      unique: [['name', 'mark']],
    });
    const made = draft([renamedCode], {
      tools: toolTable(['code?', nameWithCode], ['!code name_with_code']),
    });
    expect(linesOf(made?.source, 'up')).to.deep.equal([
      "await dropParts(knex, 'tools', { uniques: ['tools_code_name_with_code_unique'], columns: ['name_with_code'] });",
      "await renameColumn(knex, 'tools', 'code', 'mark');",
      "await alterTable(knex, 'tools', (t) => {",
      "copyWith(t, 'name', 'varchar(255)', ['mark']);",
      "t.unique(['mark', 'name_with_mark']);",
      '});',
    ]);
    expect(linesOf(made?.source, 'down')).to.deep.equal([
      "await dropParts(knex, 'tools', { uniques: [['mark', 'name_with_mark']], columns: ['name_with_mark'] });",
      "await renameColumn(knex, 'tools', 'mark', 'code');",
      "await alterTable(knex, 'tools', (t) => {",
      "copyWith(t, 'name', 'varchar(255)', ['code']);",
      "t.unique(['code', 'name_with_code'], { indexName: 'tools_code_name_with_code_unique' });",
      '});',
    ]);
  });

  it('renames nothing twice, and nothing that is not there', () => {
    const done = table(
      'tools',
      [
        ...base,
        'name',
        'name_key',
        ['kind', { nullable: false, optional: false, values: ['a', 'b'] }],
        ['kind_rank', { nullable: true, optional: true, ranks: ['a', 'b'] }],
        'depot_id?',
      ],
      ['name_key id', 'kind_rank id', 'depot_id id', '!name kind'],
    );
    expect(draft([renamedTools], { tools: done })).to.equal(null);
    expect(draft([renamedTools])?.source)
      .to.contain("createTable(knex, 'tools'")
      .and.not.contain('rename');
  });

  it('leaves the references of rows that are deleted and kept open, also those that are required', () => {
    const lent = { fields: { name: Text(), depot_id: BelongsTo('depots') }, softDelete: true } as const;
    const kept = ['live?', 'deleted_at?'];
    const made = draft([tools(lent)]);
    expect(made?.source).to.contain("reference(t, 'depot_id', 'depots').nullable()");
    expect(made?.notes).to.contain(
      'Deleted rows of “tools” lose references to rows that are deleted later. So “depot_id” may be null.',
    );
    expect(draft([tools(lent)], { tools: toolTable([...kept, 'depot_id'], ['depot_id id']) })).to.equal(null);
    const added = draft([tools(lent)], { tools: toolTable(kept) });
    expect(added?.source)
      .to.contain("addedReference(t, knex, 'depot_id', 'depots')")
      .and.to.not.contain('changeColumn');
  });

  it('keeps a column that no definition knows, and says so', () => {
    const made = draft([tools({ fields: { name: Text(), box: Nullable(Text()) } })], {
      tools: toolTable(['old?']),
    });
    expect(made?.notes).to.deep.equal([
      'No definition has “old” of “tools”. The column stays, with its data.',
      'Was a field renamed? Give its old name in `renamedFrom`, and draft this again.',
    ]);
    expect(made?.source).to.not.contain("'old'");
  });

  it('drops a column that no definition knows and that no row can be without, and says so', () => {
    const made = draft([tools({})], { tools: toolTable(['old'], ['old id']) });
    expect(made?.notes[0]).to.contain('drops the column, with its data');
    expect(linesOf(made?.source, 'up')).to.deep.equal([
      "await dropParts(knex, 'tools', { indexes: ['tools_old_id_index'], columns: ['old'] });",
    ]);
  });

  it('leaves a foreign key that no definition knows: SQLite cannot drop it', () => {
    const depot: [string, Column] = [
      'depot_id',
      { nullable: false, optional: false, refers: { table: 'depots', onDelete: null } },
    ];
    expect(draft([tools({})], { tools: toolTable([depot]) })).to.equal(null);
  });
});
