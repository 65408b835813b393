/** What is selected for keys of an answer, and how a row is read: no more than was asked for, and never a secret. */
import { expect } from 'chai';
import { project, projectStored } from '../../../../engine/model/projection.ts';
import { resource, registry as tools } from '../fixture.ts';
import { gauge, registry } from '../request/body-table.ts';

const viewer = { site: null };
const textsOf = ({ selected }: ReturnType<typeof project>) =>
  selected.map((sql) => sql('2026-01-31 08:00:00.000', viewer).text).join('\n');

describe('a projection', () => {
  it('selects the id and what was asked for, and nothing else', () => {
    const { selected, readers, joins, batches, keys } = project(registry, gauge, ['name', 'lent']);
    expect(selected).to.have.lengthOf(3);
    expect([joins, batches]).to.deep.equal([[], []]);
    expect(keys).to.deep.equal(['name', 'lent']);
    expect(readers.map(({ key, read }) => [key, read([7, 'a', 1])])).to.deep.equal([
      ['name', 'a'],
      ['lent', true],
    ]);
  });

  it('selects a column once that several keys share, and joins a row once', () => {
    const { selected, joins, readers } = project(tools, resource('tools'), ['depot_id', 'depot']);
    expect(joins.map(({ table }) => table)).to.deep.equal(['depots']);
    expect(selected).to.have.lengthOf(3);
    const read = (row: readonly unknown[]) => readers.map((one) => one.read(row));
    expect(read([1, 4, 'North'])).to.deep.equal([4, { id: 4, name: 'North' }]);
    expect(read([1, null, null]), 'without a reference').to.deep.equal([null, null]);
  });

  it('reads lists for a whole page at once: ids alone, or the rows they refer to', () => {
    const { selected, readers, batches } = project(tools, resource('tools'), [
      'person_ids',
      'people',
      'persons',
      'tags',
    ]);
    expect(selected).to.have.lengthOf(1);
    expect(readers).to.deep.equal([]);
    expect(batches.map(({ key, embedded }) => [key, embedded?.table ?? null])).to.deep.equal([
      ['person_ids', null],
      ['persons', 'people'],
      ['tags', null],
    ]);
  });

  it('knows nothing of keys that no answer has', () => {
    const { selected, readers } = project(registry, gauge, [
      'password',
      'colour',
      '__proto__',
      'constructor',
    ]);
    expect([selected.length, readers]).to.deep.equal([1, []]);
  });

  it('of what is stored has every column and no secret', () => {
    const stored = projectStored(registry, gauge);
    expect(stored.keys).to.include.members(['id', 'name', 'keeper_id', 'state', 'total']);
    expect(stored.keys).not.to.include.members(['password']);
    expect(stored.keys).not.to.include.members(['keeper_ids', 'parts']);
    expect(textsOf(stored)).not.to.contain('password');
    expect([stored.joins, stored.batches]).to.deep.equal([[], []]);
  });
});
