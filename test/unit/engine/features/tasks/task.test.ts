/** Intervals of tasks. */
import { expect } from 'chai';
import { parseEvery } from '../../../../../engine/features/tasks/feature.ts';

describe('the interval of a task', () => {
  const table: [text: string, milliseconds: number | null][] = [
    ['1 second', 1000],
    ['90 seconds', 90_000],
    ['1 minute', 60_000],
    ['6 hours', 21_600_000],
    ['10 days', 864_000_000],
    ['11 days', null],
    ['0 minutes', null],
    ['1.5 hours', null],
    ['-1 minute', null],
    ['1 week', null],
    ['minute', null],
    ['1minute', null],
    ['', null],
    ['1 constructor', null],
  ];
  for (const [text, milliseconds] of table) {
    it(`“${text}” is ${milliseconds === null ? 'none' : `${milliseconds} ms`}`, () => {
      expect(parseEvery(text)).to.equal(milliseconds);
    });
  }
});
