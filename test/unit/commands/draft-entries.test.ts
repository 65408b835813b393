/** Drafts of the tables of entries: they are made whole, and follow what their parts become. */

import { expect } from 'chai';
import { draftEntryTables } from '../../../commands/drafts/creation.ts';
import { compareWithSchema } from '../../../commands/schema/compare.ts';
import type { Column, DatabaseSchema } from '../../../engine/database/dialect/tables.ts';
import { buildRegistry } from '../../../engine/features/index.ts';
import { Bool, defineResource, Integer, Nullable, Owned, Text } from '../../../engine/index.ts';
import { resourceAt } from '../../../engine/model/resource.ts';

const kits = defineResource({
  name: 'kit',
  path: 'kits',
  table: 'kits',
  scope: 'global',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    parts: Owned({
      ...{ table: 'kit_parts', by: 'kit_id', order: 'place', max: 9 },
      fields: { title: Text({ max: 40 }), count: Nullable(Integer()), spare: Bool({ default: false }) },
    }),
  },
  sort: ['name'],
  defaultSort: 'name',
});

const registry = buildRegistry([{ file: 'resources/kits.ts', definition: kits }], {
  sites: 'kits',
  users: 'kits',
});
const draft = (schema: DatabaseSchema) => draftEntryTables(resourceAt(registry, 'kits'), registry, schema);

const column = (more: Partial<Column> = {}): Column => ({ nullable: false, optional: false, ...more });
const whole: readonly [string, Column][] = [
  ['id', column({ optional: true })],
  ['kit_id', column({ refers: { table: 'kits', onDelete: 'CASCADE' } })],
  ['place', column()],
  ['title', column()],
  ['count', column({ nullable: true, optional: true })],
  ['spare', column()],
];
const schemaOf = (columns: readonly [string, Column][]): DatabaseSchema => {
  const indexes = [{ name: 'x', unique: false, columns: ['kit_id', 'place', 'id'] }];
  const none = { columns: new Map<string, Column>(), indexes: [] };
  return new Map([
    ['kits', none],
    ['kit_parts', { columns: new Map(columns), indexes }],
  ]);
};
/** What is said of the table of entries. */
const told = (schema: DatabaseSchema) =>
  compareWithSchema(registry, schema).flatMap(({ key, problem }) =>
    key.startsWith('fields.parts') ? [`${key}: ${problem}`] : [],
  );

describe('a draft of a table of entries', () => {
  it('makes it, so that it goes with its row', () => {
    expect(draft(new Map()).map(({ up }) => up.map((line) => line.trim()))).to.deep.equal([
      [
        "await createTable(knex, 'kit_parts', (t) => {",
        "t.increments('id');",
        "reference(t, 'kit_id', 'kits', 'CASCADE').notNullable();",
        "t.integer('place').notNullable();",
        "t.string('title', 40).notNullable();",
        "t.integer('count').nullable();",
        "t.boolean('spare').notNullable();",
        '',
        "t.index(['kit_id', 'place', 'id']);",
        '});',
      ],
    ]);
  });

  it('leaves one alone that is whole', () => {
    expect(draft(schemaOf(whole))).to.deep.equal([]);
    expect(told(schemaOf(whole))).to.deep.equal([]);
  });

  it('adds the column of a part, and takes out one that would refuse every entry', () => {
    const schema = schemaOf([...whole.filter(([name]) => name !== 'spare'), ['old', column()]]);
    const up = draft(schema).flatMap((one) => one.up.map((line) => line.trim()));
    expect(up).to.include("t.boolean('spare').notNullable().defaultTo(0);");
    expect(up).to.include("await dropParts(knex, 'kit_parts', { columns: ['old'] });");
    expect(told(schema).join('\n')).to.match(/parts\.spare: the table “kit_parts” has no column “spare”/);
    expect(told(schema).join('\n')).to.include('fields.parts.old: is missing');
  });

  it('tells of entries that would outlive their row, or are found by no index', () => {
    const kept = whole.map(([name, one]): [string, Column] =>
      name === 'kit_id' ? [name, column({ refers: { table: 'kits', onDelete: null } })] : [name, one],
    );
    expect(told(schemaOf(kept)).join()).to.include('“kit_id” of “kit_parts” refers to');
    const bare: DatabaseSchema = new Map([
      ...schemaOf(whole),
      ['kit_parts', { columns: new Map(whole), indexes: [] }],
    ]);
    expect(told(bare).join()).to.include('no index for the entries of a row');
  });
});
