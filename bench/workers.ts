/**
 * `npm run bench:workers`: the same service with one process and with two (`WORKERS`), and with and without the request log
 * (`bench/processes.ts` explains it).
 *
 *   npm run bench:workers                     MariaDB and SQLite
 *   npm run bench:workers -- --only sqlite    one database
 *   npm run bench:workers -- --work view      one work: view, list or mix
 *   npm run bench:workers -- --rounds 9       more rounds
 *   npm run bench:workers -- --requests 5000  of a round, in place of 2000
 *   npm run bench:workers -- --warm 20000     of each process before, in place of 8000
 */
import { parseArgs } from 'node:util';
import { describeMachine, kindsOf, withBench } from './bench-run.ts';
import { compareProcesses } from './processes.ts';
import type { WorkName } from './work.ts';

const works: readonly WorkName[] = ['view', 'list', 'mix'];
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '2000' },
    warm: { type: 'string', default: '8000' },
    work: { type: 'string' },
  },
});
const options = {
  works: works.filter((one) => (values.work ?? one) === one),
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  warm: Number(values.warm),
};
for (const kind of kindsOf(values.only)) {
  await withBench(kind, 5000, false, async ({ url }, measuring) => {
    console.log(`\n${kind}, ${describeMachine()}\n\n${await compareProcesses(url, options, measuring)}`);
  });
}
