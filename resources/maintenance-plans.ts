import {
  BelongsTo,
  Bool,
  Decimal,
  defineResource,
  Enum,
  Immutable,
  Instant,
  Internal,
  Maintained,
  ManyToMany,
  Minutes,
  Nested,
  Nullable,
  ReadOnly,
  Text,
  ViewOnly,
} from '../engine/index.ts';
import { inUse, judgeNewWork } from './equipment/in-use.ts';
import { generateAll, generateOne } from './plan-work/by-hand.ts';
import { recordDue } from './plan-work/due.ts';
import { copiesOf } from './plan-work/duplicate.ts';
import {
  calendarFields,
  meterFields,
  priorities,
  realizations,
  units,
  workTypes,
} from './plan-work/fields.ts';
import { followPlan } from './plan-work/follow-plan.ts';
import { holdBeforePlan } from './plan-work/lock.ts';
import { horizon, materialIds, occurrenceCounts, planReports, planSteps, tally } from './plan-work/own.ts';
import { occurrencesOf } from './plan-work/rows.ts';
import { timezoneOf } from './plan-work/site.ts';
import { catchUps, schedules, whenOpens } from './plans/plan.ts';
import {
  byCalendarAlone,
  byMeterAlone,
  calendarOnly,
  fitSchedule,
  floatingTakesNone,
  frequencyNeeded,
  judged,
  meterNeeded,
  meterOnly,
  monthOnly,
  monthOrYearOnly,
  monthProblems,
  seasonProblems,
  timeProblems,
  unitProblems,
  unitsNeeded,
  weekOnly,
} from './plans/problems.ts';
import { rruleOf } from './plans/rrule.ts';
import { loadProcedureNotes } from './procedures/copy.ts';

/** Recurring work: each date of a plan becomes a maintenance, or is skipped for a reason. */
export default defineResource({
  name: 'maintenance-plan',
  path: 'maintenance-plans',
  table: 'maintenance_plans',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  permissions: ['generate'],
  fields: {
    name: Text(),
    material_id: Immutable(BelongsTo('materials', { include: ['zone'], offer: inUse })),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    schedule: Enum(schedules, {
      default: 'fixed',
      help: 'Fixed dates follow the calendar. Floating dates are counted from when the work was last done.',
    }),
    ...meterFields,
    ...calendarFields,
    when_open: Enum(whenOpens, {
      default: 'skip',
      label: 'if an earlier date is still open',
      heading: 'If one is open',
    }),
    catch_up: Enum(catchUps, {
      default: 'next',
      label: 'missed dates to make up for',
      heading: 'Catch up',
      help: 'For dates before the plan was created, and while it was inactive.',
    }),
    type: Enum(workTypes, { default: 'preventive' }),
    priority: Enum(priorities, {
      default: 'medium',
      tones: { high: 'warn', urgent: 'bad' },
    }),
    realization: Enum(realizations, { default: 'internal', label: 'staffing' }),
    operator_ids: ManyToMany('users', {
      table: 'maintenance_plan_operators',
      own: 'maintenance_plan_id',
      other: 'user_id',
      viewers: 'maintenances',
    }),
    company_ids: ManyToMany('companies', {
      table: 'maintenance_plan_companies',
      own: 'maintenance_plan_id',
      other: 'company_id',
      where: { types: 'maintenance_provider' },
    }),
    description: Nullable(Text({ max: 5000, multiline: true })),
    estimated_minutes: Nullable(Minutes({ minimum: 1, label: 'estimated duration' })),
    procedure_id: Nullable(BelongsTo('procedures', { where: { active: true } })),
    procedure_note: ReadOnly(
      ViewOnly(
        Nested<string | null>({
          schema: { type: ['string', 'null'] },
          load: loadProcedureNotes,
          label: 'note on the procedure',
        }),
      ),
    ),
    rrule: ReadOnly(Nullable(Text({ label: 'recurrence rule' }))),
    next_due_at: Maintained(Nullable(Instant({ label: 'next date' }))),
    next_due_units: Maintained(
      Nullable(Decimal({ ...units, label: 'next due at', unitField: 'meter.unit' })),
    ),
    next_generation_at: Maintained(Nullable(Instant({ label: 'next maintenance is created' }))),
    last_completed_at: Maintained(Nullable(Instant({ label: 'last completion' }))),
    ...occurrenceCounts,
    // The same as `weekdays`, in the row itself.
    weekday_list: Internal(Nullable(Text({ max: 50 }))),
  },
  filters: ['material_id', 'active', 'type', 'frequency', 'next_due_at'],
  filtersThrough: { zone_id: 'material_id.zone_id', operator_id: 'operator_ids', company_id: 'company_ids' },
  search: ['name', 'material_id.name'],
  sort: ['name', 'next_due_at', 'created_at'],
  defaultSort: 'name',
  deleteAdvice: 'Deactivate it instead: its history stays.',
  only: [
    {
      fields: ['weekdays', 'month_day', 'nth', 'nth_weekday'],
      beside: { schedule: ['fixed'], basis: ['calendar', 'meter'] },
      message: floatingTakesNone,
    },
    { fields: ['weekdays'], beside: { frequency: ['week'] }, message: weekOnly },
    { fields: ['month_day'], beside: { frequency: ['month', 'year'] }, message: monthOrYearOnly },
    { fields: ['nth', 'nth_weekday'], beside: { frequency: ['month'] }, message: monthOnly },
    { fields: byCalendarAlone, beside: { basis: ['calendar', 'either'] }, message: calendarOnly },
    { fields: byMeterAlone, beside: { basis: ['meter', 'either'] }, message: meterOnly },
  ],
  requiredWhen: [
    { field: 'frequency', beside: { basis: ['calendar', 'either'] }, message: frequencyNeeded },
    { field: 'meter_id', beside: { basis: ['meter', 'either'] }, message: meterNeeded },
    { field: 'every_units', beside: { basis: ['meter', 'either'] }, message: unitsNeeded },
  ],
  rules: [
    { of: ['starts_on', 'due_time', 'ends_on'], check: judged(timeProblems) },
    { of: ['month_day', 'nth', 'nth_weekday'], check: judged(monthProblems) },
    { of: ['season_from', 'season_until'], check: judged(seasonProblems) },
    { of: ['basis', 'schedule'], check: fitSchedule },
    { of: ['material_id'], check: judgeNewWork },
    { of: ['every_units', 'lead_units'], check: judged(unitProblems) },
  ],
  cascades: { write: planSteps, delete: ['delete plan-occurrences'] },
  hooks: {
    beforeLock: holdBeforePlan,
    async beforeValidate({ row, rows, previous }) {
      row.weekday_list = row.weekdays?.join() ?? null;
      // A change of the time zone updates existing plans, and waits for those that are being written: a new one must not miss it.
      row.rrule = rruleOf(row, await timezoneOf({ rows }, row.site_id, previous ? undefined : 'share'));
    },
    afterWrite: (write) => followPlan(write, write.row),
    async beforeDelete({ rows, db, row }) {
      const occurrences = occurrencesOf({ rows, db });
      await occurrences.delete(await occurrences.find({ maintenance_plan_id: row.id }));
    },
  },
  actions: {
    duplicate: {
      on: 'row',
      permission: 'create',
      creates: 'many',
      summary: 'Creates the same plan for other materials.',
      input: { material_ids: materialIds },
      async run({ row, input, createMany, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        return createMany(await copiesOf(work, row, input.material_ids));
      },
    },
    generate: {
      on: 'row',
      permission: 'generate',
      summary: 'Creates the maintenances that are due, up to and including a day.',
      input: horizon,
      answer: tally,
      async run({ row, input, answer, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        return answer({ ...(await generateOne(work, row, input.until ?? null)) });
      },
    },
    'generate-all': {
      path: 'generate',
      verb: 'generate',
      on: 'collection',
      permission: 'generate',
      summary: 'Creates the maintenances of all plans of the site that are due, up to and including a day.',
      input: horizon,
      answer: tally,
      run: async ({ input, answer, ...work }) =>
        answer({ ...(await generateAll(work, input.until ?? null)) }),
    },
  },
  reports: planReports,
  tasks: {
    generate: { every: '1 minute', run: (task) => recordDue(task, task.now) },
  },
  view: {
    icon: 'calendar',
    group: 'Daily work',
    order: 15,
    several: { of: 'material_id' },
    columns: ['name', 'material_id', 'every', 'next_due_at', 'missed_count'],
    headline: ['next_due_at', 'next_due_units', 'open_count', 'missed_count'],
    late: { at: 'next_due_at', while: { active: [true] }, soon: 'P7D' },
    sections: [
      { title: 'Work', fields: ['name', 'material_id', 'type', 'priority', 'description', 'procedure_id'] },
      {
        title: 'Schedule',
        fields: [
          ...(['basis', 'schedule', 'frequency', 'every', 'weekdays', 'month_day', 'nth'] as const),
          ...(['nth_weekday', 'starts_on', 'due_time', 'meter_id', 'every_units'] as const),
        ],
      },
      { title: 'Who does it', fields: ['realization', 'operator_ids', 'company_ids', 'estimated_minutes'] },
      {
        title: 'Season and end',
        fields: ['ends_on', 'max_occurrences', 'season_from', 'season_until', 'on_closed_day'],
        folded: true,
      },
      {
        title: 'How its work is created',
        fields: [
          ...(['active', 'lead_days', 'tolerance_days', 'lead_units', 'tolerance_units'] as const),
          ...(['when_open', 'catch_up'] as const),
        ],
        folded: true,
      },
    ],
    related: [{ list: 'plan-occurrences', from: 'due_at' }, 'maintenances'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'maintenance-plans': typeof import('./maintenance-plans.ts').default;
  }
}
