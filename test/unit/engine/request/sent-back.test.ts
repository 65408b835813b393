/** What comes back as it was read: which keys are set apart, and when two values are the same. */
import { expect } from 'chai';
import { isAlike, partBody, strayed } from '../../../../engine/request/body/sent-back.ts';
import { resource } from '../fixture.ts';

const tools = resource('tools');

describe('a row that is sent back', () => {
  it('is parted into what a body sets and what answers alone have', () => {
    const sent = {
      id: 3,
      name: 'Saw',
      depot_id: 1,
      depot: { id: 1, name: 'Ulm' },
      late: false,
      can: {},
      odd: 1,
    };
    expect(partBody(tools, sent)).to.deep.equal({
      body: { name: 'Saw', depot_id: 1, odd: 1 },
      sentBack: { id: 3, depot: { id: 1, name: 'Ulm' }, late: false, can: {} },
    });
    for (const none of [undefined, null, [], 'x']) {
      expect(partBody(tools, none)).to.deep.equal({ body: none, sentBack: {} });
    }
  });

  it('is refused field by field where something is not so', () => {
    const present = { id: 3, depot: { id: 1, name: 'Ulm' }, created_at: '2026-01-31T08:00:00.000Z' };
    const abroad = { id: 3, depot: { name: 'Ulm', id: 1 }, created_at: '2026-01-31T10:00:00+02:00' };
    expect(strayed(tools, abroad, present)).to.deep.equal([]);
    const wrong = {
      ...abroad,
      depot: { id: 1, name: 'Bonn' },
      created_at: '2026-01-31T10:00:00Z',
      late: true,
    };
    expect(strayed(tools, wrong, present).map(([path]) => path)).to.deep.equal([
      'depot',
      'created_at',
      'late',
    ]);
  });

  const alike: readonly (readonly [unknown, unknown, boolean])[] = [
    [1.1, 1.1, true],
    [1, '1', false],
    [null, undefined, false],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [{}, [], false],
    ['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000+00:00', true],
    ['soon', 'later', false],
  ];
  for (const [one, other, same] of alike) {
    it(`${JSON.stringify(one)} is ${same ? '' : 'not '}${JSON.stringify(other)}`, () => {
      expect([isAlike(one, other), isAlike(other, one)]).to.deep.equal([same, same]);
    });
  }
});
