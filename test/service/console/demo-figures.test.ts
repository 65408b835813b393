/** The demo fills each picture of its figures on the first day, and shows a gap where nothing is known. */
import { expect } from 'chai';
import type { Asked } from '../../../console/figures/charted.ts';
import { isDrawnOf, pathOf } from '../../../console/figures/of-report.ts';
import { windowOf } from '../../../console/figures/window.ts';
import type { Report, Row } from '../../../console/service/metadata.ts';
import type { Client } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

type Group = Readonly<Record<string, unknown>>;

describe('the pictures of the demo', () => {
  const people = serveDemo(['admin', 'manager', 'viewer']);
  const window = windowOf(new URLSearchParams(), new Date().toISOString().slice(0, 10));

  const get = async (client: Client, path: string) => {
    const { status, body, text } = await client.get(path);
    expect(status, `${path} ${text}`).to.equal(200);
    return body.data;
  };

  /** The pictures that the console draws, each of several rows if it is one of a row. */
  async function drawn(client: Client): Promise<Asked[]> {
    const reports: Report[] = await get(client, '/reports');
    const all = reports.map(async (report) => {
      const { resource, on, charts } = report;
      const asked = charts.map((chart) => ({ report, chart, window, filters: {} }));
      if (on === 'collection' || charts.length === 0) return asked;
      const rows: Row[] = await get(client, `/${resource}?per_page=30`);
      return asked.flatMap((one) =>
        rows.filter((row) => isDrawnOf(one.chart, row)).map(({ id }) => ({ ...one, id })),
      );
    });
    return (await Promise.all(all)).flat();
  }

  /** Series of a picture, each with its values from the first to the last. */
  async function seriesOf(client: Client, asked: Asked): Promise<unknown[][]> {
    const groups: Group[] = await get(client, pathOf(asked));
    return asked.chart.y.map((name) => groups.map((group) => group[name]));
  }

  for (const [name, where] of [
    ['admin', 'the headquarters'],
    ['manager', 'Plant North'],
    ['viewer', 'Plant South'],
  ] as const) {
    it(`show something at ${where}, and a gap`, async () => {
      const client = people[name];
      const shown = new Map<string, boolean[]>();
      const withGaps = new Set<string>();
      for (const asked of await drawn(client)) {
        const { title } = asked.chart;
        const series = await seriesOf(client, asked);
        const seen = series.flat().filter((value) => value !== null && value !== 0);
        shown.set(title, [...(shown.get(title) ?? []), seen.length >= 3]);
        if (series.some(hasGap)) withGaps.add(title);
      }
      expect([...shown.keys()].sort()).to.deep.equal([
        'Availability by month',
        'Backlog by priority',
        'Compliance by month',
        'Cost by month',
        'Failures by mode',
        'Most downtime',
        'Readings',
        'Stock',
        'Use by month',
      ]);
      // A part may have come in only lately.
      for (const [title, all] of shown)
        expect(all.filter(Boolean).length, title).to.be.above(all.length * 0.9);
      expect([...withGaps]).to.include('Readings');
    });
  }
});

/** Whether nothing is known between two values. */
function hasGap(values: readonly unknown[]): boolean {
  const isKnown = (value: unknown) => value !== null;
  const between = values.slice(values.findIndex(isKnown), values.findLastIndex(isKnown) + 1);
  return between.some((value) => value === null);
}
