import {
  Bool,
  CountOf,
  CountThrough,
  defineResource,
  Failure,
  Integer,
  Internal,
  Nullable,
  say,
  Text,
} from '../engine/index.ts';
import { followTimezone } from './cleaning-plan/upkeep.ts';

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
    is_headquarters: Bool({ default: false, label: 'headquarters mark' }),
    // 1 on the headquarters, null elsewhere: a unique index keeps a second one out, whoever races.
    headquarters_slot: Internal(Nullable(Integer())),
    timezone: Text({
      format: 'timezone',
      max: 64,
      default: 'UTC',
      label: 'time zone',
    }),
    email: Nullable(Text({ format: 'email', label: 'e-mail address' })),
    office_phone: Nullable(Text()),
    cell_phone: Nullable(Text()),
    address: Nullable(Text()),
    zip_code: Nullable(Text()),
    city: Nullable(Text()),
    country: Nullable(Text()),
    zone_count: CountOf('zones', 'site_id', { label: 'number of zones' }),
    user_count: CountThrough('memberships', 'site_id', { label: 'number of users' }),
  },
  filters: ['is_headquarters'],
  search: ['name', 'city'],
  sort: ['name', 'city', 'created_at'],
  defaultSort: 'name',
  unique: [['name']],
  restrictDelete: [
    'zones.site_id',
    'materials.site_id',
    'items.site_id',
    {
      table: 'memberships',
      column: 'site_id',
      what: 'members',
      one: 'member',
    },
  ],
  hooks: {
    beforeValidate({ row }) {
      row.headquarters_slot = row.is_headquarters ? 1 : null;
    },
    async validate({ db, row, previous, actor }) {
      if (previous?.is_headquarters && !row.is_headquarters) {
        throw new Failure('conflict', { message: say(staysHeadquarters) });
      }
      if (!row.is_headquarters || previous?.is_headquarters) return;
      // Whoever claims the place waits here for the one before. The index alone could not say what is wrong.
      await db('sites').orderBy('id').forUpdate().first('id');
      const taken = await db<{ name: string; headquarters_slot: number }>('sites')
        .where({ headquarters_slot: 1 })
        .first('name');
      if (!taken) return;
      // Elsewhere it may be a site that one does not know of.
      const message = actor.site?.is_headquarters
        ? say(secondHeadquarters, { name: taken.name })
        : say(anotherHeadquarters);
      throw new Failure('conflict', { message });
    },
    async afterWrite({ db, row, previous }) {
      if (previous && previous.timezone !== row.timezone) await followTimezone(db, row.id, row.timezone);
    },
    beforeDelete({ row }) {
      if (row.is_headquarters) throw new Failure('conflict', { message: say(headquartersRemains) });
    },
  },
});

const staysHeadquarters = say('This site is the headquarters and must remain so.');
const secondHeadquarters = say('There can be only one headquarters: it is the site “{name}”.');
const anotherHeadquarters = say('There can be only one headquarters, and there is one already.');
const headquartersRemains = say('The headquarters cannot be deleted.');
