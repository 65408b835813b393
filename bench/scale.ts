/**
 * `npm run bench:scale`: how the service uses one machine and several, as ratios within one run. For each database: ours compared
 * with the same by hand and with the limit of the machine (requests, processor time, p50, p99, memory), one process with two and
 * with the request log, and the first thousand requests after a start; then, if Galera is installed, one to three nodes of a
 * cluster.
 *
 *   npm run bench:scale                     everything, about a quarter of an hour on two idle cores
 *   npm run bench:scale -- --quick          fewer and shorter rounds, for a first look
 *   npm run bench:scale -- --only sqlite    one of mariadb, sqlite and cluster
 */
import { parseArgs } from 'node:util';
import { findGalera, howToInstallGalera } from '../test/harness/galera.ts';
import type { Kind } from './bench-database.ts';
import { describeMachine, kindsOf, withBench } from './bench-run.ts';
import { compareCluster } from './cluster.ts';
import { type Contender, contenderNames, startContender } from './contenders.ts';
import { compareFirst } from './first.ts';
import { startLoad } from './measure.ts';
import { compareProcesses } from './processes.ts';
import { report } from './report.ts';
import { type Measuring, measureWorks } from './rounds.ts';
import type { WorkName } from './work.ts';

const works: readonly WorkName[] = ['list', 'view', 'create', 'update', 'mix'];
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const settings = values.quick
  ? ({
      pace: { rounds: 3, seconds: 0.7, warmUp: 1.5, resume: 0.5 },
      processes: { works: ['view'], rounds: 3, requests: 1000, warm: 4000 },
      starts: 2,
      cluster: { rounds: 3, seconds: 1.5 },
    } as const)
  : ({
      pace: { rounds: 7, seconds: 1.2, warmUp: 3, resume: 1.5 },
      processes: { works: ['view', 'list', 'mix'], rounds: 7, requests: 2000, warm: 12_000 },
      starts: 4,
      cluster: { rounds: 7, seconds: 3 },
    } as const);

if (values.only !== 'cluster') for (const kind of kindsOf(values.only)) await onOneMachine(kind);
if (values.only === undefined || values.only === 'cluster') await onSeveral();

async function onOneMachine(kind: Kind): Promise<void> {
  await withBench(kind, 20_000, true, async ({ url }, measuring) => {
    await byHand(kind, url, measuring);
    title(`${kind}: the first thousand requests after a start, ours to by hand`);
    console.log(await compareFirst(url, settings.starts, measuring));
  });
  await withBench(kind, 5000, false, async ({ url }, measuring) => {
    title(`${kind}: one process, two, and a line of the log for each request`);
    console.log(await compareProcesses(url, settings.processes, measuring));
  });
}

async function byHand(kind: Kind, url: string, measuring: Measuring): Promise<void> {
  const contenders: Contender[] = [];
  try {
    for (const name of contenderNames) contenders.push(await startContender(name, url));
    const results = await measureWorks(contenders, works, settings.pace, measuring);
    console.log(report(kind, measuring.site, results, describeMachine()));
  } finally {
    for (const one of contenders) await one.stop();
  }
}

async function onSeveral(): Promise<void> {
  if (findGalera() === null) {
    console.log(`There is no Galera here: ${howToInstallGalera}.`);
    return;
  }
  const load = startLoad(false);
  try {
    const { rounds, seconds } = settings.cluster;
    const figures = await compareCluster(rounds, seconds, load);
    title(
      'cluster: nine tenths reads, one node writes and the others answer reads; ratios to one node that does both',
    );
    console.log(figures);
  } finally {
    load.stop();
  }
}

function title(text: string): void {
  console.log(`\n${text} (${describeMachine()})\n`);
}
