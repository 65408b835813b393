/**
 * Every option of every kind of field changes, and each kind becomes each other one: the comparison tells it, drafts change longer texts and
 * foreign keys, and leave the rest to their author, who has `changeColumn`.
 */

import { expect } from 'chai';
import * as wrappers from '../../../../../../engine/definition/field.ts';
import { describeColumns, describeIndexes } from '../../../../../../engine/features/schema/introspect.ts';
import { defineResource, ManyToMany, Text } from '../../../../../../engine/index.ts';
import * as scalars from '../../../../../../engine/kinds/constructors.ts';
import { changeColumn } from '../../../../../../migrations/columns/change.ts';
import { createTable, reference } from '../../../../../../migrations/columns/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../harness/database.ts';
import { askDoctor } from '../../../../../harness/doctor.ts';
import { Drafts } from '../../../../../harness/drafts.ts';
import { cases } from '../../../../../service/engine/features/schema/column-cases.ts';
import {
  all,
  definitions,
  type Named,
} from '../../../../../service/engine/features/schema/column-resources.ts';

const place = ({ table, field }: Named) => `${table}.${field}`;

describe('columns whose definitions change', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
    for (const stage of ['bare', 'before'] as const) {
      const draft = await drafts.draft(definitions(stage));
      await (await drafts.run(draft?.source ?? ''))(database.knex);
      expect(await drafts.lacks(definitions(stage))).to.deep.equal([]);
    }
  });
  after(async () => {
    await drafts?.end();
    await database?.drop();
  });

  it('have a case for each kind of field', () => {
    const makers = Object.entries({ ...scalars, ...wrappers }).filter(([, one]) => typeof one === 'function');
    expect(makers.map(([name]) => name).sort()).to.deep.equal(Object.keys(cases).sort());
  });

  it('are told, each by its name', async () => {
    const told = await drafts.lacks(definitions('after'));
    for (const one of all) {
      const own = told.filter(
        (line) =>
          line.startsWith(`fields.${one.field}: `) &&
          (one.table === 'samples' || line.includes(`“${one.table}”`)),
      );
      expect(own.length === 1 ? own[0] : own.join(), place(one)).to.match(one.told);
    }
  });

  it('of pairs are told where they refer to other rows', async () => {
    const other = await Drafts.begin();
    const of = (to: string) =>
      defineResource({
        ...{ name: 'kit', path: 'kits', table: 'kits', scope: 'global', operations: ['list', 'view'] },
        fields: {
          name: Text(),
          role_ids: ManyToMany(to, { table: 'kit_roles', own: 'kit_id', other: 'role_id' }),
        },
        ...{ sort: ['name'], defaultSort: 'name' },
      });
    await other.run((await other.draft([of('roles')]))?.source ?? '');
    expect(await other.lacks([of('roles')])).to.deep.equal([]);
    expect(await other.lacks([of('companies')])).to.deep.equal([
      'fields.role_ids: “role_id” of “kit_roles” refers to “roles”, but must refer to “companies”.',
    ]);
    await other.end();
  });

  it('are told by the doctor where the database is not what definitions say', async () => {
    const told = async (when: 'before' | 'after') => {
      const known = { database: database.knex, registry: await drafts.registry(definitions(when)) };
      return (await askDoctor('tables', known)).map(({ state }) => state);
    };
    expect(await told('after')).to.include('fault');
    expect(await told('before')).to.deep.equal(['fine']);
  });

  it('are changed by a draft where texts get longer and foreign keys come and go, and left to its author elsewhere', async () => {
    const draft = await drafts.draft(definitions('after'));
    const left = (draft?.notes ?? []).filter((note) => note.startsWith('Left to you: '));
    await (await drafts.run(draft?.source ?? ''))(database.knex);
    const lacks = (await drafts.lacks(definitions('after'))).filter((one) => !one.includes('has no index'));
    expect(left).to.have.lengthOf(lacks.length);
    for (const one of lacks)
      expect(
        left.filter((note) => note.includes(one)),
        one,
      ).to.have.lengthOf(1);
    const drafted = all.filter(
      (one) =>
        one.told.source !== '^$' &&
        !lacks.some(
          (line) =>
            line.startsWith(`fields.${one.field}: `) &&
            (one.table === 'samples' || line.includes(`“${one.table}”`)),
        ),
    );
    expect(drafted.map(place).filter((name) => name.startsWith('samples.'))).to.deep.equal([
      ...[
        'samples.text_max_0',
        'samples.text_max_2',
        'samples.text_max_4',
        'samples.belongsto_ondelete_0_id',
      ],
      ...['samples.optional_0', 'samples.immutable_0'],
    ]);
    expect(drafted.map(place).filter((name) => /_id$/.test(name))).to.include('integer_samples.as_role_id');
  });

  it('are changed by migrations once all rows fit, who say how many do not before they change anything', async () => {
    const { knex } = database;
    await createTable(knex, 'makers', (t) => void t.increments('id'));
    await knex('makers').insert({ id: 1 });
    await createTable(knex, 'parts', (t) => {
      t.increments('id');
      t.string('name', 80).nullable();
      t.integer('maker_id').unsigned().nullable();
      t.index(['name']);
    });
    await knex('parts').insert([
      { name: 'Axe', maker_id: 1 },
      { name: 'x'.repeat(41), maker_id: 999_999 },
      { name: null, maker_id: null },
    ]);
    const shape = async () => [
      (await describeColumns(knex)).get('parts'),
      (await describeIndexes(knex)).get('parts'),
    ];
    const said = (work: Promise<void>) => work.then(String, ({ message }: Error) => message);
    const before = await shape();
    for (const other of ['datetime', 'float', 'integer'] as const)
      expect(await said(changeColumn(knex, 'parts', (t) => t[other]('name')))).to.match(
        /^“name” of “parts” is of the kind text, which cannot become \w+: add a column, fill it .*, and drop this one\.$/,
      );
    const shorter = () => changeColumn(knex, 'parts', (t) => t.string('name', 40).notNullable());
    const referring = (rule?: 'SET NULL') =>
      changeColumn(knex, 'parts', (t) => reference(t, 'maker_id', 'makers', rule).nullable());
    expect(await said(shorter())).to.equal(
      '“parts” has 1 row with nothing in “name”; “parts” has 1 row with a “name” of more than 40 characters: write in this migration what they get.',
    );
    expect(await said(referring())).to.equal(
      '“parts” has 1 row with a “maker_id” that is no row of “makers”: write in this migration what they get.',
    );
    expect(await shape()).to.deep.equal(before);
    await knex('parts').whereNot({ name: 'Axe' }).orWhereNull('name').update({ name: 'Saw', maker_id: null });
    for (const change of [
      shorter,
      referring,
      () => referring('SET NULL'),
      () => referring('SET NULL'),
      shorter,
    ])
      await change();
    expect(await said(knex('parts').update({ name: null }).then())).to.match(/not null|cannot be null/i);
    expect(await said(knex('parts').update({ maker_id: 999_999 }).then())).to.match(/foreign key/i);
    await knex('makers').delete();
    expect(await knex('parts').orderBy('id').pluck('maker_id')).to.deep.equal([null, null, null]);
    await changeColumn(knex, 'parts', (t) => t.text('name').nullable());
    await changeColumn(knex, 'parts', (t) => t.integer('maker_id').unsigned().nullable());
    await knex('parts')
      .where({ name: 'Axe' })
      .update({ name: 'x'.repeat(2000), maker_id: 999_999 });
    expect(await knex('parts').where({ maker_id: 999_999 }).pluck('name')).to.deep.equal(['x'.repeat(2000)]);
    expect(
      (await describeIndexes(knex)).get('parts')?.indexes.filter(({ columns }) => columns.includes('name')),
    ).to.deep.equal([]);
  });
});
