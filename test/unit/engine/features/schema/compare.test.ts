/** Definitions against a described schema: what is sound stays unmentioned, each thing amiss is told with its remedy. */

import { expect } from 'chai';
import { compareWithSchema } from '../../../../../commands/schema/compare.ts';
import { describeFinding } from '../../../../../engine/check/subject.ts';
import type { DatabaseSchema, Table } from '../../../../../engine/database/dialect/tables.ts';
import { defineResource } from '../../../../../engine/definition/definition.ts';
import { Nullable, WriteOnly } from '../../../../../engine/definition/field.ts';
import { buildRegistry } from '../../../../../engine/features/index.ts';
import type { SchemaFinding } from '../../../../../engine/features/schema/feature.ts';
import {
  BelongsTo,
  CountOf,
  CountThrough,
  EnumSet,
  ManyToMany,
  SumOf,
} from '../../../../../engine/kinds/constructors.ts';
import { Bool } from '../../../../../engine/kinds/scalars/bool.ts';
import { Money } from '../../../../../engine/kinds/scalars/decimal.ts';
import { Enum } from '../../../../../engine/kinds/scalars/enum.ts';
import { Text } from '../../../../../engine/kinds/scalars/text.ts';
import { say } from '../../../../../engine/message.ts';

const operations = ['list', 'view', 'create', 'update', 'delete'] as const;

const depots = defineResource({
  name: 'depot',
  path: 'depots',
  table: 'depots',
  scope: 'self',
  operations: ['list', 'view'],
  fields: {
    name: Text(),
    tool_count: CountOf('tools', 'depot_id'),
    worth: SumOf('tools', 'depot_id', 'price', { shows: 'money' }),
  },
  sort: ['name'],
  defaultSort: 'name',
  restrictDelete: [{ table: 'loans', column: 'depot_id', what: 'loans' }],
});

const people = defineResource({
  name: 'person',
  path: 'people',
  table: 'people',
  scope: { members: { table: 'depot_people', key: 'person_id' } },
  operations: [...operations],
  fields: {
    name: Text(),
    email: Text({ caseless: true }),
    password: WriteOnly(Text()),
    depot_id: BelongsTo('depots'),
    depot_count: CountThrough('depot_people', 'person_id', { distinct: 'depot_id' }),
  },
  sort: ['name'],
  defaultSort: 'name',
  unique: [['email']],
  softDelete: true,
});

const tools = defineResource({
  name: 'tool',
  path: 'tools',
  table: 'tools',
  scope: 'site',
  operations: [...operations],
  fields: {
    name: Text(),
    state: Enum(['ready', 'worn']),
    price: Money(),
    notes: Nullable(Text({ max: 2000 })),
    serial: Nullable(Text({ max: 40 })),
    best: Bool({ default: false }),
    depot_id: Nullable(BelongsTo('depots')),
    user_ids: ManyToMany('people', { table: 'tool_people', own: 'tool_id', other: 'person_id' }),
    tags: EnumSet({ table: 'tool_tags', own: 'tool_id', column: 'tag' }),
  },
  filters: ['depot_id', 'price', 'state'],
  search: ['name'],
  sort: ['name', 'state', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'serial']],
  atMostOne: [{ field: 'best', slot: 'best_slot', taken: say('Taken.'), takenUnseen: say('Taken.') }],
});

const registry = buildRegistry(
  [
    { file: 'resources/depots.ts', definition: depots },
    { file: 'resources/people.ts', definition: people },
    { file: 'resources/tools.ts', definition: tools },
  ],
  { sites: 'depots', users: 'people' },
);

type Draft = Record<string, { columns: string[]; indexes: string[]; searched?: true }>;

const base = ['id', 'version', 'created_at', 'updated_at', 'created_by_id?'];

/** A schema that serves those three. `?`: null is allowed, `=`: has a default; an index is `name! a b`, `!` if unique. */
function sound(): Draft {
  return {
    depots: { columns: [...base, 'name', 'name_key', 'slot?'], indexes: ['i name_key id', 'slot! slot'] },
    people: {
      columns: [
        ...base,
        'name',
        'name_key',
        'email',
        'email_key',
        'depot_id?',
        'rank=',
        'live?',
        'deleted_at?',
      ],
      indexes: ['i name_key id', 'j depot_id id', 'people_email_key_live_unique! email_key live'],
    },
    tools: {
      columns: [
        ...base,
        'site_id',
        'name',
        'name_key',
        'state',
        'state_rank?',
        'price',
        'notes?',
        'serial?',
        'site_id_with_serial?',
        'best',
        'best_slot?',
        'site_id_with_best_slot?',
        'depot_id?',
        'search_text',
      ],
      indexes: [
        'a site_id name_key id',
        'b name_key id',
        'c site_id state_rank id',
        'd site_id created_at id',
        'e depot_id id',
        'f site_id price id',
        'tools_serial_site_id_with_serial_unique! serial site_id_with_serial',
        'tools_best_slot_site_id_with_best_slot_unique! best_slot site_id_with_best_slot',
      ],
      searched: true,
    },
    depot_people: { columns: ['id', 'person_id', 'depot_id', 'site_id'], indexes: ['p! person_id depot_id'] },
    loans: { columns: ['id', 'depot_id'], indexes: ['i depot_id'] },
    tool_people: {
      columns: ['tool_id', 'person_id'],
      indexes: ['p! tool_id person_id', 'i person_id tool_id'],
    },
    tool_tags: { columns: ['tool_id', 'tag'], indexes: ['p! tool_id tag'] },
  };
}

function schemaOf(draft: Draft, values: string[] | null): DatabaseSchema {
  const columns = (names: string[]): Table['columns'] =>
    new Map(
      names.map((name) => [
        name.replace(/[?=]$/, ''),
        {
          nullable: name.endsWith('?'),
          optional: /[?=]$/.test(name),
          ...(name === 'state' && values && { values }),
        },
      ]),
    );
  const indexes = (texts: string[]): Table['indexes'] =>
    texts.map((text) => {
      const [name = '', ...names] = text.split(' ');
      return { name: name.replace('!', ''), unique: name.endsWith('!'), columns: names };
    });
  return new Map(
    Object.entries(draft).map(([name, table]) => [
      name,
      { ...table, columns: columns(table.columns), indexes: indexes(table.indexes) },
    ]),
  );
}

/** What is told of the sound schema after some columns or indexes (`table.column`, `table/index`) were taken or given. */
interface Change {
  drop?: string;
  unsearched?: string;
  without?: string[];
  with?: string[];
  /** What the migrations say of the values of the enumeration; null for nothing. */
  values?: string[] | null;
}

const told = (change: Change): string[] => find(change).map(describeFinding);

function find(change: Change): SchemaFinding[] {
  const draft = sound();
  if (change.unsearched !== undefined) delete draft[change.unsearched]?.searched;
  if (change.drop !== undefined) delete draft[change.drop];
  const parts = (text: string): [string[], string] => {
    const [, table = '', kind, entry = ''] = /^(\w+)([./])(.*)$/.exec(text) ?? [];
    const known = draft[table];
    if (!known) throw new Error(`The draft has no table ${table}.`);
    return [kind === '.' ? known.columns : known.indexes, entry];
  };
  for (const text of change.without ?? []) {
    const [entries, entry] = parts(text);
    const place = entries.indexOf(entry);
    if (place < 0) throw new Error(`The draft has no ${text}.`);
    entries.splice(place, 1);
  }
  for (const text of change.with ?? []) {
    const [entries, entry] = parts(text);
    entries.push(entry);
  }
  return compareWithSchema(
    registry,
    schemaOf(draft, change.values === undefined ? ['ready', 'worn'] : change.values),
  );
}

const cases: readonly [string, Change, string[]][] = [
  [
    'a text that sorts and has no folded copy',
    { without: ['tools.name_key'] },
    [
      "resources/tools.ts, fields.name: the table “tools” has no column “name_key”. Draft its migration (`sortedText(t, 'name', 255).notNullable()`): npm run migration:new.",
    ],
  ],
  [
    'a choice without column and rank',
    { without: ['tools.state', 'tools.state_rank?'] },
    [
      "resources/tools.ts, fields.state: the table “tools” has no column “state”. Draft its migration (`rankedChoice(t, 'state', ['ready', 'worn'])`): npm run migration:new.",
      "resources/tools.ts, fields.state: the table “tools” has no column “state_rank”. Draft its migration (`rankedChoice(t, 'state', ['ready', 'worn'])`): npm run migration:new.",
    ],
  ],
  [
    'texts without columns, short and long',
    { without: ['tools.notes?', 'tools.serial?'] },
    [
      "resources/tools.ts, fields.notes: the table “tools” has no column “notes”. Draft its migration (`t.text('notes').nullable()`): npm run migration:new.",
      "resources/tools.ts, fields.serial: the table “tools” has no column “serial”. Draft its migration (`t.string('serial', 40).nullable()`): npm run migration:new.",
    ],
  ],
  [
    'system columns that are missing',
    { without: ['tools.version', 'tools.site_id', 'tools.created_by_id?', 'tools.search_text'] },
    [
      'resources/tools.ts, table: the table “tools” has no column “site_id”. Draft its migration (`site(t)`): npm run migration:new.',
      'resources/tools.ts, table: the table “tools” has no column “created_by_id”. Draft its migration (`resource(t)`): npm run migration:new.',
      'resources/tools.ts, table: the table “tools” has no column “version”. Draft its migration (`resource(t)`): npm run migration:new.',
      'resources/tools.ts, search: the table “tools” has no column “search_text”. Draft its migration (`searchText(t, knex)`): npm run migration:new.',
    ],
  ],
  [
    'soft deletes without their columns',
    { without: ['people.live?', 'people.deleted_at?'] },
    [
      "resources/people.ts, softDelete: the table “people” has no column “live”. Draft its migration (`t.tinyint('live').nullable().defaultTo(1)`): npm run migration:new.",
      "resources/people.ts, softDelete: the table “people” has no column “deleted_at”. Draft its migration (`moment(t, 'deleted_at').nullable()`): npm run migration:new.",
    ],
  ],
  [
    'a column that refuses the null of its field',
    { without: ['tools.depot_id?'], with: ['tools.depot_id'] },
    [
      'resources/tools.ts, fields.depot_id: may be null, its column “depot_id” may not. Take `Nullable` away, or make the column `.nullable()` in a migration, by `changeColumn`.',
    ],
  ],
  [
    'a column by which deleted rows would hold for ever what they refer to',
    { without: ['people.depot_id?'], with: ['people.depot_id'] },
    [
      "resources/people.ts, fields.depot_id: prevents the deletion of rows that deleted rows refer to: the column “depot_id” in “people” does not allow null. Write a migration: `await changeColumn(knex, 'people', (t) => reference(t, 'depot_id', 'depots').nullable())`.",
    ],
  ],
  [
    'a column that no field fills, unless it may be left out or nothing is created',
    { with: ['tools.colour', 'tools.shade?', 'tools.weight=', 'depots.colour'] },
    [
      'resources/tools.ts, fields.colour: is missing, but its column in “tools” must have a value. Declare the field (as `Internal` if only hooks write it), or give the column a default.',
    ],
  ],
  [
    'a unique rule without its index',
    {
      without: ['tools/tools_serial_site_id_with_serial_unique! serial site_id_with_serial'],
      with: ['tools/i serial site_id_with_serial'],
    },
    [
      "resources/tools.ts, unique.site_id+serial: “tools” has no unique index on serial, site_id_with_serial. Add it in a migration: `t.unique(['serial', 'site_id_with_serial'])`.",
    ],
  ],
  [
    'a unique rule whose index has half of the values where the other half is missing',
    {
      without: [
        'tools.site_id_with_serial?',
        'tools/tools_serial_site_id_with_serial_unique! serial site_id_with_serial',
      ],
      with: ['tools/tools_site_id_serial_unique! site_id serial'],
    },
    [
      "resources/tools.ts, unique.site_id+serial: the table “tools” has no column “site_id_with_serial”. Draft its migration (`copyWith(t, 'site_id', 'int unsigned', ['serial'])`): npm run migration:new.",
      "resources/tools.ts, unique.site_id+serial: “tools” has no unique index on serial, site_id_with_serial. Add it in a migration: `t.unique(['serial', 'site_id_with_serial'])`.",
      'resources/tools.ts, unique: “tools” has a unique index on site_id, serial in another form than the declared one. Drop it: `npm run migration:new` drafts that.',
    ],
  ],
  [
    'a unique index under a name of its own',
    {
      without: ['people/people_email_key_live_unique! email_key live'],
      with: ['people/mails! email_key live'],
    },
    [
      'resources/people.ts, unique.email: its index is called “mails”. Errors are not recognised by that name. Call it “people_email_key_live_unique”.',
    ],
  ],
  [
    'a unique index that is not declared, but for columns that no body sets',
    {
      with: [
        'people/a! name_key live',
        'tools/b! site_id name',
        'depots/c! slot',
        'tools/d! site_id created_at',
      ],
    },
    [
      "resources/people.ts, unique: “people” has a unique index on name_key, live that is not declared. Add `['name']`.",
      "resources/tools.ts, unique: “tools” has a unique index on site_id, name that is not declared. Add `['site_id', 'name']`.",
    ],
  ],
  [
    'orders without an index, at a site and across sites',
    {
      without: ['tools/b name_key id', 'tools/c site_id state_rank id', 'depots/i name_key id'],
      with: ['tools/i state_rank id'],
    },
    [
      "resources/depots.ts, sort.name: “depots” has no index for this order. Add it in a migration: `t.index(['name_key', 'id'])`.",
      "resources/tools.ts, sort.state: “tools” has no index for this order. Add it in a migration: `t.index(['site_id', 'state_rank', 'id'])`.",
      "resources/tools.ts, defaultSort: “tools” has no index for this order across sites, as the headquarters lists it. Add it in a migration: `t.index(['name_key', 'id'])`.",
    ],
  ],
  [
    'a mark of which two rows could have it',
    {
      without: [
        'tools.best_slot?',
        'tools/tools_best_slot_site_id_with_best_slot_unique! best_slot site_id_with_best_slot',
      ],
    },
    [
      "resources/tools.ts, atMostOne: the table “tools” has no column “best_slot”. Draft its migration (`t.tinyint('best_slot').nullable()`): npm run migration:new.",
      "resources/tools.ts, atMostOne.best: “tools” has no unique index on best_slot, site_id_with_best_slot. Add it in a migration: `t.unique(['best_slot', 'site_id_with_best_slot'])`.",
    ],
  ],
  [
    'a search without its index',
    { unsearched: 'tools' },
    [
      "resources/tools.ts, search: “tools” has no search index. Add it in a migration: `await addSearchIndex(knex, 'tools')`.",
    ],
  ],
  [
    'a reference that is filtered, counted and kept from deletes by, without an index',
    { without: ['tools/e depot_id id'] },
    [
      "resources/depots.ts, fields.tool_count: “tools” has no index for depot_id. Add it in a migration: `t.index(['depot_id', 'id'])`.",
      "resources/depots.ts, fields.worth: “tools” has no index for depot_id. Add it in a migration: `t.index(['depot_id', 'id'])`.",
      "resources/tools.ts, filters.depot_id: “tools” has no index for it. Add it in a migration: `t.index(['depot_id', 'id'])`.",
      "resources/tools.ts, fields.depot_id: “tools” has no index for depot_id. Add it in a migration: `t.index(['depot_id', 'id'])`.",
    ],
  ],
  [
    'a filter by ranges without an index, and a choice, of whose values there are few',
    { without: ['tools/f site_id price id'] },
    [
      "resources/tools.ts, filters.price: “tools” has no index for it. Add it in a migration: `t.index(['site_id', 'price', 'id'])`.",
    ],
  ],
  [
    'a sum over no column',
    { without: ['tools.price'] },
    [
      'resources/depots.ts, fields.worth: the table “tools” has no column “price”. It has: id, version, created_at, updated_at, created_by_id, site_id, name, name_key, state, state_rank, notes, serial, site_id_with_serial, best, best_slot, site_id_with_best_slot, depot_id, search_text.',
      "resources/tools.ts, fields.price: the table “tools” has no column “price”. Draft its migration (`money(t, 'price').notNullable()`): npm run migration:new.",
    ],
  ],
  [
    'a table of its own that is missing, and of the counts over it',
    { drop: 'tools' },
    [
      'resources/depots.ts, fields.tool_count: there is no table “tools”. Create it in a migration.',
      'resources/depots.ts, fields.worth: there is no table “tools”. Create it in a migration.',
      'resources/tools.ts, table: there is no table “tools”. Draft its migration: npm run migration:new.',
    ],
  ],
  [
    'a table of pairs that is missing',
    { drop: 'tool_people' },
    ['resources/tools.ts, fields.user_ids: there is no table “tool_people”. Create it in a migration.'],
  ],
  [
    'a pair that can be there twice and is found from one side alone',
    {
      without: ['tool_people/p! tool_id person_id', 'tool_people/i person_id tool_id'],
      with: ['tool_people/i tool_id person_id'],
    },
    [
      "resources/tools.ts, fields.user_ids: “tool_people” allows the same pair twice. Add it in a migration: `t.primary(['tool_id', 'person_id'])`.",
      "resources/tools.ts, fields.user_ids: “tool_people” has no index for person_id. Add it in a migration: `t.index(['person_id'])`.",
    ],
  ],
  [
    'a value that is gone, which rows may have',
    { values: ['worn', 'lost', 'ready', 'lent'] },
    [
      "resources/tools.ts, fields.state: no longer has “lost”, “lent”, but rows may have it in “state” of “tools”. Write a migration with `export const values = { tools: { state: ['ready', 'worn'] } }`, which gives those rows another one.",
    ],
  ],
  [
    'a value that no migration knows, which could go unseen later',
    { values: ['worn'] },
    [
      "resources/tools.ts, fields.state: no migration says that “state” of “tools” may have “ready”. Write a migration with `export const values = { tools: { state: ['ready', 'worn'] } }`.",
    ],
  ],
  [
    'an enumeration of which no migration says anything',
    { values: null },
    [
      "resources/tools.ts, fields.state: no migration lists the values that “state” of “tools” may have. Write a migration with `export const values = { tools: { state: ['ready', 'worn'] } }`.",
    ],
  ],
  [
    'words without their column',
    { without: ['tool_tags.tag'] },
    ['resources/tools.ts, fields.tags: the table “tool_tags” has no column “tag”. It has: tool_id.'],
  ],
  [
    'a table that holds rows in place and has not their column',
    { without: ['loans.depot_id'] },
    [
      'resources/depots.ts, restrictDelete.loans.depot_id: the table “loans” has no column “depot_id”. It has: id.',
    ],
  ],
  [
    'members without a site',
    { without: ['depot_people.site_id'] },
    [
      'resources/people.ts, scope.members: the table “depot_people” has no column “site_id”. It has: id, person_id, depot_id.',
    ],
  ],
];

describe('definitions and their tables', () => {
  it('are sound together', () => {
    expect(told({})).to.deep.equal([]);
  });

  for (const [title, change, lines] of cases) {
    it(`tell of ${title}`, () => {
      expect(told(change)).to.deep.equal(lines);
    });
  }

  it('tell of rules of foreign keys that do something else than definitions say', () => {
    const schema = schemaOf(sound(), ['worn', 'ready']);
    const refer = (table: string, column: string, to: string, onDelete: 'CASCADE' | 'SET NULL' | null) =>
      Object.assign(schema.get(table)?.columns.get(column) ?? {}, { refers: { table: to, onDelete } });
    const all = () => compareWithSchema(registry, schema).map(describeFinding);
    refer('loans', 'depot_id', 'depots', null);
    refer('tool_people', 'tool_id', 'tools', 'CASCADE');
    refer('tools', 'depot_id', 'depots', null);
    refer('depot_people', 'depot_id', 'depots', 'CASCADE');
    expect(all()).to.deep.equal([]);
    refer('loans', 'depot_id', 'depots', 'CASCADE');
    refer('tool_people', 'tool_id', 'tools', null);
    refer('depot_people', 'depot_id', 'depots', null);
    expect(all()).to.deep.equal([
      "resources/depots.ts, restrictDelete.loans.depot_id: keeps a row that “loans” refers to, and the foreign key of “depot_id” deletes those rows, without rules, journal and counts. Change that in a migration: `await changeColumn(knex, 'loans', (t) => reference(t, 'depot_id', 'depots').notNullable())`; or take it out of `restrictDelete`.",
      "resources/depots.ts, restrictDelete: rows of “depot_people” prevent the deletion of these rows, by their column “depot_id”, and no definition names them. Add `{ table: 'depot_people', column: 'depot_id', what: '…' }`.",
      "resources/tools.ts, fields.user_ids: “tool_id” of “tool_people” refers to “tools” with the rule to restrict deletes, but must refer to “tools” with the rule CASCADE for deletes. Change that in a migration: `await changeColumn(knex, 'tool_people', (t) => reference(t, 'tool_id', 'tools', 'CASCADE').notNullable())`.",
    ]);
  });

  it('tell of an index as data, too, which a migration is drafted from', () => {
    const asked = cases.flatMap(([, change]) => find(change));
    let indexes = 0;
    for (const { remedy, needs } of asked) {
      const [, kind, columns] = /`t\.(index|unique)\(\[(.+)\]\)`/.exec(remedy) ?? [];
      if (kind === undefined) continue;
      indexes += 1;
      expect(needs?.columns.map((column) => `'${column}'`).join(', ')).to.equal(columns);
      expect(needs?.unique).to.equal(kind === 'unique');
    }
    expect(asked.filter(({ needs }) => needs)).to.have.lengthOf(indexes);
    expect(indexes).to.be.above(5);
  });
});
