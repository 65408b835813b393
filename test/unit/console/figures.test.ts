/** Where everything of a chart lies: round numbers at its axis, gaps that stay gaps, stacks, and labels that have room. */
import { expect } from 'chai';
import { type Asked, type Charted, type Draw, filledOf, isEmpty } from '../../../console/figures/charted.ts';
import { heightOf, layOut } from '../../../console/figures/layout.ts';
import { runsOf, stack } from '../../../console/figures/marks.ts';
import {
  chartedOf,
  columnsOf,
  groupLabel,
  isDrawnOf,
  pathOf,
  placeFilters,
} from '../../../console/figures/of-report.ts';
import { dayClockOf, linkToPeriod } from '../../../console/figures/rows-behind.ts';
import { scaleOf } from '../../../console/figures/scale.ts';
import { daysFrom, daysUntil, type Window, windowOf, windowQuery } from '../../../console/figures/window.ts';
import type { Field, Report, Row } from '../../../console/service/metadata.ts';
import { field, filter, resource } from './described.ts';

const chart = (draw: Draw, series: readonly (readonly (number | null)[])[], given = {}): Charted => ({
  draw,
  categories: (series[0] ?? []).map((_, index) => ({ key: `${index}`, label: `Month ${index}` })),
  series: series.map((values, index) => ({ label: `Series ${index}`, values })),
  tell: String,
  ...given,
});

describe('an axis', () => {
  const ticks = (values: readonly number[], fromZero = true, whole = false) =>
    scaleOf(values, { fromZero, whole }).ticks;

  const cases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
    ['ends at round numbers', ticks([3, 17]), [0, 5, 10, 15, 20]],
    ['begins at zero where there is nothing', ticks([0], true, true), [0, 1]],
    ['has no halves of what is whole', ticks([1, 2], true, true), [0, 1, 2]],
    ['lets near values differ, and tells from where', ticks([0.94, 1], false), [0.94, 0.96, 0.98, 1]],
    ['begins at zero where values lie far from each other', ticks([0.1, 0.95], false), [0, 0.5, 1]],
    ['has all of what is below zero', ticks([-30, 60]), [-50, 0, 50, 100]],
    ['shows one value by its length', ticks([119.2], false), [0, 50, 100, 150]],
    ['leaves nothing of binary fractions', ticks([0.3, 0.1]), [0, 0.1, 0.2, 0.3]],
  ];
  for (const [name, told, expected] of cases) it(name, () => expect(told).to.deep.equal(expected));
});

describe('a line', () => {
  it('ends before what is not known, and begins again after it', () => {
    const runs = runsOf([1, 2, null, 0, null, null]).map((run) => run.map(({ at, value }) => [at, value]));
    expect(runs).to.deep.equal([
      [
        [0, 1],
        [1, 2],
      ],
      [[3, 0]],
    ]);
  });

  it('is a dot where it has a single point, and nothing where nothing is known', () => {
    const { paths, dots } = layOut(chart('line', [[5, null, 6, 7, null]]), 400);
    expect(paths).to.have.lengthOf(2);
    expect(dots).to.have.lengthOf(3);
    expect(layOut(chart('line', [[null, null]]), 400)).to.deep.include({ paths: [], dots: [] });
  });

  it('goes in steps over all of a period, and over no gap', () => {
    const { paths } = layOut(chart('steps', [[4, 8, null, 8]]), 400);
    expect(paths.map(({ d }) => d.replace(/[\d.]+ ?/g, ''))).to.deep.equal(['MHVH', 'MH']);
  });

  it('is drawn at each level to compare with, within the picture', () => {
    const { paths, height } = layOut(
      chart('line', [[0.95, 0.99]], { lines: [{ label: 'Target', value: 0.5 }] }),
      400,
    );
    const [, , y = Number.NaN] = /M([\d.]+) ([\d.]+)H/.exec(paths.at(-1)?.d ?? '')?.map(Number) ?? [];
    expect(paths.at(-1)?.series).to.equal(null);
    expect(y).to.be.within(0, height);
  });
});

describe('columns and bars', () => {
  it('stand on each other, above and below zero, and nowhere where nothing is known', () => {
    const pieces = stack([
      { label: 'a', values: [3, null] },
      { label: 'b', values: [4, -1] },
      { label: 'c', values: [-2, -5] },
    ]);
    expect(pieces.map(({ category, series, from, to }) => [category, series, from, to])).to.deep.equal([
      [0, 0, 0, 3],
      [0, 1, 3, 7],
      [0, 2, 0, -2],
      [1, 1, 0, -1],
      [1, 2, -1, -6],
    ]);
  });

  it('show zero as a line, and what is not known as nothing', () => {
    const { areas } = layOut(chart('columns', [[0, null, 2]]), 400);
    expect(areas.map(({ category, height }) => [category, height > 1])).to.deep.equal([
      [0, false],
      [2, true],
    ]);
  });

  it('show no line for zero on a column that has other values: its colour would tell of some', () => {
    const { areas } = layOut(
      chart('columns', [
        [2, 0, 0],
        [0, 3, 0],
        [0, null, 0],
      ]),
      400,
    );
    expect(areas.map(({ category, series }) => [category, series])).to.deep.equal([
      [0, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [2, 2],
    ]);
  });

  it('are as wide as each other, within the picture, however many there are', () => {
    const { areas, labels } = layOut(chart('columns', [Array.from({ length: 60 }, (_, at) => at)]), 320);
    expect(new Set(areas.map(({ width }) => width)).size).to.equal(1);
    for (const { x, width } of areas) expect(x).to.be.within(0, 320 - width);
    const places = labels.filter(({ text }) => text.startsWith('Month')).map(({ x }) => x);
    expect(places.length).to.be.above(1);
    for (const [index, x] of places.entries()) expect(x - (places[index - 1] ?? -100)).to.be.above(50);
  });

  it('lie below each other with labels that leave them room', () => {
    const bars = chart('bars', [[1, 20]], {
      categories: [
        { key: 'a', label: 'An uncommonly long name of a machine in the second hall' },
        { key: 'b', label: 'Press' },
      ],
    });
    const { areas, labels, height } = layOut(bars, 300);
    expect(height).to.equal(heightOf(bars));
    expect(labels[0]?.text).to.match(/^An uncom.*…$/);
    expect(Math.max(...areas.map(({ x, width }) => x + width))).to.be.at.most(300);
    expect(areas[0]?.width).to.be.below(areas[1]?.width ?? 0);
  });

  it('are told from lines, also where a single number has no share beside it', () => {
    const draws = ['columns', 'bars', 'pareto', 'line', 'steps'] as const;
    const filled = (count: number) =>
      draws.map((draw) =>
        filledOf(
          chart(
            draw,
            Array.from({ length: count }, () => [1]),
          ),
        ),
      );
    expect(filled(1)).to.deep.equal([1, 1, 1, 0, 0]);
    expect(filled(2)).to.deep.equal([2, 2, 1, 0, 0]);
  });

  it('are nothing to draw where all are zero, as a line is where nothing is known', () => {
    const drawn = (of: readonly (number | null)[]) =>
      (['columns', 'bars', 'pareto', 'line', 'steps'] as const).map((draw) => !isEmpty(chart(draw, [of])));
    expect(drawn([0, null, 0])).to.deep.equal([false, false, false, true, true]);
    expect(drawn([0, 2, null])).to.deep.equal([true, true, true, true, true]);
    expect(drawn([null, null])).to.deep.equal([false, false, false, false, false]);
    expect(drawn([])).to.deep.equal([false, false, false, false, false]);
    expect(isEmpty(chart('columns', [[0], [3]]))).to.equal(false);
  });

  it('have the share that runs along with them to its end', () => {
    const { paths, dots } = layOut(
      chart('pareto', [
        [6, 3, 1],
        [0.6, 0.9, 1],
      ]),
      400,
    );
    expect(paths).to.have.lengthOf(1);
    expect(dots.map(({ x }) => x)).to.deep.equal(dots.map(({ x }) => x).toSorted((a, b) => a - b));
  });
});

describe('the days of figures', () => {
  const asked = (query: string) => windowOf(new URLSearchParams(query), '2026-11-23');
  const cases: readonly (readonly [string, string, string])[] = [
    ['', '2025-12-01', '2026-11-24'],
    ['span=days30', '2026-10-25', '2026-11-24'],
    ['span=year', '2026-01-01', '2026-11-24'],
    ['span=own&from=2026-02-01&until=2026-03-01', '2026-02-01', '2026-03-01'],
    // What the service would refuse is not asked for.
    ['span=own&from=2026-03-01&until=2026-03-01', '2025-12-01', '2026-11-24'],
    ['span=own&from=1999-03-01&until=2026-03-01', '2025-12-01', '2026-11-24'],
    ['span=own&from=2026-02-31&until=x', '2025-12-01', '2026-11-24'],
  ];
  for (const [query, from, until] of cases) {
    it(`of “${query}” are those from ${from} to before ${until}`, () => {
      const window = asked(query);
      expect([window.from, window.until]).to.deep.equal([from, until]);
      const kept = Object.entries(windowQuery(window)).flatMap(([name, value]) =>
        value ? [[name, value]] : [],
      );
      expect(asked(new URLSearchParams(kept).toString())).to.deep.equal(window);
    });
  }
});

describe('the first and the last day of figures', () => {
  const march = windowOf(new URLSearchParams('span=own&from=2026-03-01&until=2026-04-01'), '2026-11-23');
  const cases: readonly (readonly [string, Pick<Window, 'from' | 'until'>, string, string])[] = [
    ['a first day before the last', daysFrom('2026-03-31', march), '2026-03-31', '2026-04-01'],
    ['a first day behind the last', daysFrom('2026-05-01', march), '2026-05-01', '2026-05-02'],
    ['a first day long before', daysFrom('2000-01-01', march), '2000-01-01', '2010-01-08'],
    ['a last day behind the first', daysUntil('2026-03-02', march), '2026-03-01', '2026-03-02'],
    ['a last day before the first', daysUntil('2026-02-11', march), '2026-02-10', '2026-02-11'],
    ['a last day long behind', daysUntil('2046-01-08', march), '2036-01-01', '2046-01-08'],
  ];
  for (const [title, days, from, until] of cases) {
    it(`${title} leaves a window that the service takes`, () => {
      expect(days).to.deep.equal({ from, until });
      const query = new URLSearchParams(`span=own&from=${from}&until=${until}`);
      expect(windowOf(query, '2026-11-23')).to.deep.equal({ span: 'own', from, until });
    });
  }
});

describe('a chart of a report', () => {
  const words = { target: 'Target', minutes: 'minutes' };
  const unitOf = ({ unit = '', unit_field: key }: Field, row: Row) =>
    key === undefined ? unit : String(row[key] ?? '');
  const paris = { timezone: 'Europe/Paris', isMixed: false };
  const report: Report = {
    ...{ resource: 'things', name: 'use', label: 'Use', description: 'Use.', on: 'collection', url: '/x' },
    ...{ unsaved: false, many: true },
    parameters: [
      field('from', { type: 'date' }),
      field('by', {
        type: 'enum',
        values: [
          { value: 'hall_id', label: 'Hall' },
          { value: 'month', label: 'Month' },
        ],
      }),
    ],
    fields: [
      field('up', { type: 'decimal', ratio: true }),
      field('mean', { type: 'decimal', unit: 'hours', limits: { decimals: 3 } }),
      ...['low', 'high'].map((name) => field(name, { type: 'decimal' })),
    ],
    bounds: { mean: ['low', 'high'] },
    charts: [],
  };
  const things = resource({
    filters: [filter('hall_id', 'reference')],
    fields: [field('limit', { label: 'Limit' })],
  });
  const window = windowOf(new URLSearchParams(), '2026-11-23');
  const drawn = (by: string, rows: readonly Readonly<Record<string, unknown>>[], given = {}) => {
    const chart = { ...{ title: 'Use', draw: 'line' as const, y: ['up'], input: { by } }, ...given };
    const asked = { report, chart, window, filters: { hall_id: '3,4' } };
    const charted = chartedOf({
      ...{ asked, rows, row: { id: 1, limit: 7 }, resource: things, isListed: true },
      ...{ words, unitOf, locale: 'en', currency: null, timezone: null },
    });
    return { asked, charted };
  };

  it('asks with its own parameters, the days that it takes, and the filters of the page', () => {
    const { asked } = drawn('month', []);
    expect(pathOf(asked)).to.equal('/things/use?from=2025-12-01&until=2026-11-24&by=month&hall_id=3%2C4');
    expect(pathOf({ ...asked, report: { ...report, on: 'row', parameters: [] }, id: 5 })).to.equal(
      '/things/5/use?by=month',
    );
    expect(groupLabel(asked)).to.equal('Month');
  });

  it('has a gap where nothing is known, and a month of each year that is in it', () => {
    const { charted } = drawn('month', [
      { value: '2025-12-01', label: '2025-12', up: 0.9512 },
      { value: '2026-01-01', label: '2026-01', up: null },
    ]);
    expect(charted.series[0]?.values).to.deep.equal([0.9512, null]);
    expect(charted.categories.map(({ label, to }) => [label, to])).to.deep.equal([
      ['Dec 25', undefined],
      ['Jan 26', undefined],
    ]);
    expect(charted.tell(0.9512)).to.equal('95.1%');
  });

  it('leads to the rows of a value, of those that the page is filtered by', () => {
    const { charted } = drawn('hall_id', [
      { value: 4, label: 'Hall 4', up: 1 },
      { value: null, label: 'Without', up: 1 },
    ]);
    expect(charted.categories.map(({ label, to }) => [label, to])).to.deep.equal([
      ['Hall 4', '/things?hall_id=4'],
      ['Without', '/things?hall_id=null'],
    ]);
    expect(drawn('id', [{ value: 9, label: 'Press', up: 1 }]).charted.categories[0]?.to).to.equal(
      '/things/9',
    );
  });

  it('leads to what its report counts of them alone, within the days on the clock of the site', () => {
    const counted = {
      ...report,
      behind: { where: { state: ['worn', 'lost'], is_used: [true] }, within: 'worn_at' },
    };
    const chart = { title: 'Use', draw: 'bars' as const, y: ['up'], input: { by: 'hall_id' } };
    const { categories } = chartedOf({
      asked: { report: counted, chart, window, filters: {} },
      ...{ rows: [{ value: 4, label: 'Hall 4', up: 1 }], resource: things, isListed: true },
      ...{ words, unitOf, locale: 'en', currency: null, timezone: 'Europe/Paris' },
    });
    const [path, query] = String(categories[0]?.to).split('?');
    expect([path, Object.fromEntries(new URLSearchParams(query))]).to.deep.equal([
      '/things',
      {
        ...{ hall_id: '4', state: 'worn,lost', is_used: 'true' },
        'worn_at[gte]': '2025-11-30T23:00:00.000Z',
        'worn_at[lt]': '2026-11-23T23:00:00.000Z',
      },
    ]);
  });

  it('leads from a figure of a period to what it counts there, and nowhere from where the list cannot follow', () => {
    const rows = { resource: 'repairs', within: 'done_at', where: { state: ['done'] } };
    const repairs = resource({
      path: 'repairs',
      operations: ['list'],
      filters: [filter('done_at', 'datetime'), filter('state', 'enum'), filter('thing_id', 'reference')],
    });
    const lead = (
      given: Partial<Asked>,
      by: string,
      value: string | null,
      behind: typeof rows & { readonly filled?: string } = rows,
    ) => {
      const asked = {
        ...{ report: { ...report, behind: { where: {}, periods: { up: behind } } }, window, filters: {} },
        chart: { title: 'Use', draw: 'line' as const, y: ['up'], input: { by } },
        ...given,
      };
      const find = (path: string) => (path === 'repairs' ? repairs : undefined);
      const link = linkToPeriod({ asked, clock: paris }, 'up', value, find);
      return link && Object.fromEntries(new URLSearchParams(link.to.split('?')[1]));
    };
    const within = (from: string, until: string) => ({ 'done_at[gte]': from, 'done_at[lt]': until });
    const state = 'done';
    expect(lead({}, 'month', '2026-03-01'), 'over the change of clocks').to.deep.equal({
      ...{ state, ...within('2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z') },
    });
    expect(lead({}, 'month', '2026-11-01'), 'cut to the window').to.deep.equal({
      ...{ state, ...within('2026-10-31T23:00:00.000Z', '2026-11-23T23:00:00.000Z') },
    });
    expect(lead({}, 'week', '2025-12-03'), 'a week that is cut').to.deep.equal({
      ...{ state, ...within('2025-12-02T23:00:00.000Z', '2025-12-07T23:00:00.000Z') },
    });
    const onRow = {
      ...report,
      on: 'row' as const,
      behind: { where: {}, periods: { up: { ...rows, of: 'thing_id' } } },
    };
    expect(lead({ report: onRow, id: 5 }, 'day', '2026-01-05')).to.include({ thing_id: '5' });
    expect(lead({}, 'hall_id', '4')).to.equal(undefined);
    expect(lead({ filters: { hall_id: '4' } }, 'month', '2026-03-01'), 'no filter of the page').to.equal(
      undefined,
    );
    expect(lead({}, 'month', '2026-03-01', { ...rows, resource: 'gone' })).to.equal(undefined);
    expect(lead({}, 'month', '2026-03-01', { ...rows, filled: 'place_id' })).to.include({
      'place_id[not]': 'null',
    });
  });

  it('leads from a figure of a period to what lasts in a part of it, or beyond its end', () => {
    const asked: Asked = {
      ...{ report, window, filters: {} },
      chart: { title: 'Use', draw: 'line', y: ['up'], input: { by: 'month' } },
    };
    const lead = (type: 'datetime' | 'date', still?: true) => {
      const ends = ['begun', 'over'].map((name) => filter(name, type));
      const up = { resource: 'stops', where: {}, within: 'begun', until: 'over', ...(still && { still }) };
      const stops = resource({ path: 'stops', operations: ['list'], filters: ends });
      const link = linkToPeriod(
        {
          asked: { ...asked, report: { ...report, behind: { where: {}, periods: { up } } } },
          clock: paris,
        },
        'up',
        '2026-03-01',
        () => stops,
      );
      return Object.fromEntries(new URLSearchParams(link?.to.split('?')[1]));
    };
    const end = { 'begun[lt]': '2026-03-31T22:00:00.000Z' };
    expect(lead('datetime')).to.deep.equal({ ...end, 'over[open]': '2026-02-28T23:00:00.000Z' });
    // What ends with the month is over in the next one.
    expect(lead('datetime', true)).to.deep.equal({ ...end, 'over[open]': '2026-03-31T21:59:59.999Z' });
    const days = { 'begun[lt]': '2026-04-01' };
    expect(lead('date')).to.deep.equal({ ...days, 'over[open]': '2026-02-28' });
    expect(lead('date', true)).to.deep.equal({ ...days, 'over[open]': '2026-03-31' });
  });

  it('is itself the link to what it counts, and has one beside it to what it counts in another way', () => {
    const stops = resource({
      path: 'stops',
      operations: ['list'],
      labels: { one: 'stop', many: 'Stops' },
      filters: [filter('begun', 'datetime')],
    });
    const beside = (among: boolean, clock: Parameters<typeof linkToPeriod>[0]['clock']) => {
      const up = { resource: 'stops', where: {}, within: 'begun', ...(among && { among: true as const }) };
      const asked: Asked = {
        ...{ report: { ...report, behind: { where: {}, periods: { up } } }, window, filters: {} },
        chart: { title: 'Use', draw: 'line', y: ['up'], input: { by: 'month' } },
      };
      return linkToPeriod({ asked, clock }, 'up', '2026-03-01', () => stops)?.beside;
    };
    expect(beside(false, paris)).to.equal(null);
    expect(beside(true, paris)).to.equal('Stops');
    expect(beside(false, { ...paris, isMixed: true })).to.equal('Stops');
  });

  it('has the clock of the sites that it counts, and says so where they have several', () => {
    const meta = { timezone: 'Europe/Paris', timezones: { '2': 'Europe/London', '3': 'Europe/Athens' } };
    const of = (timezone: string, isMixed = false) => ({ timezone, isMixed });
    expect(dayClockOf([], meta, false), 'at a plant').to.deep.equal(of('Europe/Paris'));
    expect(dayClockOf([], meta, true), 'everywhere').to.deep.equal(of('Europe/Paris', true));
    expect(dayClockOf([], { timezone: 'Europe/Paris' }, true), 'all alike').to.deep.equal(of('Europe/Paris'));
    expect(dayClockOf(['2'], meta, true), 'one other').to.deep.equal(of('Europe/London'));
    expect(dayClockOf(['1', '4'], meta, true), 'two alike').to.deep.equal(of('Europe/Paris'));
    expect(dayClockOf(['2', '3'], meta, true), 'two others').to.deep.equal(of('Europe/Paris', true));
  });

  it('compares with what is aimed at, and with what its row says', () => {
    const { charted } = drawn('month', [], { target: 0.9, lines: ['limit', 'gone'] });
    expect(charted.lines).to.deep.equal([
      { label: 'Target', value: 0.9 },
      { label: 'Limit', value: 7 },
    ]);
  });

  it('tells its numbers with their unit: one of its own, minutes as hours and minutes, or that of its row', () => {
    const use = (given: Parameters<typeof field>[1]) => {
      const own = {
        ...report,
        fields: [field('up', { type: 'decimal', limits: { decimals: 3 }, ...given })],
      };
      const chart = { title: 'Use', draw: 'line' as const, y: ['up'], input: { by: 'month' } };
      return chartedOf({
        ...{ asked: { report: own, chart, window, filters: {} }, rows: [], row: { id: 1, measure: 'km' } },
        ...{ resource: things, isListed: true, words, unitOf, locale: 'en' },
        ...{ currency: null, timezone: null },
      })
        .tell(190.25)
        .replaceAll('\u00a0', ' ');
    };
    expect(use({ unit: 'hours' })).to.equal('190.3 hours');
    expect(use({ unit: 'minutes' })).to.equal('3 h 10 min');
    expect(use({ unit_field: 'measure' })).to.equal('190.3 km');
    expect(use({ unit_field: 'gone' })).to.equal('190.3');
    expect(use({})).to.equal('190.3');
  });

  it('has no column for what bounds another figure, and the drawn ones first', () => {
    const columns = (y: readonly string[]) =>
      columnsOf({ report, chart: { title: 'Up', draw: 'columns', y, input: {} } }).map(({ name }) => name);
    expect(columns(['up'])).to.deep.equal(['up', 'mean']);
    expect(columns(['mean'])).to.deep.equal(['mean', 'up']);
    expect(columns(['mean', 'up'])).to.deep.equal(['mean', 'up']);
  });

  it('is drawn of the rows that it speaks of', () => {
    const use = {
      title: 'Use',
      draw: 'columns' as const,
      y: ['used'],
      input: {},
      when: { kind: ['counter'] },
    };
    expect([
      isDrawnOf(use, { id: 1, kind: 'counter' }),
      isDrawnOf(use, { id: 2, kind: 'gauge' }),
    ]).to.deep.equal([true, false]);
    const { when: _when, ...always } = use;
    expect(isDrawnOf(always, { id: 2, kind: 'gauge' })).to.equal(true);
  });

  it('is narrowed down by the places that all pictures have', () => {
    const reference = (to: string) => ({ reference: { resource: to, display: 'name', options_url: '/x' } });
    const halls = filter('hall_id', 'reference', reference('halls'));
    const first = resource({
      filters: [
        halls,
        filter('maker_id', 'reference', reference('makers')),
        filter('user_id', 'reference', reference('people')),
        filter('state', 'enum'),
      ],
    });
    const second = resource({
      filters: [
        halls,
        filter('maker_id', 'reference', reference('others')),
        filter('user_id', 'reference', reference('people')),
      ],
    });
    const found = placeFilters([first, second], (_filter, path) => path !== 'people');
    expect(found).to.deep.equal([halls]);
    expect(placeFilters([], () => true)).to.deep.equal([]);
  });
});
