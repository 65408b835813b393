/** The first thousand requests after a start, when most of the code is not compiled yet: ours compared with the one by hand. */
import { type Contender, startContender } from './contenders.ts';
import { showSpread, spreadOf, table } from './figures.ts';
import type { Sample } from './measure.ts';
import type { Measuring } from './rounds.ts';
import type { WorkName } from './work.ts';

const works: readonly WorkName[] = ['view', 'list', 'create'];
const sides = ['ours', 'by hand'] as const;
type Side = (typeof sides)[number];

interface First extends Sample {
  /** Milliseconds until it listens. */
  readonly start: number;
}

/** @param starts of each side for each work, alternating */
export async function compareFirst(url: string, starts: number, measuring: Measuring): Promise<string> {
  const rows: string[][] = [['', 'CPU a request', 'time of all', 'p99', 'time to start']];
  for (const work of works) {
    const rounds: Readonly<Record<Side, First>>[] = [];
    for (let round = 0; round < starts; round += 1) {
      const turned = round % 2 === 1;
      const [one, other] = [
        await askFirst(turned ? 'by hand' : 'ours', url, work, `f${round}`, measuring),
        await askFirst(turned ? 'ours' : 'by hand', url, work, `g${round}`, measuring),
      ];
      rounds.push(turned ? { ours: other, 'by hand': one } : { ours: one, 'by hand': other });
    }
    const ratio = (figure: (first: First) => number) =>
      showSpread(spreadOf(rounds.map((round) => figure(round.ours) / figure(round['by hand']))));
    rows.push([
      work,
      ratio(({ cpu }) => cpu),
      ratio(({ perSecond }) => 1 / perSecond),
      ratio(({ p99 }) => p99),
      ratio(({ start }) => start),
    ]);
  }
  return table(rows);
}

async function askFirst(
  side: Side,
  url: string,
  work: WorkName,
  run: string,
  { site, headers, load }: Measuring,
): Promise<First> {
  const began = performance.now();
  const server: Contender = await startContender(side, url);
  const start = performance.now() - began;
  try {
    return { ...(await load.run(server, { work, site, headers, seconds: 0, amount: 1000, run })), start };
  } finally {
    await server.stop();
  }
}
