/** The result of a run, as a table of ratios, with the missed targets. */
import type { Kind } from './bench-database.ts';
import type { BenchSite } from './bench-site.ts';
import type { ContenderName } from './contenders.ts';
import { type Spread, showSpread, spreadOf, table } from './figures.ts';
import type { Sample } from './measure.ts';
import type { WorkName } from './work.ts';

/** Per work the rounds, per round a sample of every server. */
export type Results = Map<WorkName, ReadonlyMap<ContenderName, Sample>[]>;

type Figure = keyof Sample;

/** The ratio of ours to another, within each round. A round in which a server answered nothing is ignored. */
function ratio(results: Results, work: WorkName, figure: Figure, to: ContenderName): Spread {
  const ratios = (results.get(work) ?? []).map((round) => {
    return (round.get('ours')?.[figure] ?? Number.NaN) / (round.get(to)?.[figure] ?? Number.NaN);
  });
  return spreadOf(ratios.filter((one) => Number.isFinite(one) && one > 0));
}

/** The table of one database. */
export function report(kind: Kind, site: BenchSite, results: Results, remark: string): string {
  const head = ['', 'requests/s', 'CPU a request', 'p50', 'p99', 'requests/s, limit', 'CPU, limit'];
  const rows = [...results.keys()].map((work) => [
    work,
    ...(['perSecond', 'cpu', 'p50', 'p99'] as const).map((figure) =>
      showSpread(ratio(results, work, figure, 'by hand')),
    ),
    ...(['perSecond', 'cpu'] as const).map((figure) => showSpread(ratio(results, work, figure, 'limit'))),
  ]);
  const name = kind === 'mariadb' ? 'MariaDB' : 'SQLite';
  return [
    `\n${name}, ${site.materials.toLocaleString('en-US')} materials in one site; ours to by hand (and to the limit):`,
    'median of the rounds (least–most)',
    '',
    table([head, ...rows]),
    '',
    `Memory in MiB: ${memory(results)}; ${remark}`,
    '',
  ].join('\n');
}

function memory(results: Results): string {
  const last = [...results.values()].at(-1)?.at(-1);
  return [...(last ?? [])].map(([name, { memory }]) => `${name} ${memory.toFixed(0)}`).join(', ');
}

/** The targets of the service, as medians: minimum or maximum ratios to another. */
export function missedAims(kind: Kind, results: Results): string[] {
  const misses: string[] = [];
  const check = (work: WorkName, figure: Figure, to: ContenderName, bound: 'least' | 'most', aim: number) => {
    const { median } = ratio(results, work, figure, to);
    const met = bound === 'least' ? median >= aim : median <= aim;
    if (met || Number.isNaN(median)) return;
    misses.push(
      `  ${kind}, ${work}: ${titles[figure]} ${median.toFixed(2)} of ${to}, at ${bound} ${aim} wanted`,
    );
  };
  for (const work of results.keys()) {
    check(work, 'perSecond', 'by hand', 'least', 1.2);
    check(work, 'cpu', 'by hand', 'most', 0.7);
    check(work, 'p99', 'by hand', 'most', 1);
  }
  const nearLimit: readonly WorkName[] = kind === 'mariadb' ? ['list', 'view'] : ['view', 'create', 'update'];
  for (const work of nearLimit) check(work, 'perSecond', 'limit', 'least', 0.75);
  const last = [...results.keys()].at(-1);
  if (last) check(last, 'memory', 'by hand', 'most', 1.3);
  return misses;
}

const titles: Readonly<Record<Figure, string>> = {
  perSecond: 'requests a second',
  cpu: 'CPU a request',
  p50: 'p50',
  p99: 'p99',
  memory: 'memory',
};
