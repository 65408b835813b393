/** What a definition declares of fields together: stamps, fields that only hold or must hold beside others, and orders. */

import { expect } from 'chai';
import type { AnyDefinition } from '../../../../engine/definition/definition.ts';
import type { Declarations } from '../../../../engine/definition/rule.ts';
import type { Fields } from '../../../../engine/definition/types.ts';
import { say } from '../../../../engine/message.ts';
import { judgeDeclarations } from '../../../../engine/write/rules.ts';
import { resource } from '../fixture.ts';

type Values = Readonly<Record<string, unknown>>;
const now = '2026-01-31T08:00:00.000Z';
const earlier = '2026-01-01T08:00:00.000Z';
const odd = say('Odd.');

/** A row after it was judged, and the fields that bear an error. */
function judged(declared: Declarations<Fields>, sent: Values, previous: Values | null = null, wrong = '') {
  const tools = resource('tools');
  const states = { field: 'state', transitions: {} };
  const definition: AnyDefinition = { ...tools.definition, states, ...declared };
  const row: Record<string, unknown> = { ...previous, ...sent };
  const errors = wrong ? { [wrong]: [] } : {};
  const names = new Set(Object.keys(sent));
  judgeDeclarations({ resource: { ...tools, definition }, row, previous, sent: names, errors }, now);
  return { row, errors: Object.keys(errors).filter((name) => name !== wrong) };
}

describe('a stamp', () => {
  const stamps = [{ field: 'lent_at', states: ['lent'] }];
  const cleared = [{ field: 'lent_at', states: ['lent'], kept: true as const, cleared: odd }];
  const cases: readonly [string, Declarations<Fields>, Values, Values | null, unknown, string[]][] = [
    ['is set on a creation in its state', { stamps }, { state: 'lent', lent_at: null }, null, now, []],
    ['is set on entering it', { stamps }, { state: 'lent' }, { state: 'in', lent_at: null }, now, []],
    [
      'leaves a time that is there',
      { stamps },
      { state: 'lent' },
      { state: 'in', lent_at: earlier },
      earlier,
      [],
    ],
    ['can be taken away later', { stamps }, { lent_at: null }, { state: 'lent', lent_at: earlier }, null, []],
    [
      'cannot where it is kept',
      { stamps: cleared },
      { lent_at: null },
      { state: 'lent', lent_at: earlier },
      now,
      [],
    ],
    ['stays on leaving', { stamps }, { state: 'in' }, { state: 'lent', lent_at: earlier }, earlier, []],
    ['goes on leaving', { stamps: cleared }, { state: 'in' }, { state: 'lent', lent_at: earlier }, null, []],
    [
      'goes with the time that a form sends back',
      { stamps: cleared },
      { state: 'in', lent_at: earlier },
      { state: 'lent', lent_at: earlier },
      null,
      [],
    ],
    [
      'refuses another time on leaving',
      { stamps: cleared },
      { state: 'in', lent_at: now },
      { state: 'lent', lent_at: earlier },
      null,
      ['lent_at'],
    ],
    ['is nothing of other states', { stamps: cleared }, { state: 'in', lent_at: earlier }, null, earlier, []],
  ];
  for (const [what, declared, sent, previous, time, errors] of cases) {
    it(what, () => {
      const seen = judged(declared, sent, previous);
      expect([seen.row.lent_at, seen.errors]).to.deep.equal([time, errors]);
    });
  }
  it('waits where its state is wrong', () => {
    expect(judged({ stamps }, { state: 'lent', lent_at: null }, null, 'state').row.lent_at).to.equal(null);
  });
});

describe('a field beside another', () => {
  const only = [{ fields: ['price', 'note'], beside: { state: ['lent', 'sold'] }, message: odd }];
  const requiredWhen = [{ field: 'price', beside: { state: ['sold'], note: { not: null } }, message: odd }];
  const cases: readonly [string, Declarations<Fields>, Values, Values | null, string[], string?][] = [
    ['holds', { only }, { state: 'sold', price: 1, note: 'x' }, null, []],
    ['is null', { only }, { state: 'in', price: null, note: null }, null, []],
    ['holds nowhere else', { only }, { state: 'in', price: 0, note: 'x' }, null, ['price', 'note']],
    ['is not judged where that is wrong', { only }, { state: 'in', price: 1, note: null }, null, [], 'state'],
    ['is judged by itself', { only }, { state: 'in', price: 1, note: 'x' }, null, ['note'], 'price'],
    ['is required', { requiredWhen }, { state: 'sold', price: null, note: 'x' }, null, ['price']],
    [
      'is not, where one of two is not so',
      { requiredWhen },
      { state: 'sold', price: null, note: null },
      null,
      [],
    ],
    ['is there', { requiredWhen }, { state: 'sold', price: 0, note: 'x' }, null, []],
    [
      'is not asked for anew',
      { requiredWhen },
      { name: 'b' },
      { name: 'a', state: 'sold', price: null, note: 'x' },
      [],
    ],
    [
      'is asked for where it is taken away',
      { requiredWhen },
      { price: null },
      { state: 'sold', price: 1, note: 'x' },
      ['price'],
    ],
  ];
  for (const [what, declared, sent, previous, errors, wrong] of cases) {
    it(what, () => {
      expect(judged(declared, sent, previous, wrong).errors).to.deep.equal(errors);
    });
  }
  it('has its default elsewhere: another value is refused where it is sent, else it goes', () => {
    const lent = { only: [{ fields: ['lent'], beside: { state: ['lent'] }, message: odd }] };
    const row = { state: 'in', lent: true };
    expect(judged(lent, row).errors).to.deep.equal(['lent']);
    expect(judged(lent, { state: 'in', lent: false }).errors).to.deep.equal([]);
    expect(judged(lent, { state: 'in' }, { state: 'lent', lent: true })).to.deep.equal({
      row: { state: 'in', lent: false },
      errors: [],
    });
  });
  it('is required of a list that must not be empty', () => {
    const lists = [{ field: 'person_ids', beside: { state: ['sold'] }, message: odd }];
    expect(judged({ requiredWhen: lists }, { state: 'sold', person_ids: [] }).errors).to.deep.equal([
      'person_ids',
    ]);
    expect(judged({ requiredWhen: lists }, { state: 'sold', person_ids: [1] }).errors).to.deep.equal([]);
  });
});

describe('an order', () => {
  const order = (blames: 'lower' | 'upper') => ({ order: [{ lower: 'price', upper: 'pieces', blames }] });
  const stored = { price: 1, pieces: 10 };
  const cases: readonly [string, 'lower' | 'upper', Values, string[], string?][] = [
    ['holds', 'upper', { price: 5, pieces: 5 }, []],
    ['compares numbers as numbers', 'upper', { price: 9 }, []],
    ['blames one of both', 'upper', { price: 7, pieces: 5 }, ['pieces']],
    ['blames the other of both', 'lower', { price: 7, pieces: 5 }, ['price']],
    ['blames what is sent: the lower', 'upper', { price: 11 }, ['price']],
    ['blames what is sent: the upper', 'lower', { pieces: 0 }, ['pieces']],
    ['is nothing beside null', 'upper', { price: null, pieces: 0 }, []],
    ['waits where one is wrong', 'upper', { price: 7, pieces: 5 }, [], 'price'],
  ];
  for (const [what, blames, sent, errors, wrong] of cases) {
    it(what, () => {
      expect(judged(order(blames), sent, stored, wrong).errors).to.deep.equal(errors);
    });
  }
});
