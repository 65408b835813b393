import {
  CountOf,
  defineResource,
  Failure,
  Flag,
  Integer,
  Internal,
  Nullable,
  PairCount,
  say,
  Text,
} from '../engine/index.ts';
import { followTimezone } from './cleaning-plan/upkeep.ts';

/** Sites, one of them the headquarters. */
export default defineResource({
  name: 'site',
  path: 'sites',
  table: 'sites',
  title: { one: { en: 'site', fr: 'site' }, many: { en: 'sites', fr: 'sites' } },
  scope: 'self',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  headquartersOnly: ['create', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    is_headquarters: Flag({ default: false, label: { en: 'headquarters mark', fr: 'statut de siège' } }),
    // 1 on the headquarters, null elsewhere: a unique index keeps a second one out, whoever races.
    headquarters_slot: Internal(Nullable(Integer())),
    timezone: Text({
      format: 'timezone',
      max: 64,
      default: 'UTC',
      label: { en: 'time zone', fr: 'fuseau horaire' },
    }),
    email: Nullable(Text({ format: 'email', label: { en: 'e-mail address', fr: 'adresse e-mail' } })),
    office_phone: Nullable(Text({ label: { en: 'office phone', fr: 'téléphone fixe' } })),
    cell_phone: Nullable(Text({ label: { en: 'cell phone', fr: 'téléphone portable' } })),
    address: Nullable(Text({ label: { en: 'address', fr: 'adresse' } })),
    zip_code: Nullable(Text({ label: { en: 'zip code', fr: 'code postal' } })),
    city: Nullable(Text({ label: { en: 'city', fr: 'ville' } })),
    country: Nullable(Text({ label: { en: 'country', fr: 'pays' } })),
    zone_count: CountOf('zones', 'site_id', { label: { en: 'number of zones', fr: 'nombre de zones' } }),
    user_count: PairCount('memberships', 'site_id', {
      label: { en: 'number of users', fr: 'nombre d’utilisateurs' },
    }),
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
      what: { en: 'members', fr: 'membres' },
      one: { en: 'member', fr: 'membre' },
    },
  ],
  hooks: {
    prepare({ row }) {
      row.headquarters_slot = row.is_headquarters ? 1 : null;
    },
    async check({ db, row, previous, actor }) {
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
    async written({ db, row, previous }) {
      if (previous && previous.timezone !== row.timezone) await followTimezone(db, row.id, row.timezone);
    },
    removing({ row }) {
      if (row.is_headquarters) throw new Failure('conflict', { message: say(headquartersRemains) });
    },
  },
});

const staysHeadquarters = {
  en: 'This site is the headquarters and must remain so.',
  fr: 'Ce site est le siège et doit le rester.',
};
const secondHeadquarters = {
  en: 'There can be only one headquarters: it is the site “{name}”.',
  fr: 'Il ne peut y avoir qu’un seul siège : c’est le site « {name} ».',
};
const anotherHeadquarters = {
  en: 'There can be only one headquarters, and there is one already.',
  fr: 'Il ne peut y avoir qu’un seul siège, et il y en a déjà un.',
};
const headquartersRemains = {
  en: 'The headquarters cannot be deleted.',
  fr: 'Le siège ne peut pas être supprimé.',
};
