/** The Pareto analysis of failures as a report: its answer, and its queries. */
import {
  conditionSql,
  Decimal,
  Enum,
  Integer,
  Nullable,
  queryMany,
  Ratio,
  type ReportContext,
  report,
} from '../../engine/index.ts';
import { instantFrom, storedAt } from '../reliability/histories.ts';
import { midnightOf } from '../reliability/hours.ts';
import type { Interval } from '../reliability/intervals.ts';
import { Tally } from '../reliability/tally.ts';
import { FailureGroup, type Measure, measures, paretoOf } from './pareto.ts';

export const pareto = report({
  on: 'collection',
  window: true,
  by: {
    choices: [
      ...(['failure_mode_id', 'failure_mechanism_id', 'failure_cause_id', 'material_id'] as const),
      ...(['zone_id', 'equipment_class_id', 'detection'] as const),
    ],
    required: true,
  },
  ordered: true,
  label: 'Failures',
  summary: 'Tells which few modes, causes or materials make most of the failures, or of their downtime.',
  input: { measure: Enum(measures, { default: 'failures', label: 'compared by' }) },
  answer: {
    failures: Integer({ label: 'number of failures', heading: 'Failures', formula: 'failures that start' }),
    down_hours: Decimal({
      ...{ scale: 3, minimum: 0, maximum: 999_999_999_999, unit: 'hours', label: 'downtime' },
      formula: 'unplanned stops of these failures, overlapping ones of a material as one',
    }),
    share: Nullable(Ratio({ label: 'share', formula: 'group ÷ all groups' })),
    cumulative: Nullable(
      Ratio({ label: 'cumulative share', formula: 'this group and all before it ÷ all groups' }),
    ),
  },
  behind: { where: { is_failure: [true] }, within: 'started_at' },
  charts: [
    {
      title: 'Failures by mode',
      draw: 'pareto',
      y: ['failures', 'cumulative'],
      input: { by: 'failure_mode_id' },
    },
  ],
  run: failuresBy,
});

type Asked = Pick<
  ReportContext<object, true>,
  'db' | 'where' | 'now' | 'window' | 'by' | 'periods' | 'groups' | 'places'
> & {
  readonly input: { readonly measure: Measure };
};

/** @returns a row for each group with failures, the largest first */
async function failuresBy(work: Asked) {
  const values = await work.groups();
  const tally = new Tally(work, () => new FailureGroup());
  await eachFailure(work, ({ id, material, stop }) => {
    // A row that was added after the others were read belongs to no group.
    if (values.has(id)) tally.at(values.get(id)).add(id, material, stop);
  });
  return paretoOf(tally.sums, work.input.measure, await work.places());
}

interface Failed {
  readonly id: number;
  readonly material: number;
  readonly stop: Interval | null;
}

const dayLength = 86_400_000;
const columns = ['id', 'material_id', 'timezone', 'failed_at', 'stopped_at', 'ended_at'] as const;

/** Iterates over the failures that start in the window in the local time of their site, once for each unplanned stop. */
async function eachFailure({ db, where, now, window }: Asked, add: (failed: Failed) => void): Promise<void> {
  const { text, bindings } = conditionSql(where, 'i');
  const moment = Date.parse(now);
  // No offset is as large as a day; nothing in the future has failed.
  const earliest = Date.parse(window.from) - dayLength;
  const latest = Math.min(Date.parse(window.until) + dayLength, moment);
  const failures = {
    text:
      'select i.id, i.material_id, s.timezone, i.started_at as failed_at, d.started_at as stopped_at, d.ended_at ' +
      'from incidents i join sites s on s.id = i.site_id ' +
      "left join downtimes d on d.incident_id = i.id and d.kind = 'unplanned' " +
      `where ${text} and i.is_failure = 1 and i.started_at >= ? and i.started_at < ?`,
    bindings: [...bindings, storedAt(earliest), storedAt(latest)],
  };
  const windows = new Map<string, Interval>();
  await queryMany(db, columns, failures, ([id, material, timezone, failed, stopped, ended]) => {
    const zone = String(timezone);
    const days = windows.get(zone) ?? {
      from: midnightOf(window.from, zone),
      until: midnightOf(window.until, zone),
    };
    windows.set(zone, days);
    const at = instantFrom(failed);
    if (days.from <= at && at < days.until) {
      const until = ended === null ? moment : instantFrom(ended);
      const stop = stopped === null ? null : { from: instantFrom(stopped), until };
      add({ id: Number(id), material: Number(material), stop });
    }
  });
}
