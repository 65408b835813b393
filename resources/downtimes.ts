import {
  BelongsTo,
  Bool,
  defineResource,
  Enum,
  Instant,
  Minutes,
  Nullable,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { lastsAlready, minutesOf, nameOf, noLength, stopKinds } from './stops/stop.ts';

/** When materials were stopped, and why. At most one stop of each kind is running on a material; others may overlap. */
export default defineResource({
  name: 'downtime',
  path: 'downtimes',
  table: 'downtimes',
  title: { one: 'stop', many: 'stops' },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  displayFrom: ['material_id.name'],
  fields: {
    name: ReadOnly(Text({ max: 400 })),
    material_id: BelongsTo('materials', { include: ['zone'], exclusive: true }),
    kind: Enum(stopKinds, {
      default: 'unplanned',
      tones: { unplanned: 'bad', planned: 'info', external: 'mute' },
      help: 'External: it could run, but there was no power or there were no orders.',
    }),
    started_at: Instant({ default: 'now', past: true, label: 'start', heading: 'Started' }),
    ended_at: Nullable(
      Instant({ past: true, label: 'end', heading: 'Ended', help: 'Leave it empty while the stop lasts.' }),
    ),
    incident_id: Nullable(
      BelongsTo('incidents', {
        ...{ include: ['severity'], matching: ['material_id'] },
        ...{ exclusive: 'changed', onDelete: 'unlink' },
      }),
    ),
    maintenance_id: Nullable(
      BelongsTo('maintenances', { include: ['status'], matching: ['material_id'], onDelete: 'unlink' }),
    ),
    notes: Nullable(Text({ max: 2000, multiline: true })),
    // Stored, because sums and sorts need it: null while the stop is running.
    minutes: ReadOnly(Nullable(Minutes({ maximum: 2_000_000_000, label: 'length', heading: 'Length' }))),
    by_status: ReadOnly(Bool({ default: false, label: 'made by the status', heading: 'By status' })),
  },
  filters: ['material_id', 'kind', 'incident_id', 'maintenance_id', 'started_at', 'ended_at'],
  filtersThrough: { zone_id: 'material_id.zone_id' },
  search: ['material_id.name', 'notes'],
  sort: ['started_at', 'ended_at', 'kind'],
  defaultSort: '-started_at',
  sums: ['minutes'],
  unique: [
    {
      fields: ['kind', 'material_id'],
      where: { ended_at: null },
      blames: 'ended_at',
      taken: lastsAlready,
    },
  ],
  order: [{ lower: 'started_at', upper: 'ended_at', blames: 'upper' }],
  rules: [
    {
      of: ['started_at', 'ended_at'],
      check({ started_at, ended_at }, { fail }) {
        if (started_at === ended_at) fail('ended_at', noLength);
      },
    },
  ],
  hooks: {
    async beforeLock({ id, rows }) {
      // The material is locked before its stops, in the same order as when its status starts one.
      const [stop] = await rows('downtimes').find({ id });
      if (stop) await rows('materials').of(stop.material_id);
    },
    async beforeValidate({ actor, rows, row }) {
      row.name = nameOf({ actor }, row, (await rows('materials').of(row.material_id)).name);
      row.minutes = minutesOf(row);
    },
  },
  view: {
    icon: 'clock',
    group: 'Daily work',
    order: 21,
    columns: ['material_id', 'kind', 'started_at', 'ended_at', 'minutes'],
    headline: ['material_id', 'started_at', 'ended_at', 'minutes'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    downtimes: typeof import('./downtimes.ts').default;
  }
}
