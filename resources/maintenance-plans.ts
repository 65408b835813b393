import {
  BelongsTo,
  Bool,
  DateOnly,
  defineResource,
  Enum,
  EnumSet,
  Immutable,
  Instant,
  Integer,
  Internal,
  ManyToMany,
  Minutes,
  Nullable,
  ReadOnly,
  Text,
  TimeOfDay,
} from '../engine/index.ts';
import { generateAll, generateOne } from './plan-work/by-hand.ts';
import { recordDue } from './plan-work/due.ts';
import { followPlan } from './plan-work/follow-plan.ts';
import { holdSite } from './plan-work/lock.ts';
import { checkMaterials, staffLike } from './plan-work/order.ts';
import { materialIds, occurrenceCounts, planReports, planSteps, tally } from './plan-work/own.ts';
import { occurrencesOf } from './plan-work/rows.ts';
import { timezoneOf } from './plan-work/site.ts';
import { closedDayPolicies } from './plans/closed-days.ts';
import { frequencies, weekdays } from './plans/days.ts';
import { catchUps, schedules, whenOpens } from './plans/plan.ts';
import { judgedFields, planProblems } from './plans/problems.ts';
import { rruleOf } from './plans/rrule.ts';

/** Work that comes due by itself: each date of a plan becomes a maintenance, or is skipped for a reason. */
export default defineResource({
  name: 'maintenance-plan',
  path: 'maintenance-plans',
  table: 'maintenance_plans',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  permissions: ['generate'],
  fields: {
    name: Text(),
    material_id: Immutable(BelongsTo('materials', { include: ['zone'] })),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    schedule: Enum(schedules, {
      default: 'fixed',
      help: 'Fixed dates follow the calendar; floating ones are counted from when the work was done last.',
    }),
    starts_on: DateOnly({ label: 'first day', heading: 'Starts on' }),
    due_time: TimeOfDay({ default: '08:00', label: 'time of the day' }),
    frequency: Enum(frequencies),
    every: Integer({ minimum: 1, maximum: 365, default: 1, label: 'interval' }),
    weekdays: Nullable(
      EnumSet({
        table: 'maintenance_plan_weekdays',
        own: 'maintenance_plan_id',
        column: 'weekday',
        values: weekdays,
        min: 1,
        help: 'Of a weekly plan. Left out, it is the weekday of the first day.',
      }),
    ),
    month_day: Nullable(
      Integer({
        minimum: -1,
        maximum: 31,
        label: 'day of the month',
        help: 'Of a monthly or yearly plan: 1 to 31, or -1 for the last. Left out, it is that of the first day.',
      }),
    ),
    nth: Nullable(
      Integer({
        minimum: -1,
        maximum: 4,
        label: 'week of the month',
        help: 'Of a monthly plan: which of the weekday, 1 to 4, or -1 for the last.',
      }),
    ),
    nth_weekday: Nullable(Enum(weekdays, { label: 'weekday of the month' })),
    ends_on: Nullable(DateOnly({ label: 'last day', heading: 'Ends on' })),
    max_occurrences: Nullable(
      Integer({ minimum: 1, maximum: 100_000, label: 'number of dates', heading: 'Dates at most' }),
    ),
    on_closed_day: Enum(closedDayPolicies, {
      default: 'keep',
      label: 'what happens on closed days',
      heading: 'On closed days',
    }),
    season_from: Nullable(Text({ max: 5, label: 'first day of the season', help: 'As MM-DD.' })),
    season_until: Nullable(Text({ max: 5, label: 'last day of the season', help: 'As MM-DD.' })),
    lead_days: Integer({
      minimum: 0,
      maximum: 365,
      default: 7,
      unit: 'days',
      label: 'lead',
      help: 'How long before it is due a maintenance is made.',
    }),
    tolerance_days: Nullable(
      Integer({
        minimum: 0,
        maximum: 365,
        unit: 'days',
        label: 'tolerance',
        help: 'How far from its date work is still on time. Left out, it is a tenth of the interval.',
      }),
    ),
    when_open: Enum(whenOpens, {
      default: 'skip',
      label: 'what happens while an earlier one is open',
      heading: 'While one is open',
    }),
    catch_up: Enum(catchUps, {
      default: 'next',
      label: 'what is made up for',
      heading: 'Catch up',
      help: 'Of the dates before the plan was made and while it was inactive.',
    }),
    type: Enum(['preventive', 'predictive', 'inspection', 'improvement'], { default: 'preventive' }),
    priority: Enum(['low', 'medium', 'high', 'urgent'], {
      default: 'medium',
      tones: { high: 'warn', urgent: 'bad' },
    }),
    realization: Enum(['internal', 'external', 'both'], { default: 'internal' }),
    operator_ids: ManyToMany('users', {
      table: 'maintenance_plan_operators',
      own: 'maintenance_plan_id',
      other: 'user_id',
    }),
    company_ids: ManyToMany('companies', {
      table: 'maintenance_plan_companies',
      own: 'maintenance_plan_id',
      other: 'company_id',
      where: { types: 'maintenance_provider' },
    }),
    description: Nullable(Text({ max: 5000, multiline: true })),
    estimated_minutes: Nullable(Minutes({ minimum: 1, label: 'estimated duration' })),
    rrule: ReadOnly(Nullable(Text({ label: 'recurrence rule' }))),
    next_due_at: ReadOnly(Nullable(Instant({ label: 'next date' }))),
    next_generation_at: ReadOnly(Nullable(Instant({ label: 'time of the next maintenance' }))),
    last_completed_at: ReadOnly(Nullable(Instant({ label: 'last completion' }))),
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
  rules: [
    {
      of: judgedFields,
      check(plan, { fail }) {
        for (const { field, message } of planProblems(plan)) fail(field, message);
      },
    },
  ],
  cascades: { write: planSteps, delete: ['delete plan-occurrences'] },
  hooks: {
    beforeLock: holdSite,
    async beforeValidate({ row, rows, previous }) {
      row.weekday_list = row.weekdays?.join() ?? null;
      // A change of the time zone reaches the plans that are there, and waits for those that change: a new one must not miss it.
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
      summary: 'Makes a plan like this one for each of some materials.',
      input: { material_ids: materialIds },
      async run({ row, input, createMany, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        await checkMaterials(work, input.material_ids);
        const { name, active, schedule, starts_on, due_time, frequency, every, weekdays: days } = row;
        const { month_day, nth, nth_weekday, ends_on, max_occurrences, on_closed_day } = row;
        const { season_from, season_until, lead_days, tolerance_days, when_open, catch_up } = row;
        const { type, priority, realization, description, estimated_minutes } = row;
        const like = {
          ...{ name, active, schedule, starts_on, due_time, frequency, every, weekdays: days },
          ...{ month_day, nth, nth_weekday, ends_on, max_occurrences, on_closed_day },
          ...{ season_from, season_until, lead_days, tolerance_days, when_open, catch_up },
          ...{ type, priority, realization, description, estimated_minutes },
          ...(await staffLike(work, row)),
        };
        return createMany(input.material_ids.map((material_id) => ({ ...like, material_id })));
      },
    },
    generate: {
      on: 'row',
      permission: 'generate',
      summary: 'Records what is due of a plan, and ahead to the end of a day.',
      input: { until: Nullable(DateOnly({ label: 'day until which it goes' })) },
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
      summary: 'Records what is due of all plans of the site, and ahead to the end of a day.',
      input: { until: Nullable(DateOnly({ label: 'day until which it goes' })) },
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
    columns: ['name', 'material_id', 'frequency', 'next_due_at', 'missed_count'],
    sections: [
      { title: 'Work', fields: ['name', 'material_id', 'type', 'priority', 'description'] },
      {
        title: 'Schedule',
        fields: [
          'active',
          'schedule',
          'starts_on',
          'due_time',
          'frequency',
          'every',
          'weekdays',
          'month_day',
        ],
      },
      { title: 'Who does it', fields: ['realization', 'operator_ids', 'company_ids', 'estimated_minutes'] },
    ],
    related: ['plan-occurrences', 'maintenances'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'maintenance-plans': typeof import('./maintenance-plans.ts').default;
  }
}
