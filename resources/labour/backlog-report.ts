/** The backlog as a report on maintenances: its answer, and its queries. */
import {
  conditionSql,
  Decimal,
  Integer,
  inSlices,
  Nullable,
  queryMany,
  type ReportContext,
  report,
} from '../../engine/index.ts';
import { instantFrom } from '../reliability/histories.ts';
import { Tally } from '../reliability/tally.ts';
import { Backlog } from './backlog.ts';

const overdueDays = 'whole days from the scheduled time, else the due time, until now';

export const backlog = report({
  on: 'collection',
  by: { choices: ['priority', 'type', 'zone_id', 'material_id', 'status', 'site_id'] },
  label: 'Backlog',
  summary:
    'Tells how much work is planned or in progress now, how long it is overdue, and for how many weeks it lasts.',
  answer: {
    count: Integer({ label: 'number of maintenances', heading: 'Maintenances' }),
    overdue: Integer({
      ...{ label: 'number of overdue ones', heading: 'Overdue' },
      formula: 'scheduled time, else due time, before now; of a plan: end of its window before now',
    }),
    not_due: Integer({ label: 'not overdue yet', formula: 'with a date, and not overdue' }),
    undated: Integer({ label: 'without a date' }),
    age_0_7: Integer({ label: 'overdue up to 7 days', formula: overdueDays }),
    age_8_30: Integer({ label: 'overdue 8 to 30 days', formula: overdueDays }),
    age_31_90: Integer({ label: 'overdue 31 to 90 days', formula: overdueDays }),
    age_over_90: Integer({ label: 'overdue over 90 days', formula: overdueDays }),
    hours: Nullable(
      Decimal({
        ...{ scale: 3, minimum: 0, maximum: 999_999_999_999, unit: 'hours' },
        ...{ label: 'work left', formula: 'estimated − labour, of each 0 at least' },
      }),
    ),
    without_estimate: Integer({ label: 'without an estimate' }),
    weeks: Nullable(
      Decimal({
        ...{ scale: 6, minimum: 0, maximum: 999_999_999 },
        ...{ label: 'weeks of work', formula: 'work left ÷ maintenance hours per week of the sites' },
      }),
    ),
  },
  behind: { where: { status: ['planned', 'in_progress'] } },
  charts: [
    {
      title: 'Backlog by priority',
      draw: 'columns',
      y: ['age_0_7', 'age_8_30', 'age_31_90', 'age_over_90'],
      input: { by: 'priority' },
    },
  ],
  run: backlogOf,
});

type Asked = Pick<ReportContext<object, false>, 'db' | 'now' | 'where' | 'by' | 'periods' | 'groups'>;

/** @returns a row for each group with remaining work, or a single one */
async function backlogOf(work: Asked) {
  const { db, by } = work;
  const groups = by === null ? null : await work.groups();
  const now = Date.parse(work.now);
  const tally = new Tally(work, () => new Backlog(now));
  const where = conditionSql(work.where, 'w');
  const columns = ['id', 'site', 'weekly', 'moment', 'late', 'estimated', 'done'];
  const waiting = {
    text:
      'select w.id as id, w.site_id as site, s.maintenance_hours_per_week as weekly, ' +
      'coalesce(w.scheduled_at, w.due_at) as moment, w.overdue_at as late, w.estimated_minutes as estimated, ' +
      '(select sum(l.minutes) from labour_entries l where l.maintenance_id = w.id) as done ' +
      'from maintenances w join sites s on s.id = w.site_id ' +
      `where w.status in ('planned', 'in_progress') and ${where.text}`,
    bindings: where.bindings,
  };
  await queryMany(db, columns, waiting, ([id, site, weekly, moment, late, estimated, done]) => {
    // A row that was added after the groups were read belongs to no group.
    if (groups && !groups.has(Number(id))) return;
    tally.at(groups ? groups.get(Number(id)) : null).add({
      at: moment === null ? null : instantFrom(moment),
      overdueAt: late === null ? null : instantFrom(late),
      estimated: numberOf(estimated),
      done: numberOf(done) ?? 0,
      site: Number(site),
      weekly: numberOf(weekly),
    });
  });
  return inSlices(tally.sums, ([value, own]) => ({ value, ...own.figures() }));
}

const numberOf = (stored: unknown): number | null => (stored === null ? null : Number(stored));
