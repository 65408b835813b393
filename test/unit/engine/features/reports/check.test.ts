/** Reports that group, and their charts: what a definition cannot say of them. */

import { expect } from 'chai';
import { describeFinding } from '../../../../../engine/check/subject.ts';
import { type AnyDefinition, defineResource } from '../../../../../engine/definition/definition.ts';
import { Nullable } from '../../../../../engine/definition/field.ts';
import type { Report } from '../../../../../engine/features/reports/report.ts';
import {
  BelongsTo,
  DateOnly,
  Decimal,
  Enum,
  Integer,
  ManyToMany,
  Money,
  Ratio,
  Text,
} from '../../../../../engine/kinds/constructors.ts';
import { checkDefinitions } from '../../../../harness/check-definitions.ts';

const bare = { operations: ['list', 'view'], sort: ['name'], defaultSort: 'name' } as const;
const of = (path: string, scope: AnyDefinition['scope'], parts: Partial<AnyDefinition> = {}) =>
  defineResource({
    name: path.slice(0, -1),
    path,
    table: path,
    scope,
    ...bare,
    fields: { name: Text() },
    ...parts,
  });

const depots = of('depots', 'self');
const shelves = of('shelves', 'site', {
  fields: { name: Text(), aisle: Enum(['a', 'b']), depth: Integer() },
});
const tools = (report: Report, filters: Readonly<Record<string, string>> = {}) =>
  of('tools', 'site', {
    fields: {
      ...{ name: Text(), shelf_id: BelongsTo('shelves'), least: Integer(), made_on: DateOnly() },
      back_on: Nullable(DateOnly()),
      state: Enum(['ready', 'lent']),
      part_of_id: Nullable(BelongsTo('tools', { tree: true })),
      maker_ids: ManyToMany('depots', { table: 'tool_makers', own: 'tool_id', other: 'maker_id' }),
    },
    filters: ['shelf_id', 'made_on', 'back_on', 'maker_ids', 'state'],
    filtersThrough: { aisle: 'shelf_id.aisle', depth: 'shelf_id.depth', maker_id: 'maker_ids', ...filters },
    reports: { use: report },
  });

const sound: Report = {
  on: 'collection',
  summary: 'How much they are used.',
  window: true,
  by: { choices: ['id', 'shelf_id', 'aisle', 'site_id', 'month', 'week', 'day'] },
  input: { measure: Enum(['uses', 'hours']) },
  answer: {
    ...{
      uses: Integer(),
      hours: Decimal({ scale: 3, unit: 'hours' }),
      idle_hours: Decimal({ scale: 3, unit: 'hours' }),
    },
    ...{ cost: Money(), share: Nullable(Ratio({ formula: 'uses ÷ all' })), since: DateOnly() },
  },
  charts: [
    {
      title: 'By month',
      draw: 'columns',
      y: ['hours', 'idle_hours'],
      input: { by: 'month', measure: 'uses' },
    },
    {
      title: 'Most',
      draw: 'bars',
      y: ['uses'],
      input: { sort: '-uses', limit: 10, measure: 'hours' },
      target: 3,
    },
  ],
  run: async () => [],
};
const [chart] = sound.charts ?? [];
const onRow: Report = { ...sound, on: 'row', by: { choices: ['month'] } };

const rows = (behind: NonNullable<Report['behind']>, report: Report = sound): Report => ({
  ...report,
  behind,
  charts: [],
});

const findingsOf = (report: Report, filters: Readonly<Record<string, string>> = {}) =>
  checkDefinitions(
    [depots, shelves, tools(report, filters)].map((definition) => ({
      file: `${definition.path}.ts`,
      definition,
    })),
    { sites: 'depots', users: 'depots' },
  ).map(describeFinding);

const charted = (parts: Partial<NonNullable<typeof chart>>, report: Report = sound): Report => ({
  ...report,
  charts: [{ title: 'One', draw: 'line', y: ['hours'], ...chart, ...parts }],
});

const wrong: readonly (readonly [
  what: string,
  report: Report,
  key: string,
  filters?: Record<string, string>,
])[] = [
  [
    'a period without a window',
    { ...sound, window: false, by: { choices: ['month'] }, charts: [] },
    'by.choices',
  ],
  ['what is no filter', { ...sound, by: { choices: ['least'] }, charts: [] }, 'by.choices'],
  ['a filter of amounts', { ...sound, by: { choices: ['depth'] }, charts: [] }, 'by.choices'],
  ['a day', { ...sound, by: { choices: ['made_on'] }, charts: [] }, 'by.choices'],
  [
    'a filter of which a row has several',
    { ...sound, by: { choices: ['maker_id'] }, charts: [] },
    'by.choices',
  ],
  ['the same of its own', { ...sound, by: { choices: ['maker_ids'] }, charts: [] }, 'by.choices'],
  ['groups of rows on one', { ...onRow, by: { choices: ['id'] }, charts: [] }, 'by.choices'],
  ['a choice twice', { ...sound, by: { choices: ['month', 'month'] } }, 'by.choices'],
  ['a default that is no choice', { ...sound, by: { choices: ['month'], default: 'day' } }, 'by.default'],
  [
    'a default of what is required',
    { ...sound, by: { choices: ['month'], default: 'month', required: true } },
    'by.required',
  ],
  ['an order of periods', { ...sound, by: { choices: ['id', 'month'] }, ordered: true }, 'ordered'],
  ['an order of nothing', { ...sound, by: { choices: ['month'] }, ordered: true }, 'ordered'],
  ['a list of lists', { ...sound, many: true }, 'many'],
  [
    'a figure that the engine tells',
    { ...sound, answer: { ...sound.answer, label: Text() } },
    'answer.label',
  ],
  [
    'a parameter that the engine reads',
    { ...sound, input: { ...sound.input, limit: Integer() } },
    'input.limit',
  ],
  ['the rows below one', { ...sound, by: { choices: ['under_id'] }, charts: [] }, 'by.choices'],
  [
    'a parameter that the list reads',
    { ...sound, input: { under_id: Integer() }, charts: [] },
    'input.under_id',
  ],
  ['a filter of that name', sound, 'window', { from: 'shelf_id.aisle' }],
  ['no number', charted({ y: ['since'] }), 'charts.0.y'],
  ['several units', charted({ y: ['hours', 'cost'] }), 'charts.0.y'],
  ['a share beside a number', charted({ y: ['uses', 'share'] }), 'charts.0.y'],
  ['a pareto of two numbers', charted({ draw: 'pareto', y: ['uses', 'hours'] }), 'charts.0.y'],
  ['bounds that are no numbers', { ...sound, bounds: { hours: ['since', 'cost'] } }, 'bounds.hours'],
  ['bounds that are itself', { ...sound, bounds: { hours: ['hours', 'cost'] } }, 'bounds.hours'],
  ['a figure twice', charted({ y: ['hours', 'hours'] }), 'charts.0.y'],
  ['what is no parameter', charted({ input: { measure: 'uses', from: '2026-01-01' } }), 'charts.0.input'],
  ['no value of a parameter', charted({ input: { measure: 'uses', by: 'year' } }), 'charts.0.input'],
  ['nothing for what has to be said', charted({ input: { by: 'month' } }), 'charts.0.input'],
  ['lines of no row', charted({ lines: ['least'] }), 'charts.0.lines'],
  ['lines of no number', charted({ lines: ['name'] }, onRow), 'charts.0.lines'],
  ['rows by what is no filter', rows({ where: { least: [true] } }), 'behind.where.least'],
  ['rows by what has many values', rows({ where: { shelf_id: ['x'] } }), 'behind.where.shelf_id'],
  ['rows by no value', rows({ where: { state: ['gone'] } }), 'behind.where.state'],
  ['rows within no days', rows({ within: 'shelf_id' }), 'behind.within'],
  ['rows within no filter', rows({ within: 'since' }), 'behind.within'],
  [
    'rows within no window',
    rows({ within: 'made_on' }, { ...sound, window: false, by: { choices: ['id'] } }),
    'behind.within',
  ],
  [
    'periods of no figure',
    rows({ periods: { gone: { path: 'tools', within: 'made_on' } } }),
    'behind.periods.gone',
  ],
  [
    'periods of nothing',
    rows({ periods: { hours: { path: 'gone', within: 'made_on' } } }),
    'behind.periods.hours.path',
  ],
  [
    'periods by no day',
    rows({ periods: { hours: { path: 'tools', within: 'state' } } }),
    'behind.periods.hours.within',
  ],
  [
    'periods of a row where it is on none',
    rows({ periods: { hours: { path: 'tools', within: 'made_on', of: 'shelf_id' } } }),
    'behind.periods.hours.of',
  ],
  [
    'periods of no row',
    rows({ periods: { hours: { path: 'tools', within: 'made_on' } } }, onRow),
    'behind.periods.hours.of',
  ],
  [
    'periods until no day',
    rows({ periods: { hours: { path: 'tools', within: 'made_on', until: 'state' } } }),
    'behind.periods.hours.until',
  ],
  [
    'periods until what is never null',
    rows({ periods: { hours: { path: 'tools', within: 'made_on', until: 'made_on' } } }),
    'behind.periods.hours.until',
  ],
  [
    'periods that still last without an end',
    rows({ periods: { hours: { path: 'tools', within: 'made_on', still: true } } }),
    'behind.periods.hours.still',
  ],
  [
    'periods with what is never empty',
    rows({ periods: { hours: { path: 'tools', within: 'made_on', filled: 'made_on' } } }),
    'behind.periods.hours.filled',
  ],
  [
    'a unit of no row',
    { ...sound, answer: { ...sound.answer, uses: Integer({ unitField: 'name' }) } },
    'answer.uses.unitField',
  ],
  [
    'a unit that its row does not answer',
    { ...onRow, answer: { ...onRow.answer, uses: Integer({ unitField: 'gone' }) } },
    'answer.uses.unitField',
  ],
  ['rows behind one', rows({ where: { state: ['lent'] } }, onRow), 'behind'],
  ['a condition of no row', charted({ when: { name: ['x'] } }), 'charts.0.when'],
  ['a condition of what has many values', charted({ when: { name: ['x'] } }, onRow), 'charts.0.when.name'],
];

describe('a report that groups', () => {
  it('is sound with parts of its window, and filters of which a row has one value', () => {
    expect(findingsOf(sound)).to.deep.equal([]);
    expect(findingsOf(charted({ lines: ['least'] }, onRow))).to.deep.equal([]);
    expect(findingsOf(charted({ draw: 'pareto', y: ['uses', 'share'] }))).to.deep.equal([]);
    expect(findingsOf({ ...sound, by: { choices: ['id'] }, ordered: true, charts: [] })).to.deep.equal([]);
    const named = { ...onRow.answer, uses: Integer({ unitField: 'name' }) };
    expect(findingsOf({ ...onRow, answer: named, charts: [] })).to.deep.equal([]);
    expect(findingsOf({ ...sound, bounds: { hours: ['idle_hours', 'uses'] } })).to.deep.equal([]);
    const lasting = { path: 'tools', within: 'made_on', until: 'back_on' };
    const open = { ...lasting, still: true } as const;
    expect(findingsOf(rows({ periods: { hours: lasting, uses: open } }))).to.deep.equal([]);
    expect(findingsOf(rows({ where: { state: ['lent'] }, within: 'made_on' }))).to.deep.equal([]);
    const made = { path: 'tools', within: 'made_on', where: { state: ['lent'] } };
    expect(findingsOf(rows({ periods: { hours: made } }))).to.deep.equal([]);
  });

  for (const [what, report, key, filters] of wrong) {
    it(`cannot have ${what}`, () => {
      const found = findingsOf(report, filters);
      expect(found).to.have.length(1);
      expect(found[0]).to.include(`tools.ts, reports.use.${key}`);
    });
  }

  it('draws several rows', () => {
    const { by: _by, window: _window, ...single } = sound;
    const found = findingsOf({
      ...single,
      charts: [{ title: 'One', draw: 'bars', y: ['uses'], input: { measure: 'uses' } }],
    });
    expect(found).to.have.length(1);
    expect(found[0]).to.include('draws a single row');
  });
});
