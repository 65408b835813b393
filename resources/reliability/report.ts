/** Reliability as a report on materials: its answer, each figure with its formula. */
import { Decimal, Instant, Integer, Nullable, Ratio, report } from '../../engine/index.ts';
import { reliabilityOf } from './groups.ts';

/** For 10,000 materials, ten years are a billion hours. */
const most = 999_999_999_999;

function hours(label: string, formula?: string) {
  return Decimal({ scale: 3, minimum: 0, maximum: most, unit: 'hours', label, ...(formula && { formula }) });
}

/** Stops of which a part is in a period, of which only that in the required time counts. */
const stops = { path: 'downtimes', within: 'started_at', until: 'ended_at', among: true } as const;

export const reliability = report({
  on: 'collection',
  window: true,
  by: {
    choices: [
      ...(['id', 'zone_id', 'equipment_class_id', 'criticality', 'site_id'] as const),
      ...(['month', 'week', 'day'] as const),
    ],
  },
  label: 'Reliability',
  summary:
    'Tells how much of the time in which materials were required they ran, how often they failed, and how long it took to restore them.',
  answer: {
    materials: Integer({ label: 'number of materials', heading: 'Materials' }),
    until_at: Nullable(Instant({ label: 'counted up to' })),
    required_hours: hours('required time', 'window ∩ life ∩ working hours − external stops'),
    unplanned_down_hours: hours('unplanned downtime', 'unplanned stops ∩ required time'),
    planned_down_hours: hours('planned downtime', '(planned stops − unplanned stops) ∩ required time'),
    up_hours: hours('up time', 'required − unplanned − planned'),
    availability: Nullable(Ratio({ label: 'availability', formula: 'up ÷ required' })),
    inherent_availability: Nullable(
      Ratio({ label: 'inherent availability', formula: 'up ÷ (required − planned)' }),
    ),
    failures: Integer({
      label: 'number of failures',
      heading: 'Failures',
      formula: 'failures that start in the life of the material',
    }),
    open_failures: Integer({
      label: 'number of open failures',
      heading: 'Open failures',
      formula: 'failures not restored at the end',
    }),
    mtbf_hours: Nullable(hours('mean operating time between failures', 'up ÷ failures')),
    mtbf_low_hours: Nullable(
      hours('lower bound of the time between failures', '2 × up ÷ χ²(0.95; 2 × failures + 2)'),
    ),
    mtbf_high_hours: Nullable(
      hours('upper bound of the time between failures', '2 × up ÷ χ²(0.05; 2 × failures)'),
    ),
    restorations: Integer({
      label: 'number of restorations',
      heading: 'Restorations',
      formula: 'failures that end',
    }),
    mttr_hours: Nullable(hours('mean time to restoration', 'time to restoration ÷ restorations')),
    down_periods: Integer({
      label: 'number of stops that ended',
      heading: 'Stops',
      formula: 'unplanned stops that end; stops that overlap count once',
    }),
    mdt_hours: Nullable(hours('mean downtime', 'length of these stops ÷ their number')),
  },
  bounds: { mtbf_hours: ['mtbf_low_hours', 'mtbf_high_hours'] },
  behind: {
    periods: {
      unplanned_down_hours: { ...stops, where: { kind: ['unplanned'] } },
      planned_down_hours: { ...stops, where: { kind: ['planned'] } },
      down_periods: { path: 'downtimes', within: 'ended_at', where: { kind: ['unplanned'] }, among: true },
      failures: { path: 'incidents', within: 'started_at', where: { is_failure: [true] }, among: true },
      open_failures: {
        ...{ path: 'incidents', within: 'started_at', until: 'resolved_at', still: true },
        where: { is_failure: [true] },
      },
      restorations: { path: 'incidents', within: 'resolved_at', where: { is_failure: [true] } },
    },
  },
  charts: [
    {
      title: 'Availability by month',
      draw: 'line',
      y: ['availability'],
      input: { by: 'month' },
      target: 0.9,
    },
    {
      title: 'Most downtime',
      draw: 'bars',
      y: ['unplanned_down_hours'],
      input: { by: 'id', sort: '-unplanned_down_hours', limit: 10 },
    },
  ],
  run: reliabilityOf,
});
