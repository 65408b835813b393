/** The reliability figures of some materials, per group. */
import { giveWay, type ReportContext } from '../../engine/index.ts';
import { figuresOf } from './figures.ts';
import { historiesOf } from './histories.ts';
import { type SitePeriods, sitesOf } from './sites.ts';
import { noSums, type Sums, sumUp } from './sums.ts';
import { Tally } from './tally.ts';

type Asked = Pick<
  ReportContext<object, true>,
  'db' | 'now' | 'where' | 'window' | 'by' | 'periods' | 'groups'
>;

/** The sums of a group, or of a period. */
interface Counted {
  readonly value: unknown;
  readonly sums: Sums;
  /** The end of the counted time, in milliseconds; null if nothing is counted. */
  readonly until: number | null;
}

/** The target of each material's sums. */
interface Table {
  /** One for each period of its site. */
  sumsOf(id: number, site: SitePeriods): readonly Sums[];
  rows(): Iterable<Counted>;
}

/** @returns a row for each period of the window, for each group that occurs, or a single one */
export async function reliabilityOf(work: Asked) {
  const { window, periods } = work;
  const values = await work.groups({ each: true });
  const days = periods.length > 0 ? periods.map(({ from }) => from) : [window.from];
  const sites = await sitesOf(work, [...days, window.until]);
  const table = periods.length > 0 ? tableOf(periods, [...sites.values()]) : tableBy(values, work);
  for await (const { id, site, history } of historiesOf({ ...work, sites }, [...values.keys()])) {
    // A material that was added after the others were read belongs to no group.
    if (values.has(id)) sumUp(table.sumsOf(id, site), site.periods, history);
    await giveWay();
  }
  const told = [];
  for (const { value, until, sums } of table.rows()) {
    told.push({
      value,
      until_at: until === null ? null : new Date(until).toISOString(),
      ...figuresOf(sums),
    });
    await giveWay();
  }
  return told;
}

function tableOf(periods: Asked['periods'], sites: readonly SitePeriods[]): Table {
  const sums = periods.map(noSums);
  return {
    sumsOf: () => sums,
    *rows() {
      for (const [at, { value }] of periods.entries())
        yield { value, sums: sums[at] ?? noSums(), until: latest(sites, at) };
    },
  };
}

function tableBy(values: ReadonlyMap<number, unknown>, work: Asked): Table {
  const tally = new Tally(work, () => ({ sums: [noSums()] as const, sites: new Set<SitePeriods>() }));
  return {
    sumsOf(id, site) {
      const { sums, sites } = tally.at(values.get(id));
      sites.add(site);
      return sums;
    },
    *rows() {
      for (const [value, { sums, sites }] of tally.sums)
        yield { value, sums: sums[0], until: latest([...sites], 0) };
    },
  };
}

/** The latest end of a period's counted time. */
function latest(sites: readonly SitePeriods[], at: number): number | null {
  const reached = sites.map(({ periods }) => periods.reached(at)).filter((one) => one !== null);
  return reached.length === 0 ? null : Math.max(...reached);
}
