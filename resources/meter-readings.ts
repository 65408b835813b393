import {
  BelongsTo,
  Bool,
  Decimal,
  defineResource,
  Enum,
  Instant,
  Internal,
  Nullable,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import {
  completeReading,
  followReading,
  followVoid,
  lockMeter,
  outOfEverything,
  requireVoidable,
} from './metering/book.ts';
import { mostPerDay } from './metering/counter.ts';
import { alarms, bands } from './metering/excursions.ts';
import { checkReading } from './metering/judge.ts';
import { followMeter } from './plan-work/follow-meter.ts';

/** Readings of meters. They are added and never changed: a wrong one is marked void, and stays in the list. */
export default defineResource({
  name: 'meter-reading',
  path: 'meter-readings',
  table: 'meter_readings',
  scope: 'site',
  operations: ['list', 'view', 'create'],
  permissions: ['void'],
  fields: {
    name: ReadOnly(Text()),
    meter_id: BelongsTo('meters', {
      include: ['unit', 'material'],
      where: { active: true },
      matching: ['material_id'],
      exclusive: true,
    }),
    value: Decimal({ scale: 3, minimum: -999_999_999, maximum: 999_999_999, unitField: 'meter.unit' }),
    read_at: Instant({ default: 'now', past: true, label: 'time of the reading', heading: 'Read at' }),
    is_reset: Bool({
      default: false,
      label: 'new counter',
      help: 'A new counter began at 0: the value is what has run since.',
    }),
    notes: Nullable(Text({ max: 2000, multiline: true })),
    material_id: ReadOnly(BelongsTo('materials')),
    voided: ReadOnly(Bool({ default: false, label: 'void', tones: { true: 'mute' } })),
    void_note: ReadOnly(Nullable(Text({ max: 2000, multiline: true, label: 'reason' }))),
    // Set on the first reading of an excursion.
    crossed: ReadOnly(
      Nullable(Enum(alarms, { label: 'limit crossed', tones: { above: 'bad', below: 'bad' } })),
    ),
    // The total run of a counter at that time, across its resets.
    total: Internal(Nullable(Decimal({ scale: 3, minimum: 0, maximum: mostPerDay }))),
    // The position of a gauge's value relative to the limits of its day, and the exceeded limit.
    band: Internal(Nullable(Enum(bands))),
    alarm: Internal(Nullable(Enum(alarms))),
    // Whether it carries the incident of an excursion, or did until that was deleted.
    raised: Internal(Bool({ default: false })),
  },
  filters: ['meter_id', 'material_id', 'voided', 'crossed', 'read_at'],
  search: ['name', 'material_id.name'],
  sort: ['read_at', 'created_at'],
  defaultSort: '-read_at',
  unique: [
    {
      fields: ['meter_id', 'read_at'],
      where: { voided: false },
      taken: 'There is a reading of this moment already.',
    },
  ],
  rules: [{ of: ['meter_id', 'value', 'read_at', 'is_reset'], check: checkReading }],
  cascades: { write: ['create incidents', 'create plan-occurrences', 'delete plan-occurrences'] },
  hooks: {
    beforeLock: (context) => lockMeter(context),
    beforeValidate: (write) => (write.previous ? undefined : completeReading(write, write.row)),
    async afterWrite(write) {
      await (write.previous ? followVoid(write, write.previous) : followReading(write, write.row));
      await followMeter(write, write.row);
    },
  },
  actions: {
    void: {
      on: 'row',
      permission: 'void',
      when: { voided: [false] },
      danger: true,
      summary: 'Takes a wrong reading out of everything but the list.',
      input: { note: Text({ max: 2000, multiline: true, label: 'reason' }) },
      async run({ row, input, update, ...work }) {
        if (!row) throw new Error('This action is on a row.');
        await requireVoidable(work, row);
        return update({ ...outOfEverything, void_note: input.note });
      },
    },
  },
  view: {
    icon: 'gauge',
    group: 'Equipment',
    order: 46,
    columns: ['name', 'material_id', 'read_at', 'crossed', 'voided'],
    headline: ['value', 'read_at', 'crossed'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    'meter-readings': typeof import('./meter-readings.ts').default;
  }
}
