/** What a long command shows of its way: a bar that is rewritten in a terminal, a few lines elsewhere. */
import { expect } from 'chai';
import { createProgress } from '../../../commands/terminal/progress.ts';

function record(isTTY: boolean): { written: string[]; stream: Parameters<typeof createProgress>[0] } {
  const written: string[] = [];
  return { written, stream: { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 } };
}

describe('progress', () => {
  it('rewrites one line of a terminal, ten times a second at most, and ends it', () => {
    const { written, stream } = record(true);
    let now = 0;
    const progress = createProgress(stream, () => now);
    for (const [at, done] of [
      [0, 0.001],
      [50, 0.2],
      [1000, 0.5],
      [2000, 1],
    ] as const) {
      now = at;
      progress.show(done, `${done * 1000} rows`);
    }
    progress.end();
    expect(written).to.deep.equal([
      `\r${'░'.repeat(30)}   0 %  1 rows, 0:00 left\u001b[K`,
      `\r${'█'.repeat(15)}${'░'.repeat(15)}  50 %  500 rows, 0:01 left\u001b[K`,
      `\r${'█'.repeat(30)} 100 %  1000 rows\u001b[K`,
      '\n',
    ]);
  });

  it('writes a line at every tenth of the way elsewhere', () => {
    const { written, stream } = record(false);
    let now = 0;
    const progress = createProgress(stream, () => now);
    for (let step = 1; step <= 100; step += 1) {
      now = step * 1000;
      progress.show(step / 100, `${step} rows`);
    }
    progress.end();
    expect(written.length).to.equal(10);
    expect(written[0]).to.equal(' 10 %  10 rows, 1:30 left\n');
    expect(written[9]).to.equal('100 %  100 rows\n');
  });
});
