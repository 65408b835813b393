import {
  Bool,
  CountOf,
  CountThrough,
  defineResource,
  Integer,
  Nullable,
  say,
  Text,
} from '../engine/index.ts';
import { followTimezoneInRounds } from './cleaning-plan/rounds.ts';
import { followTimezone } from './cleaning-plan/upkeep.ts';
import { followTimezone as movePlans } from './plan-work/follow-site.ts';
import { planSteps } from './plan-work/own.ts';

/** Sites, one of them the headquarters. */
export default defineResource({
  name: 'site',
  path: 'sites',
  table: 'sites',
  scope: 'self',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['create', 'delete'],
  fields: {
    name: Text(),
    is_headquarters: Bool({ default: false, label: 'headquarters mark', heading: 'Headquarters' }),
    timezone: Text({
      format: 'timezone',
      max: 64,
      default: 'UTC',
      label: 'time zone',
      help: 'For example Europe/Paris. Times are shown by this clock, and plans follow it.',
    }),
    email: Nullable(Text({ format: 'email', label: 'e-mail address' })),
    office_phone: Nullable(Text()),
    cell_phone: Nullable(Text()),
    address: Nullable(Text({ multiline: true })),
    zip_code: Nullable(Text()),
    city: Nullable(Text()),
    country: Nullable(Text()),
    requires_failure_codes: Bool({
      default: false,
      label: 'failure codes required',
    }),
    status_tracks_downtime: Bool({
      default: true,
      label: 'stops by status',
    }),
    maintenance_hours_per_week: Nullable(
      Integer({ minimum: 1, maximum: 10_000, label: 'maintenance hours per week' }),
    ),
    zone_count: CountOf('zones', 'site_id', { label: 'number of zones', heading: 'Zones' }),
    user_count: CountThrough('memberships', 'site_id', { label: 'number of users', heading: 'Users' }),
  },
  filters: ['is_headquarters'],
  search: ['name', 'city'],
  sort: ['name', 'city', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  atMostOne: [
    {
      field: 'is_headquarters',
      slot: 'headquarters_slot',
      taken: say('There can be only one headquarters: it is the site “{name}”.'),
      takenUnseen: say('There can be only one headquarters, and there is one already.'),
      kept: say('This site is the headquarters and must remain so.'),
      undeletable: say('The headquarters cannot be deleted.'),
    },
  ],
  restrictDelete: [{ table: 'memberships', column: 'site_id', what: 'members', one: 'member' }],
  cascades: { write: planSteps },
  notices: {
    left_work: {
      told: ['person', 'people', 'maintenances', 'idle_maintenances', 'plans', 'idle_plans'],
      to: { holders: 'maintenance-plan.update' },
      channel: 'mail',
      label: 'Somebody leaves open work',
      says: [
        '{person} no longer works at {name}. Open maintenances without them now: {maintenances}, of these with no operator left: {idle_maintenances}. Plans: {plans}, with no operator left: {idle_plans}.',
        '{people} people no longer work at {name}. Open maintenances without them now: {maintenances}, of these with no operator left: {idle_maintenances}. Plans: {plans}, with no operator left: {idle_plans}.',
      ],
    },
  },
  hooks: {
    async afterWrite(write) {
      const { row, previous } = write;
      if (!previous || previous.timezone === row.timezone) return;
      await followTimezone(write, row.id, row.timezone);
      await followTimezoneInRounds(write, row.id, row.timezone);
      await movePlans(write, row.id, { from: previous.timezone, to: row.timezone });
    },
  },
  view: {
    group: 'Administration',
    order: 80,
    columns: ['name', 'city', 'timezone', 'zone_count', 'user_count'],
    related: ['zones', 'users', 'cleaning-rounds', 'closures', 'items', 'materials', 'working-hours'],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    sites: typeof import('./sites.ts').default;
  }
}
