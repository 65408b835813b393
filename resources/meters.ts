import {
  BelongsTo,
  Bool,
  CountOf,
  Decimal,
  defineResource,
  Enum,
  Immutable,
  Instant,
  Integer,
  Internal,
  Maintained,
  Nullable,
  report,
  say,
  Text,
} from '../engine/index.ts';
import { mostPerDay } from './metering/counter.ts';
import { alarms } from './metering/excursions.ts';
import { reportTrend } from './metering/trend.ts';
import { minus } from './metering/units.ts';

const counterAlone = say('Only a counter has this: leave it out.');
const gaugeAlone = say('Only a gauge has this: leave it out.');
const notBelow = say('Must be below the upper limit.');
const tooWide = say('Must be less than what lies between the limits.');

/** A value that a meter can show. */
const figure = () => Decimal({ scale: 3, minimum: -999_999_999, maximum: 999_999_999, unitField: 'unit' });

/** Meters of machines: counters, such as hours and strokes, and gauges, such as a pressure. */
export default defineResource({
  name: 'meter',
  path: 'meters',
  table: 'meters',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    material_id: Immutable(BelongsTo('materials', { include: ['zone'] })),
    kind: Immutable(Enum(['counter', 'gauge'])),
    unit: Text({ max: 20 }),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    max_per_day: Nullable(Decimal({ scale: 3, minimum: 0.001, label: 'most per day', unitField: 'unit' })),
    above: Nullable(Decimal({ scale: 3, label: 'upper limit', unitField: 'unit' })),
    below: Nullable(Decimal({ scale: 3, label: 'lower limit', unitField: 'unit' })),
    deadband: Decimal({
      scale: 3,
      minimum: 0,
      default: 0,
      unitField: 'unit',
      help: 'How far inside a limit a value must be until it is back.',
    }),
    severity: Enum(['low', 'medium', 'high', 'critical'], {
      default: 'high',
      label: 'severity of incidents',
    }),
    // Readings update it, in their own transaction.
    last_value: Maintained(
      Nullable(Decimal({ scale: 3, minimum: -999_999_999, maximum: 999_999_999, unitField: 'unit' })),
    ),
    last_read_at: Maintained(Nullable(Instant({ label: 'last reading', heading: 'Last read' }))),
    reading_count: CountOf('meter-readings', 'meter_id', {
      where: { voided: false },
      label: 'number of readings',
      heading: 'Readings',
    }),
    total: Maintained(Nullable(Decimal({ scale: 3, minimum: 0, maximum: mostPerDay, unitField: 'unit' }))),
    average_per_day: Maintained(
      Nullable(Decimal({ scale: 3, minimum: 0, maximum: mostPerDay, unitField: 'unit' })),
    ),
    alarm: Maintained(Nullable(Enum(alarms, { tones: { above: 'bad', below: 'bad' } }))),
    // The number of incidents from it. It only grows.
    excursions: Internal(Integer({ minimum: 0, default: 0 })),
  },
  filters: ['material_id', 'kind', 'active', 'alarm'],
  filtersThrough: { zone_id: 'material_id.zone_id' },
  search: ['name', 'material_id.name'],
  sort: ['name', 'last_read_at', 'created_at'],
  defaultSort: 'name',
  unique: [['material_id', 'name']],
  deleteAdvice: 'Make it inactive instead: its readings stay.',
  only: [
    { fields: ['max_per_day'], beside: { kind: ['counter'] }, message: counterAlone },
    { fields: ['above', 'below', 'deadband', 'severity'], beside: { kind: ['gauge'] }, message: gaugeAlone },
  ],
  rules: [
    {
      of: ['above', 'below', 'deadband'],
      check({ above, below, deadband }, { fail }) {
        if (above === null || below === null) return;
        if (below >= above) fail('below', notBelow);
        else if (deadband >= minus(above, below)) fail('deadband', tooWide);
      },
    },
  ],
  reports: {
    trend: report({
      on: 'row',
      summary: 'What the meter showed, and what a counter gained, in each month, week or day.',
      window: true,
      by: { choices: ['month', 'week', 'day'] },
      answer: {
        readings: Integer(),
        last: Nullable(figure()),
        minimum: Nullable(figure()),
        maximum: Nullable(figure()),
        used: Nullable(
          Decimal({
            scale: 3,
            minimum: 0,
            maximum: mostPerDay,
            unitField: 'unit',
            formula: 'total − total of the reading before',
          }),
        ),
      },
      behind: {
        periods: {
          readings: {
            ...{ path: 'meter-readings', within: 'read_at', of: 'meter_id' },
            where: { voided: [false] },
          },
        },
      },
      charts: [
        { title: 'Readings', draw: 'line', y: ['last'], input: { by: 'week' }, lines: ['below', 'above'] },
        {
          ...{ title: 'Use by month', draw: 'columns', y: ['used'], input: { by: 'month' } },
          when: { kind: ['counter'] },
        },
      ],
      run: (work) => reportTrend(work),
    }),
  },
  view: {
    icon: 'gauge',
    group: 'Equipment',
    order: 45,
    columns: ['name', 'material_id', 'last_value', 'last_read_at', 'alarm'],
    headline: ['last_value', 'last_read_at', 'total', 'alarm'],
    sections: [
      { title: 'Meter', fields: ['name', 'material_id', 'kind', 'unit', 'active', 'max_per_day'] },
      { title: 'Limits', fields: ['above', 'below', 'deadband', 'severity'] },
    ],
    related: ['meter-readings', 'incidents'],
    quick: [{ create: 'meter-readings', with: { meter_id: 'id' }, title: 'Read the meter' }],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    meters: typeof import('./meters.ts').default;
  }
}
