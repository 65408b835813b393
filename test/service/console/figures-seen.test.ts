/** What is counted can be seen: each link of each figure leads to the rows that it counts, or says by its text that it does not. */
import { expect } from 'chai';
import type { Asked, Chart } from '../../../console/figures/charted.ts';
import { pathOf } from '../../../console/figures/of-report.ts';
import { dayClockOf, linkTo, linkToPeriod } from '../../../console/figures/rows-behind.ts';
import { windowOf } from '../../../console/figures/window.ts';
import { addMonths } from '../../../console/parts/time/days.ts';
import { instantAt } from '../../../console/parts/time/moments.ts';
import type { Meta, Page, Report, Resource, Row } from '../../../console/service/metadata.ts';
import type { Client } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

type Group = Readonly<Record<string, unknown>> & { readonly value: unknown };
type Listed = readonly Row[];

const total = (name: string) => (rows: Listed) => sum(rows.map((row) => numberAt(row, name)));
const paid = (row: Row) => numberAt(row, 'total_price') * (row.type === 'exit' ? 1 : -1);

/** Figures that are no number of rows: what their rows give in total. */
const amounts: Readonly<Record<string, (rows: Listed) => number>> = {
  entries: total('quantity'),
  exits: total('quantity'),
  parts_cost: (rows) => sum(rows.map(paid)),
  labour_cost: total('amount'),
  service_cost: total('amount'),
};

/** Figures with a link beside them: why it finds other rows. */
const others: Readonly<Record<string, (figures: Group, rows: Listed) => boolean>> = {
  // Their length is cut to the required time.
  unplanned_down_hours: (_, rows) => rows.length > 0,
  planned_down_hours: (_, rows) => rows.length > 0,
  // Stops that overlap count once.
  down_periods: ({ down_periods }, rows) => rows.length >= Number(down_periods),
  // Those before and after the life of a material do not count.
  failures: ({ failures }, rows) => rows.length >= Number(failures),
  due: ({ due, excused, pending }, rows) => rows.length === Number(due) + Number(excused) + Number(pending),
};

/** The figure that counts the rows of a group. */
const ofGroups: Readonly<Record<string, string>> = {
  reliability: 'materials',
  costs: 'materials',
  pareto: 'failures',
  backlog: 'count',
};

describe('the rows behind figures', () => {
  const { admin, manager } = serveDemo(['admin', 'manager']);
  const today = new Date().toISOString().slice(0, 10);
  const window = windowOf(new URLSearchParams(), today);
  let plant: number;

  const get = async (client: Client, path: string) => {
    const { status, body, text } = await client.get(path);
    expect(status, `${path} ${text}`).to.equal(200);
    return body;
  };
  const make = async (path: string, body: Readonly<Record<string, unknown>>): Promise<number> => {
    const { status, body: made, text } = await manager.post(path, body);
    expect(status, text).to.equal(201);
    return made.data.id;
  };

  async function listed(client: Client, to: string): Promise<Listed> {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { data, meta }: Page = await get(client, `${to}&per_page=100&page=${page}`);
      rows.push(...data);
      if (page >= meta.last_page) return rows;
    }
  }

  /** Every question of a report that has links: each group of it, of each of some rows. */
  async function* questions(client: Client, filters: Asked['filters']) {
    const { data: resources, meta }: { data: Resource[]; meta: Meta } = await get(client, '/resources');
    const { data: reports }: { data: Report[] } = await get(client, '/reports');
    for (const report of reports.filter(({ behind, many }) => behind || many)) {
      const by = report.parameters.find(({ name }) => name === 'by');
      const rows: Listed =
        report.on === 'row' ? (await get(client, `/${report.resource}?per_page=4`)).data : [];
      for (const { value } of by?.values ?? []) {
        if (value === 'day' || value === 'week') continue;
        const chart: Chart = { title: '', draw: 'line', y: [], input: { by: String(value) } };
        const asked = { report, chart, window, filters };
        if (report.on === 'collection') yield { resources, meta, asked };
        else for (const row of rows) yield { resources, meta, asked: { ...asked, id: row.id }, row };
      }
    }
  }

  /** Follows each link, and returns the figures that have one. */
  async function follow(client: Client, filters: Asked['filters'], seesOthers: boolean) {
    const followed = new Set<string>();
    for await (const { resources, meta, asked, row } of questions(client, filters)) {
      const { report } = asked;
      const sites = row ? [String(row.site_id)] : filters.site_id ? [filters.site_id] : [];
      const clock = dayClockOf(sites, meta, seesOthers);
      const find = (path: string) => resources.find((one) => one.path === path);
      const by = String(asked.chart.input.by);
      const path = pathOf(asked);
      const { headers, status, body, text } = await client.get(path);
      expect(status, `${path} ${text}`).to.equal(200);
      const { data }: { data: Group[] } = body;
      const at = Date.parse(headers.date ?? '');
      for (const group of data) {
        const where = `${path} of ${group.value}`;
        const resource = find(report.resource);
        const leading = { asked, at, resource, isListed: true, timezone: clock.timezone };
        const to = linkTo(leading, by, group.value);
        const counted = ofGroups[report.name];
        if (to?.includes('?') && counted !== undefined) {
          expect((await listed(client, to)).length, where).to.equal(group[counted]);
          followed.add(`${report.name} ${counted} of groups`);
        }
        for (const [figure, value] of Object.entries(group)) {
          const link =
            value !== 0 && value !== null && linkToPeriod({ asked, at, clock }, figure, group.value, find);
          if (!link) continue;
          followed.add(`${report.name} ${figure}${link.beside === null ? '' : ` beside ${link.beside}`}`);
          const rows = await listed(client, link.to);
          const told = `${where}: ${figure} ${value}, rows ${rows.length} of ${link.to}`;
          if (link.beside !== null) expect(others[figure]?.(group, rows), told).to.equal(true);
          else expect(amounts[figure]?.(rows) ?? rows.length, told).to.be.closeTo(Number(value), 0.001);
        }
      }
    }
    return [...followed].sort();
  }

  before(async () => {
    plant = (await get(manager, '/user')).data.current_site_id;
    const month = addMonths(window.from, 3);
    const day = (number: number, hour = 9) => `${month.slice(0, 8)}0${number}T0${hour}:00:00Z`;
    const zone_id = await make('/zones', { name: 'Seen' });
    const machine = { zone_id, in_service_date: `${month.slice(0, 8)}03` };
    const material_id = await make('/materials', { name: 'Seen', ...machine });
    const failure = { material_id, name: 'Seen', is_failure: true };
    const failed = (started_at: string, resolved_at: string | null) =>
      make('/incidents', {
        ...{ ...failure, started_at, status: 'open' },
        ...(resolved_at !== null && { resolved_at, status: 'resolved' }),
      });
    // Before its life, and in it.
    await failed(day(1), day(2));
    await failed(day(4), null);
    // The last half hour of the month at the plant, when the next one has begun at the headquarters.
    const end = Date.parse(instantAt({ day: addMonths(month, 1), time: '00:00' }, 'Europe/London') ?? '');
    const late = new Date(end - 1_800_000).toISOString();
    await failed(day(6), late);
    // Later today, which nothing counts yet.
    const soon = new Date(Date.now() + 1_800_000).toISOString();
    await failed(soon, null);
    await failed(day(8), soon);
    // Two stops that count once.
    await make('/downtimes', { material_id, started_at: day(4, 3), ended_at: day(4, 7) });
    await make('/downtimes', { material_id, started_at: day(4, 5), ended_at: late });
    const maintenance_id = await make('/maintenances', { name: 'Seen', material_id });
    const item_id = await make('/items', { name: 'Seen', current_price: 5 });
    const part = { item_id, quantity: 3, moved_at: day(5) };
    await make('/item-movements', { ...part, type: 'entry', quantity: 9, moved_at: day(3) });
    const exit = { type: 'exit', maintenance_id };
    await make('/item-movements', { ...part, ...exit });
    await make('/item-movements', { reverses_id: await make('/item-movements', { ...part, ...exit }) });
  });

  it('of a plant are those that each figure counts', async () => {
    expect(await follow(manager, {}, false)).to.deep.equal([
      'backlog count of groups',
      'compliance-trend due beside Plan occurrences',
      'costs labour_cost',
      'costs materials of groups',
      'costs parts_cost',
      'costs service_cost',
      'levels entries',
      'levels exits',
      'pareto failures of groups',
      'reliability down_periods beside Stops',
      'reliability failures beside Incidents',
      'reliability materials of groups',
      'reliability open_failures',
      'reliability planned_down_hours beside Stops',
      'reliability restorations',
      'reliability unplanned_down_hours beside Stops',
      'trend readings',
    ]);
  });

  it('of a plant are the same ones from the headquarters, by the clock of the plant', async () => {
    const followed = await follow(admin, { site_id: String(plant) }, true);
    expect(followed).to.include.members(['reliability restorations', 'pareto failures of groups']);
  });

  it('of all plants are named beside each figure, because each plant has its own clock', async () => {
    const { meta }: { meta: Meta } = await get(admin, '/resources');
    expect(dayClockOf([], meta, true).isMixed).to.equal(true);
  });
});

const numberAt = (row: Row, name: string): number => Number(row[name] ?? 0);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
