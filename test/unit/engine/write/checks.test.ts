/** What a write refuses without asking a database: what is fixed, what is past, and how states change. */
import { expect } from 'chai';
import { invalid, noErrors } from '../../../../engine/failure.ts';
import { DateOnly } from '../../../../engine/index.ts';
import { factsOf } from '../../../../engine/kinds/field.ts';
import { type FieldModel, fieldOf } from '../../../../engine/model/resource.ts';
import { pickKeys, singleAnswer } from '../../../../engine/read/single.ts';
import {
  type Changeset,
  type ChangesetRow,
  defaultsOf,
  differs,
} from '../../../../engine/write/changeset.ts';
import { checkFixed, checkPast, checkState } from '../../../../engine/write/checks.ts';
import { gauge } from '../request/body-table.ts';

const now = new Date('2026-01-31T08:00:00.000Z');

function draftOf(previous: ChangesetRow | null, sent: ChangesetRow): Changeset {
  const row = { ...previous, ...sent };
  return { resource: gauge, row, previous, sent: new Set(Object.keys(sent)), errors: noErrors() };
}

function told({ errors }: Changeset): unknown {
  return Object.keys(errors).length === 0 ? {} : invalid(errors).toBody('en').errors;
}

describe('a draft', () => {
  const cases: readonly (readonly [
    title: string,
    check: (draft: Changeset) => void,
    before: ChangesetRow | null,
    sent: ChangesetRow,
    errors: unknown,
  ])[] = [
    ['sets at creation what is fixed', checkFixed, null, { code: 'a' }, {}],
    ['sends again what is fixed', checkFixed, { code: 'a' }, { code: 'a' }, {}],
    ['leaves out what is fixed', checkFixed, { code: 'a' }, { name: 'b' }, {}],
    [
      'changes what is fixed',
      checkFixed,
      { code: 'a' },
      { code: 'b', name: 'c' },
      { code: ['The code cannot be changed after creation.'] },
    ],
    [
      'empties what is fixed',
      checkFixed,
      { code: 'a' },
      { code: null },
      { code: ['The code cannot be changed after creation.'] },
    ],
    ['was just now', past, null, { read_at: '2026-01-31T08:00:00.000Z' }, {}],
    ['was at no time', past, null, { read_at: null }, {}],
    ['was later, and is not touched', past, { read_at: '2027-01-01T00:00:00.000Z' }, { name: 'b' }, {}],
    ['is bought on a day that may come', past, null, { bought_on: '2027-01-01' }, {}],
    [
      'is a millisecond ahead',
      past,
      null,
      { read_at: '2026-01-31T08:00:00.001Z' },
      { read_at: ['The read at must not be in the future.'] },
    ],
    ['begins in any state', checkState, null, { state: 'lost' }, {}],
    ['begins in a state for that', begun, null, { state: 'worn' }, {}],
    ['begins without a state, which a hook gives', begun, null, {}, {}],
    [
      'begins in a state that comes later',
      begun,
      null,
      { state: 'lost' },
      { state: ['The state of something new must be one of: ready, worn.'] },
    ],
    [
      'begins in no state',
      begun,
      null,
      { state: null },
      { state: ['The state of something new must be one of: ready, worn.'] },
    ],
    ['returns to a state that is not for the beginning', begun, { state: 'ready' }, { state: 'lost' }, {}],
    ['stays in its state', checkState, { state: 'lost' }, { state: 'lost' }, {}],
    ['goes where it may', checkState, { state: 'ready' }, { state: 'lost' }, {}],
    [
      'goes where it may not',
      checkState,
      { state: 'worn' },
      { state: 'lost' },
      { state: ['The state cannot change from worn to lost. Possible now: ready.'] },
    ],
    [
      'leaves a state that is the last',
      checkState,
      { state: 'lost' },
      { state: 'ready' },
      { state: ['The state cannot change from lost to ready. Possible now: nothing.'] },
    ],
  ];

  function begun(draft: Changeset): void {
    const { states } = gauge.definition;
    const definition = states && { ...gauge.definition, states: { ...states, initial: ['ready', 'worn'] } };
    checkState({ ...draft, resource: { ...gauge, ...(definition && { definition }) } });
  }

  function past(draft: Changeset): void {
    checkPast(draft, now);
  }

  for (const [title, check, before, sent, errors] of cases) {
    it(title, () => {
      const draft = draftOf(before, sent);
      check(draft);
      expect(told(draft)).to.deep.equal(errors);
    });
  }

  it('keeps the error that a field has already', () => {
    const draft = draftOf(
      { code: 'a', state: 'lost' },
      { code: 'b', state: 'ready', read_at: '9999-01-01T00:00:00.000Z' },
    );
    const known = ['code', 'state', 'read_at'];
    for (const name of known) draft.errors[name] = [];
    for (const check of [checkFixed, past, checkState]) check(draft);
    expect(draft.errors).to.deep.equal({ code: [], state: [], read_at: [] });
  });

  it('takes days from the clocks of the site, at the moment of the request', () => {
    const field = (name: string, day: ReturnType<typeof DateOnly>): [string, FieldModel] => [
      name,
      { ...fieldOf(gauge, 'bought_on'), name, facts: factsOf(day) },
    ];
    const fields = new Map([
      field('today', DateOnly({ default: 'today' })),
      field('next', DateOnly({ default: 'today+30' })),
      field('last', DateOnly({ default: 'today-1' })),
    ]);
    const site = (timezone: string) => ({ site: { id: 1, timezone, is_headquarters: false } });
    const now = '2026-01-31T23:30:00.000Z';
    expect(defaultsOf(fields, now, { site: null })).to.deep.equal({
      ...{ today: '2026-01-31', next: '2026-03-02', last: '2026-01-30' },
    });
    expect(defaultsOf(fields, now, site('Europe/Paris'))).to.include({ today: '2026-02-01' });
  });

  it('begins with the defaults, and with null for what may be nothing', () => {
    const row = defaultsOf(gauge.fields, '2026-01-31T08:00:00.000Z', { site: null });
    expect(row).to.include({ state: 'ready', lent: false, note: null, bought_on: null, keeper_id: null });
    expect(row).not.to.have.any.keys('name', 'code', 'price', 'reason', 'total');
  });

  it('differs if values do, for all kinds of values', () => {
    const before = { name: 'a', note: null, keeper_ids: [1, 2], parts: [{ size: 1 }] };
    const same = draftOf(before, { name: 'a', note: null, keeper_ids: [1, 2], parts: [{ size: 1 }] });
    for (const name of Object.keys(before)) expect(differs(same, name), name).to.equal(false);
    const other = draftOf(before, { name: null, note: '', keeper_ids: [2, 1], parts: [{ size: 2 }] });
    for (const name of Object.keys(before)) expect(differs(other, name), name).to.equal(true);
    expect(differs(draftOf(null, {}), 'name'), 'at creation').to.equal(true);
  });
});

describe('the answer about one row', () => {
  const found = (state: string) => ({ answer: { id: 3, name: 'a', state }, version: 2 });

  for (const [state, open] of Object.entries({ ready: ['worn', 'lost'], worn: ['ready'], lost: [] })) {
    it(`has the states open from ${state}`, () => {
      const { id, data, etag } = singleAnswer(gauge, found(state));
      expect(id).to.equal(3);
      expect(data).to.deep.equal({ id: 3, name: 'a', state, state_transitions: open });
      expect(etag).to.match(/^"2-/);
    });
  }

  it('has another tag in another state, made of what it is as JSON', () => {
    const { etag, data, json } = singleAnswer(gauge, found('ready'));
    expect(json).to.equal(JSON.stringify(data));
    expect(singleAnswer(gauge, found('worn')).etag).not.to.equal(etag);
  });

  it('has the keys that were asked for, in its own order, and nothing else', () => {
    const { data } = singleAnswer(gauge, found('ready'));
    expect(Object.keys(pickKeys(data, ['state', 'id', 'constructor', 'colour']))).to.deep.equal([
      'id',
      'state',
    ]);
    expect(pickKeys(data, [])).to.deep.equal({});
    expect(pickKeys(data, null)).to.equal(data);
  });
});
