import { BelongsTo, CountOf, defineResource, Flag, Nullable, say, Text } from '../engine/index.ts';

/** Places of a site, in a tree. Materials stand in them. */
export default defineResource({
  name: 'zone',
  path: 'zones',
  table: 'zones',
  title: { one: { en: 'zone', fr: 'zone' }, many: { en: 'zones', fr: 'zones' } },
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text({ label: { en: 'name', fr: 'nom' } }),
    description: Nullable(Text({ max: 1000, label: { en: 'description', fr: 'description' } })),
    parent_id: Nullable(BelongsTo('zones', { tree: true, label: { en: 'parent zone', fr: 'zone parente' } })),
    allow_material: Flag({
      default: true,
      label: { en: 'permission to hold materials', fr: 'autorisation d’équipements' },
    }),
    children_count: CountOf('zones', 'parent_id', {
      label: { en: 'number of zones below', fr: 'nombre de sous-zones' },
    }),
    material_count: CountOf('materials', 'zone_id', {
      label: { en: 'number of materials', fr: 'nombre d’équipements' },
    }),
  },
  filters: ['parent_id', 'allow_material'],
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
  restrictDelete: ['zones.parent_id', 'materials.zone_id'],
  rules: [
    {
      of: ['allow_material'],
      async check({ allow_material: allowed }, { db, id, previous, fail }) {
        if (allowed || !previous?.allow_material) return;
        const first = await db('materials').where({ zone_id: id }).first('id');
        if (first) fail('allow_material', say(materialsInside));
      },
    },
  ],
});

const materialsInside = {
  en: 'Materials are in this zone: move them first.',
  fr: 'Des équipements se trouvent dans cette zone : déplacez-les d’abord.',
};
