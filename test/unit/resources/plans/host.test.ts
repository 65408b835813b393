/** Where and when the service runs changes nothing: processes in other time zones, in winter and in summer. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const program = join(import.meta.dirname, 'answers.ts');
const hosts = ['Europe/Paris', 'America/New_York', 'Pacific/Apia'];

interface Told {
  readonly offset: number;
  readonly seasons: readonly string[];
}

async function runIn(timezone: string): Promise<Told> {
  const options = { env: { ...process.env, TZ: timezone }, maxBuffer: 2 ** 26 };
  const words = ['--import', import.meta.resolve('tsx'), program];
  const { stdout } = await promisify(execFile)(process.execPath, words, options);
  return JSON.parse(stdout);
}

describe('the host of the service', () => {
  it('changes no date by its time zone, nor by the season in which it runs', async () => {
    const told = await Promise.all(hosts.map(runIn));
    expect(
      told.map(({ offset }) => offset),
      'the hosts are where they should be',
    ).to.deep.equal([-60, 300, -780]);
    const answers = told.flatMap(({ seasons }) => seasons);
    expect(answers).to.have.lengthOf(2 * hosts.length);
    expect(answers[0]).to.have.length.above(100_000);
    expect(new Set(answers).size).to.equal(1);
  });
});
