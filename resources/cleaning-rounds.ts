import {
  BelongsTo,
  Bool,
  DateOnly,
  defineResource,
  Enum,
  EnumSet,
  Instant,
  Integer,
  Internal,
  Maintained,
  ManyToMany,
  Nested,
  Nullable,
  ReadOnly,
  RowIds,
  say,
  Text,
  TimeOfDay,
} from '../engine/index.ts';
import { cleaningTypes } from './cleaning-plan/cleaning-types.ts';
import { loadDueMaterials, mostDue } from './cleaning-plan/due-materials.ts';
import { roundDates } from './cleaning-plan/round-dates.ts';
import { bookRound, mostDone } from './cleaning-plan/round-done.ts';
import { advanceRounds } from './cleaning-plan/rounds.ts';
import { timezoneOf } from './plan-work/site.ts';
import { frequencies, weekdays } from './plans/days.ts';
import { timeProblems, weekOnly } from './plans/problems.ts';

const id = { type: 'integer', minimum: 1, maximum: 2147483647 };

/** Recurring cleanings: of all materials in a zone, or of named ones. */
export default defineResource({
  name: 'cleaning-round',
  path: 'cleaning-rounds',
  table: 'cleaning_rounds',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  permissions: ['done'],
  fields: {
    name: Text(),
    zone_id: Nullable(
      BelongsTo('zones', {
        where: { allow_material: true },
        help: 'The round covers everything in this zone, but not in zones below it. Leave it empty to choose materials.',
      }),
    ),
    material_ids: ManyToMany('materials', {
      table: 'cleaning_round_materials',
      own: 'cleaning_round_id',
      other: 'material_id',
      onDelete: 'unlink',
      include: ['zone'],
      help: 'For a round of chosen materials. Filters by material find only such rounds, not those of its zone.',
    }),
    type: Enum(cleaningTypes, {
      help: 'The type of cleaning that this round consists of. Only cleanings of this type count for it.',
    }),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    starts_on: DateOnly({ label: 'first day', heading: 'Starts on' }),
    due_time: TimeOfDay({ default: '08:00', label: 'time of day' }),
    frequency: Enum(frequencies),
    every: Integer({
      minimum: 1,
      maximum: 365,
      default: 1,
      label: 'interval',
      unitField: 'frequency',
      interval: true,
    }),
    weekdays: Nullable(
      EnumSet({
        table: 'cleaning_round_weekdays',
        own: 'cleaning_round_id',
        column: 'weekday',
        values: weekdays,
        min: 1,
        help: 'For weekly rounds. If empty, it is the weekday of the first day.',
      }),
    ),
    // A task updates it when dates pass, so that lists can be filtered and sorted by it.
    next_due_at: Maintained(Nullable(Instant({ label: 'next date' }))),
    due_material_ids: ReadOnly(
      Nested<number[]>({
        schema: { type: 'array', items: id, maxItems: mostDue },
        rows: 'materials',
        load: loadDueMaterials,
        label: 'materials to be cleaned',
        heading: 'To be cleaned',
      }),
    ),
    // The same as `weekdays`, in the row itself.
    weekday_list: Internal(Nullable(Text({ max: 50 }))),
  },
  filters: ['zone_id', 'active', 'next_due_at'],
  filtersThrough: { material_id: 'material_ids' },
  search: ['name'],
  sort: ['name', 'next_due_at', 'created_at'],
  defaultSort: 'name',
  only: [{ fields: ['weekdays'], beside: { frequency: ['week'] }, message: weekOnly }],
  rules: [
    {
      of: ['zone_id', 'material_ids'],
      check({ zone_id: zone, material_ids: materials }, { previous, sent, fail }) {
        // All materials of a round may have been deleted: this must not prevent a new name.
        if (previous && !sent('zone_id') && !sent('material_ids')) return;
        if (zone !== null && materials.length > 0) fail('material_ids', oneOfTwo);
        if (zone === null && materials.length === 0) fail('material_ids', noMaterial);
      },
    },
    {
      of: ['starts_on', 'due_time'],
      check(round, { fail }) {
        for (const { field, message } of timeProblems(round)) if (field !== 'ends_on') fail(field, message);
      },
    },
  ],
  hooks: {
    async beforeValidate({ rows, row, previous, now }) {
      row.weekday_list = row.weekdays?.join() ?? null;
      // Saving a round unchanged changes nothing, even if its date has just passed: the task handles that.
      if (previous && ruleFields.every((name) => row[name] === previous[name])) return;
      // A change of the time zone updates existing rounds, and waits for those that are being written: a new one must not miss
      // it.
      const timezone = await timezoneOf({ rows }, row.site_id, previous ? undefined : 'share');
      row.next_due_at = roundDates(row, timezone, now).next;
    },
  },
  actions: {
    done: {
      on: 'row',
      permission: 'done',
      verb: 'complete',
      summary: 'Records a cleaning for each of these materials. If one is refused, none is recorded.',
      input: {
        material_ids: RowIds('materials', { max: mostDone, label: 'materials' }),
        cleaned_at: Nullable(
          Instant({
            past: true,
            label: 'time of the cleaning',
            heading: 'Cleaned at',
            help: 'If empty, it is now.',
          }),
        ),
      },
      with: { material_ids: 'due_material_ids' },
      answer: {
        cleaning_ids: RowIds('cleanings', { min: 0, max: mostDone, label: 'cleanings' }),
        due_material_ids: RowIds('materials', {
          ...{ min: 0, max: mostDue, label: 'materials to be cleaned', heading: 'To be cleaned' },
        }),
      },
      async run({ rows, db, now, row, input, answer }) {
        if (!row) throw new Error('This action is on a row.');
        const { material_ids, cleaned_at = null } = input;
        const cleaning_ids = await bookRound({ rows, now }, row, { material_ids, cleaned_at });
        const due = await loadDueMaterials([row.id], db);
        return answer({ cleaning_ids, due_material_ids: due.get(row.id) ?? [] });
      },
    },
  },
  tasks: {
    advance: { every: '1 minute', run: advanceRounds },
  },
  view: {
    icon: 'brush',
    group: 'Daily work',
    order: 35,
    columns: ['name', 'zone_id', 'type', 'every', 'next_due_at', 'active'],
    headline: ['next_due_at', 'due_material_ids'],
    late: { at: 'next_due_at', while: { active: [true] }, soon: 'P1D' },
    sections: [
      { title: 'Cleaning', fields: ['name', 'zone_id', 'material_ids', 'type'] },
      { title: 'Schedule', fields: ['frequency', 'every', 'weekdays', 'starts_on', 'due_time', 'active'] },
    ],
  },
});

const ruleFields = ['active', 'starts_on', 'due_time', 'frequency', 'every', 'weekday_list'] as const;

const oneOfTwo = say('A round has either a zone or materials: leave one of them empty.');
const noMaterial = say('Choose the materials to be cleaned, or a zone.');

declare module '../engine/index.ts' {
  interface Resources {
    'cleaning-rounds': typeof import('./cleaning-rounds.ts').default;
  }
}
