/** Answers of counts: order, labels and sums of groups as the database gives them. */

import { expect } from 'chai';
import { Failure } from '../../../../../engine/failure.ts';
import { answerOf, type Group, type Key } from '../../../../../engine/features/counts/answer.ts';
import { decimals, money } from '../../../../../engine/kinds/scalars/decimal.ts';
import { integer } from '../../../../../engine/kinds/scalars/integer.ts';
import type { Scalar } from '../../../../../engine/kinds/scalars/scalar.ts';
import { say } from '../../../../../engine/message.ts';
import type { Summed } from '../../../../../engine/model/groups.ts';

const plain: Key = { words: new Map(), part: null, named: false, nothing: say('none') };
const rows: Key = { ...plain, named: true };
const states: Key = {
  ...plain,
  words: new Map([
    ['ready', say('ready').text],
    ['in_use', say('in use').text],
  ]),
};

/** Groups of one row each. */
const groups = (
  ...all: (readonly [values: readonly unknown[], names?: readonly (string | null)[]])[]
): Group[] => all.map(([values, names = values.map(() => null)]) => ({ values, names, count: 1, sums: [] }));

const shown = async (all: readonly Group[], ...keys: readonly Key[]) =>
  (await answerOf(all, keys, [], 'en')).map(({ value, label, values, labels }) =>
    keys.length === 1 ? [value, label] : [values, labels],
  );

const orders: readonly (readonly [what: string, key: Key, all: readonly Group[], answer: unknown])[] = [
  [
    'words as they are declared, those that are no more behind them, null last',
    states,
    groups([[null]], [['gone']], [['in_use']], [['ready']]),
    [
      ['ready', 'Ready'],
      ['in_use', 'In use'],
      ['gone', 'gone'],
      [null, 'None'],
    ],
  ],
  [
    'rows by name without regard to case and accents, then by id; one that is not seen by its id alone',
    rows,
    groups([[3], ['zebra']], [[null]], [[10], ['Élan']], [[2], ['elan']], [[9], ['elan']], [[7], [null]]),
    [
      [7, '#7'],
      [2, 'elan'],
      [9, 'elan'],
      [10, 'Élan'],
      [3, 'zebra'],
      [null, 'None'],
    ],
  ],
  [
    'null by what it is called',
    { ...plain, nothing: say('system') },
    groups([['a']], [[null]]),
    [
      ['a', 'a'],
      [null, 'System'],
    ],
  ],
];

const amounts: readonly (readonly [scalar: Scalar, exact: bigint, shown: number | null])[] = [
  [integer, 0n, 0],
  [integer, -5n, -5],
  [integer, BigInt(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  [integer, 2n ** 53n, null],
  [integer, 10n ** 25n, null],
  [money, 1n, 0.01],
  [money, -30n, -0.3],
  [money, 123_456_789_012_345n, 1_234_567_890_123.45],
  [money, 999_999n * 999_999_999n, 9_999_989_990_000.01],
  // Beyond 2^46 the next number is more than a hundredth away.
  [money, 900_719_925_474_098n, 9_007_199_254_740.98],
  [money, 7_500_000_000_000_001n, null],
  [money, 2n ** 53n + 1n, null],
  [money, 10n ** 25n, null],
  [decimals.decimal1, 5n, 0.5],
  [decimals.decimal3, -1n, -0.001],
  [decimals.decimal3, 999_999_999_999_999n, 999_999_999_999.999],
  [decimals.decimal3, 9_007_199_254_740_991n, null],
  [decimals.decimal6, 999_999_999_999_999n, 999_999_999.999999],
  [decimals.decimal6, 10n ** 16n, null],
];

describe('answers of counts', () => {
  for (const [what, key, all, answer] of orders) {
    it(`have ${what}`, async () => expect(await shown(all, key)).to.deep.equal(answer));
  }

  it('name weeks and years as ISO 8601 does', async () => {
    const label = async (part: 'week' | 'year' | 'day', day: string) =>
      (await shown(groups([[day]]), { ...plain, part }))[0]?.[1];
    expect(await label('week', '2026-11-02')).to.equal('2026-W45');
    // The Monday of a week that belongs to the year after it.
    expect(await label('week', '2025-12-29')).to.equal('2026-W01');
    expect(await label('year', '2026-01-01')).to.equal('2026');
    expect(await label('day', '2026-01-01')).to.equal('2026-01-01');
  });

  it('by nothing are one row', async () => {
    const one: Group = { values: [], names: [], count: 0, sums: [0n, 150n] };
    const sums: Summed[] = [
      { name: 'pieces', scalar: integer, value: { text: '', bindings: [] }, computed: false },
      { name: 'price', scalar: money, value: { text: '', bindings: [] }, computed: false },
    ];
    expect(await answerOf([one], [], sums, 'en')).to.deep.equal([
      { count: 0, sums: { pieces: 0, price: 1.5 } },
    ]);
    expect(await answerOf([{ ...one, count: 3, sums: [] }], [], [], 'en')).to.deep.equal([{ count: 3 }]);
  });

  for (const [scalar, exact, number] of amounts) {
    it(`${number === null ? 'refuse' : 'show'} ${exact} as ${scalar.type}`, async () => {
      const summed: Summed = { name: 'price', scalar, value: { text: '', bindings: [] }, computed: false };
      const answer = () => answerOf([{ values: [], names: [], count: 1, sums: [exact] }], [], [summed], 'en');
      if (number === null) {
        const failure = await answer().catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(Failure).with.property('code', 'validation_failed');
      } else expect(await answer()).to.deep.equal([{ count: 1, sums: { price: number } }]);
    });
  }
});
