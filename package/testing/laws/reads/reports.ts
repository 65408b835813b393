/**
 * Reports that take days or group rows: their refusals, and that each group appears once, with its label, in order and limited.
 */
import { expect } from 'chai';
import { DateTime } from 'luxon';
import { figuresOf } from '../../../../engine/features/reports/fields.ts';
import type { ReportModel } from '../../../../engine/features/reports/model.ts';
import { reportPeriods } from '../../../../engine/features/reports/report.ts';
import { isRequired } from '../../../../engine/request/body.ts';
import { sortKey } from '../../../../engine/values.ts';
import { describe, it, itOnce } from '../../runner.ts';
import { rightValue } from '../../specimens/values.ts';
import { missingId } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { formats, placeOf } from './counts.ts';
import { expectRefusals } from './filters.ts';

type Told = Readonly<Record<string, unknown>>;

/** Days around now. */
const window = (() => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { from: day(-100), until: day(20) };
})();
/** The parameters that the engine reads for every such report. */
const given = ['from', 'until', 'by', 'sort', 'limit'];
const millisecondsOfDay = 86_400_000;

export function describeReports(subject: Subject): void {
  const reports = [...subject.resource.reports].filter(
    ([, { definition }]) => definition.window || definition.by,
  );
  if (reports.length === 0) return;
  describe('reports', () => {
    for (const [name, report] of reports) describeOne(subject, name, report);
  });
}

/** The parameters that such a report requires. */
function usualQuery({
  definition,
  input,
}: Pick<ReportModel, 'definition' | 'input'>): Record<string, string> {
  const { by, window: isDated } = definition;
  const needed = [...input.values()].flatMap((field) =>
    isRequired(field) && !given.includes(field.name)
      ? [[field.name, String(rightValue(field, { mark: '', variant: 1, serial: 1, distinct: false }))]]
      : [],
  );
  return {
    ...Object.fromEntries(needed),
    ...(isDated && window),
    ...(by?.required && { by: by.choices[0] ?? '' }),
  };
}

/** Queries that request a report by each of its groupings; none for a report without grouping and days. */
export function reportQueries(report: ReportModel): string[] {
  const { by, window: isDated } = report.definition;
  if (!by && !isDated) return [];
  const usual = usualQuery(report);
  return (by?.choices ?? [null]).map((choice) =>
    new URLSearchParams({ ...usual, ...(choice !== null && { by: choice }) }).toString(),
  );
}

function describeOne(subject: Subject, name: string, { definition, input, answer }: ReportModel): void {
  const { on, by, window: isDated } = definition;
  const usual = usualQuery({ definition, input });
  const address = () => `${subject.path}${on === 'row' ? `/${subject.rows[0]?.id}` : ''}/${name}`;
  const pathOf = (query: Readonly<Record<string, string>>) =>
    `${address()}?${new URLSearchParams({ ...usual, ...query })}`;
  const read = async (query: Readonly<Record<string, string>>): Promise<readonly Told[]> => {
    const path = pathOf(query);
    const reply = await subject.client.get(path);
    expect(reply.status, `${path}: ${reply.text.slice(0, 300)}`).to.equal(200);
    return [reply.body.data].flat();
  };

  itOnce(`${name}: each parameter that is wrong is refused by its name`, async () => {
    const wrong: [string, string][] = [
      ['page', '1'],
      ['constructor', '1'],
    ];
    if (by)
      wrong.push(['by', 'nonsense'], ['by', 'constructor'], ['by', ''], ['limit', '0'], ['limit', '1001']);
    if (by && figuresOf(definition).length > 0)
      wrong.push(['sort', 'nonsense'], ['sort', '-value'], ['limit', '1.5']);
    for (const one of wrong) {
      const { [one[0]]: _, ...rest } = usual;
      await expectRefusals(subject.client, `${address()}?${new URLSearchParams(rest)}`, [one]);
    }
    if (!isDated) return;
    const { from, until } = window;
    const far = new Date(Date.parse(from) + 3661 * millisecondsOfDay).toISOString().slice(0, 10);
    for (const [query, names] of [
      [{ from: '', until: '' }, ['from', 'until']],
      [{ from: '2026-02-30', until: '9999-99-99' }, ['from', 'until']],
      [{ from: until, until: from }, ['until']],
      [{ from, until: from }, ['until']],
      [{ from, until: far }, ['until']],
      [{ from: '1000-01-01', until: '9999-12-31' }, ['until']],
    ] as const) {
      const reply = await subject.client.get(pathOf(query));
      expect(reply.status, reply.text.slice(0, 300)).to.equal(422);
      expect(reply.body.errors, JSON.stringify(query)).to.have.all.keys(...names);
    }
  });

  for (const choice of by?.choices ?? []) {
    it(`${name} by ${choice}: each group once, in order, sorted and cut`, async () => {
      const rows = await read({ by: choice });
      const values = valuesOf(rows);
      expect(new Set(values).size, 'no group twice').to.equal(values.length);
      for (const row of rows) {
        expect(row).to.have.all.keys('value', 'label', ...answer.keys());
        expect(row.label).to.be.a('string').that.is.not.equal('');
      }
      const period = reportPeriods.find((one) => one === choice);
      if (period) {
        const wanted = periodsIn(window, period);
        expect(rows.map(({ value, label }) => [value, label])).to.deep.equal(wanted);
      } else {
        if (!definition.ordered) expectInOrder(subject, choice, rows);
        if (on === 'collection') expect(await read({ by: choice, id: String(missingId) })).to.deep.equal([]);
      }
      for (const figure of figuresOf(definition)) {
        for (const sort of [figure, `-${figure}`]) expectSorted(await read({ by: choice, sort }), rows, sort);
      }
      expect(valuesOf(await read({ by: choice, limit: '1' }))).to.deep.equal(values.slice(0, 1));
    });
  }

  if (by && !by.required && by.default === undefined) {
    it(`${name} of all rows is one row, of none as well`, async () => {
      for (const query of on === 'collection' ? [{}, { id: String(missingId) }] : [{}]) {
        const rows = await read(query);
        expect(rows.map(({ value, label }) => [value, label])).to.deep.equal([[null, 'Total']]);
      }
    });
  }
}

/** The first day of each period among some days, with its label. */
function periodsIn({ from, until }: typeof window, period: string): [day: string, label: string][] {
  const labels = new Map<string, string>();
  for (let day = DateTime.fromISO(from); day < DateTime.fromISO(until); day = day.plus({ days: 1 })) {
    const label = day.toFormat(formats[period] ?? 'yyyy-MM-dd');
    if (!labels.has(label)) labels.set(label, day.toISODate() ?? '');
  }
  return [...labels].map(([label, day]) => [day, label]);
}

function expectInOrder(subject: Subject, choice: string, rows: readonly Told[]): void {
  const places = rows.map(({ value, label }) =>
    choice === 'id' ? ([0, sortKey(String(label))] as const) : placeOf(subject, choice, value, String(label)),
  );
  const sorted = [...places].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : Number(x > y)));
  expect(places, `order by ${choice}`).to.deep.equal(sorted);
}

/** The same groups by a figure, null last, equal ones as they stood. Figures up to now may have grown meanwhile. */
function expectSorted(sorted: readonly Told[], rows: readonly Told[], sort: string): void {
  const name = sort.replace(/^-/, '');
  const rank = (row: Told) => {
    const value = row[name];
    if (typeof value !== 'number') return Number.POSITIVE_INFINITY;
    return sort === name ? value : -value;
  };
  const stood = valuesOf(rows);
  const placeOf = ({ value }: Told) => stood.indexOf(value);
  const byRank = (one: Told, other: Told) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other));
  const wanted = [...sorted].sort((one, other) => byRank(one, other) || placeOf(one) - placeOf(other));
  expect(valuesOf(sorted), sort).to.deep.equal(valuesOf(wanted)).and.to.have.members(stood);
}

const valuesOf = (rows: readonly Told[]) => rows.map(({ value }) => value);
