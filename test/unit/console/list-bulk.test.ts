/** Several rows at once: which are chosen, what may be done with all of them, and the requests that do it. */
import { expect } from 'chai';
import { operationsOf, possibleFor } from '../../../console/list/bulk/possible.ts';
import {
  mostChosen,
  noRows,
  refreshed,
  withAllToggled,
  without,
  withToggled,
} from '../../../console/list/rows/selection.ts';
import type { Action, Can, Row } from '../../../console/service/metadata.ts';
import { field as aField, resource as aResource } from './described.ts';

const row = (id: number, can: Partial<Can> = {}): Row => ({
  id,
  etag: `"${id}"`,
  can: { update: true, delete: true, transitions: [], actions: [], ...can },
});

describe('chosen rows', () => {
  it('are taken in and out, one by one or a page at once', () => {
    const one = withToggled(noRows, row(1));
    expect([...withAllToggled(one, [row(1), row(2)]).keys()]).to.deep.equal([1, 2]);
    expect([...withAllToggled(withAllToggled(one, [row(1), row(2)]), [row(1), row(2)]).keys()]).to.deep.equal(
      [],
    );
    expect([...withToggled(one, row(1)).keys()]).to.deep.equal([]);
  });

  it('are no more than a thousand', () => {
    const rows = Array.from({ length: mostChosen + 20 }, (_, index) => row(index + 1));
    const all = withAllToggled(noRows, rows);
    expect(all.size).to.equal(mostChosen);
    expect(withToggled(all, row(5000)).size).to.equal(mostChosen);
    expect(withToggled(all, row(1)).size).to.equal(mostChosen - 1);
  });

  it('are taken out where something was done with them', () => {
    const selection = withAllToggled(noRows, [row(1), row(2), row(3)]);
    expect([...without(selection, [1, 3]).keys()]).to.deep.equal([2]);
  });

  it('are as they were listed last', () => {
    const selection = withAllToggled(noRows, [row(1), row(2)]);
    const later = { ...row(2), etag: '"2b"' };
    expect(refreshed(selection, [later, row(3)])).to.deep.equal([row(1), later]);
  });
});

describe('what can be done with several rows', () => {
  const action = (name: string, given: Partial<Action> = {}): Action => ({
    name,
    label: name,
    description: '',
    on: 'row',
    fields: [],
    ...given,
  });
  const resource = aResource({
    states: { field: 'state', initial: ['new'], transitions: {} },
    unique: [
      ['site_id', 'name'],
      ['kind', 'size'],
    ],
    actions: [
      action('polish'),
      action('lend', { fields: [aField('to', { required: true })] }),
      action('count', { on: 'collection' }),
    ],
    fields: [
      aField('name'),
      aField('kind'),
      aField('state', {
        type: 'enum',
        values: [
          { value: 'used', label: 'Used' },
          { value: 'gone', label: 'Gone' },
        ],
      }),
      aField('made_on', { type: 'date', fixed: true }),
      aField('total', { type: 'integer', read_only: true }),
      aField('code', { write_only: true }),
      aField('price', { type: 'decimal', only: { kind: ['bought'] } }),
    ],
  });

  it('is what may be done with each of them', () => {
    const possible = possibleFor(resource, [
      row(1, { transitions: ['used', 'gone'], actions: ['polish', 'lend'] }),
      row(2, { transitions: ['gone'], actions: ['polish', 'lend'] }),
    ]);
    expect(possible.fields.map(({ name }) => name)).to.deep.equal(['kind']);
    expect(possible.states.map(({ value }) => value)).to.deep.equal(['gone']);
    expect(possible.actions.map(({ name }) => name)).to.deep.equal(['polish']);
    expect(possible.delete).to.equal(true);
  });

  it('is nothing where one of them may not be touched, or where that is not known', () => {
    const none = { fields: [], states: [], actions: [], delete: false };
    expect(possibleFor(resource, [row(1), row(2, { update: false, delete: false })])).to.deep.equal(none);
    expect(possibleFor(resource, [row(1), { id: 2 }])).to.deep.equal(none);
    expect(possibleFor(resource, [])).to.deep.equal(none);
  });

  it('is one request a row, each for the row as it was read', () => {
    const rows = [row(4), { id: 5 }];
    expect(operationsOf(resource, rows, { kind: 'change', name: 'kind', value: null })).to.deep.equal([
      { method: 'PATCH', path: '/things/4', body: { kind: null }, if_match: '"4"' },
      { method: 'PATCH', path: '/things/5', body: { kind: null } },
    ]);
    const tagged = aResource({ fields: [aField('tags', { type: 'words' })] });
    const held = [{ ...row(4), tags: ['a', 'b'] }, { ...row(5), tags: ['b'] }, row(6)];
    const heldAfter = (kind: 'add' | 'take') =>
      operationsOf(tagged, held, { kind, name: 'tags', value: ['b'] }).map(({ body }) => body?.tags);
    expect(heldAfter('add')).to.deep.equal([['a', 'b'], ['b'], ['b']]);
    expect(heldAfter('take')).to.deep.equal([['a'], null, null]);
    expect(operationsOf(resource, [row(4)], { kind: 'act', action: 'polish' })).to.deep.equal([
      { method: 'POST', path: '/things/4/polish', body: {}, if_match: '"4"' },
    ]);
    expect(operationsOf(resource, [row(4)], { kind: 'remove' })).to.deep.equal([
      { method: 'DELETE', path: '/things/4', if_match: '"4"' },
    ]);
  });
});
