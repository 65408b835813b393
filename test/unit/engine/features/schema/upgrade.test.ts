/** What a service of the version before cannot run on, of everything that may change between two schemas. */
import { expect } from 'chai';
import { contentOf } from '../../../../../engine/database/dialect/content.ts';
import type { Column, DatabaseSchema, Index, Table } from '../../../../../engine/database/dialect/tables.ts';
import { effectsOf } from '../../../../../engine/features/schema/upgrade.ts';

const required: Column = { nullable: false, optional: false };
const defaulted: Column = { nullable: false, optional: true };
const empty: Column = { nullable: true, optional: true };

const table = (columns: Record<string, Column>, indexes: readonly Index[] = []): Table => ({
  columns: new Map(Object.entries(columns)),
  indexes,
});
const holding = (column: Column, type: string): Column => {
  const content = contentOf(type, true);
  return { ...column, ...(content && { content }) };
};
const tools = {
  id: required,
  name: required,
  label: holding(empty, 'varchar(255)'),
  kind: { ...holding(required, 'varchar(32)'), values: ['hand', 'power'] },
  pieces: holding(empty, 'bigint'),
};
const own: DatabaseSchema = new Map([
  ['tools', table(tools, [{ name: 'by_name', unique: true, columns: ['name', 'kind'] }])],
  ['knex_migrations', table({ id: required })],
]);
/** The obstacles where the table is another. */
const obstacles = (columns: Record<string, Column>, indexes: readonly Index[] = []) =>
  effectsOf(own, new Map([['tools', table(columns, indexes)]])).obstacles;

describe('the effects of an upgrade', () => {
  it('are none where tables, columns that may be left out, indexes and values are added', () => {
    const kind = { ...required, values: ['hand', 'power', 'air'] };
    const label = holding(empty, 'text');
    const pieces = holding(empty, 'BIGINT unsigned');
    const columns = { ...tools, kind, label, pieces, note: empty, colour: defaulted };
    const indexes = [
      { name: 'by_label', unique: false, columns: ['label'] },
      { name: 'by_kind', unique: true, columns: ['kind', 'name'] },
      { name: 'by_note', unique: true, columns: ['name', 'note'] },
      { name: 'PRIMARY', unique: true, columns: ['id'] },
    ];
    const later = new Map([
      ['tools', table(columns, indexes)],
      ['racks', table({ id: required })],
    ]);
    expect(effectsOf(own, later)).to.deep.equal({ obstacles: [], unfilled: [] });
  });

  it('are copies that old nodes do not fill, if an order by a text is added', () => {
    const later = new Map([['tools', table({ ...tools, label_key: empty, api_key: empty })]]);
    expect(effectsOf(own, later)).to.deep.equal({ obstacles: [], unfilled: ['tools.label_key'] });
  });

  it('are obstacles where something is taken away, or asked for', () => {
    const { label: _label, ...rest } = tools;
    expect(effectsOf(own, new Map()).obstacles).to.deep.equal(['there is no table “tools” any more']);
    expect(obstacles(rest)).to.deep.equal(['“tools” has no “label” any more']);
    expect(obstacles({ ...tools, label: defaulted })).to.deep.equal([
      '“label” of “tools” must have a value from now on',
    ]);
    expect(obstacles({ ...tools, code: required, search_text: defaulted })).to.deep.equal([
      '“tools” wants a “code”, which it does not write',
      '“tools” wants a “search_text”, which it does not write',
    ]);
    expect(obstacles({ ...tools, kind: { ...required, values: ['power'] } })).to.deep.equal([
      '“kind” of “tools” may not be “hand” any more',
    ]);
    const changed = { label: holding(empty, 'varchar(40)'), kind: holding(required, 'datetime(3)') };
    expect(obstacles({ ...tools, ...changed, pieces: holding(empty, 'int(10)') })).to.deep.equal([
      '“label” of “tools” holds no more than 40 characters from now on',
      '“kind” of “tools” holds moments in place of texts from now on',
      '“pieces” of “tools” holds no such large numbers as before from now on',
    ]);
    expect(obstacles(tools, [{ name: 'by_label', unique: true, columns: ['label'] }])).to.deep.equal([
      '“tools” has each label once from now on, which it does not know',
    ]);
  });
});
