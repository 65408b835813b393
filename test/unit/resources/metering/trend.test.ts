/** What a meter showed in each of some spans of time. */
import { expect } from 'chai';
import { trendOf } from '../../../../resources/metering/trend.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const span = (from: number, until: number) => ({ from: at(from), until: at(until) });
const read = (hour: number, value: number, total: number | null) => ({ read_at: at(hour), value, total });

describe('the trend of a meter', () => {
  it('adds up to what a counter gained, each reading in the span that it begins', async () => {
    const readings = [read(1, 5, 5), read(4, 7.5, 7.5), read(6, 8, 8), read(8, 0.1, 8.1)];
    const spans = [span(0, 2), span(2, 4), span(4, 6), span(6, 12), span(12, 14)];
    expect((await trendOf(readings, spans)).map(({ readings: count, used }) => [count, used])).to.deep.equal([
      ...[
        [1, null],
        [0, null],
        [1, 2.5],
        [2, 0.6],
        [0, null],
      ],
    ]);
    const after = [span(5, 7), span(7, 9)];
    expect(
      (await trendOf(readings, after)).map(({ used }) => used),
      'what came before counts from there',
    ).to.deep.equal([0.5, 0.1]);
  });

  it('tells what a gauge showed, and of no use', async () => {
    const readings = [read(1, 5, null), read(2, -3, null), read(3, 4, null)];
    expect(await trendOf(readings, [span(0, 4)])).to.deep.equal([
      { readings: 3, last: 4, minimum: -3, maximum: 5, used: null },
    ]);
    expect(await trendOf([], [span(0, 4)])).to.deep.equal([
      { readings: 0, last: null, minimum: null, maximum: null, used: null },
    ]);
  });
});
