import { defineResource, Enum, type Message, ReadOnly, say, Text, TimeOfDay } from '../engine/index.ts';
import { worded } from './names/worded.ts';
import { followClosedDays, settleClosedDays } from './plan-work/follow-site.ts';
import { planSteps } from './plan-work/own.ts';
import { type Weekday, weekdays } from './plans/days.ts';

/**
 * The working hours of a site, any number per weekday. If they do not end after they begin, they end on the next day: 22:00 to
 * 06:00 is a night, 00:00 to 00:00 a whole day. Hours may overlap, as shifts do; two that begin at the same time of a weekday
 * would be equal. A site without any is always open.
 */
export default defineResource({
  name: 'working-hour',
  path: 'working-hours',
  table: 'working_hours',
  title: { one: 'Working hours', many: 'Working hours' },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: ReadOnly(Text()),
    weekday: Enum(weekdays),
    from: TimeOfDay({ label: 'start', heading: 'From' }),
    until: TimeOfDay({
      label: 'end',
      heading: 'Until',
      help: 'If it is not after the start, it means the next day.',
    }),
  },
  filters: ['weekday'],
  sort: ['weekday', 'from', 'created_at'],
  defaultSort: 'weekday',
  unique: [
    {
      fields: ['site_id', 'weekday', 'from'],
      taken: say('Other hours already start at this time on this weekday.'),
    },
  ],
  cascades: { write: planSteps, delete: planSteps },
  hooks: {
    async beforeValidate(write) {
      const { row } = write;
      // A weekday that only a later version knows stands for itself.
      const weekday = worded(write, names[row.weekday] ?? say(row.weekday));
      row.name = `${weekday} ${row.from}–${row.until}`;
      await settleClosedDays(write, row.site_id);
    },
    afterWrite: (write) => followClosedDays(write, write.row.site_id),
    beforeDelete: (remove) => settleClosedDays(remove, remove.row.site_id),
    afterDelete: (remove) => followClosedDays(remove, remove.row.site_id),
  },
  view: {
    icon: 'clock',
    group: 'Administration',
    order: 92,
    columns: ['weekday', 'from', 'until'],
  },
});

const names: Readonly<Record<Weekday, Message>> = {
  mon: say('Monday'),
  tue: say('Tuesday'),
  wed: say('Wednesday'),
  thu: say('Thursday'),
  fri: say('Friday'),
  sat: say('Saturday'),
  sun: say('Sunday'),
};

declare module '../engine/index.ts' {
  interface Resources {
    'working-hours': typeof import('./working-hours.ts').default;
  }
}
