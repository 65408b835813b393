import { BelongsTo, Bool, CountOf, defineResource, Nullable, say, Text } from '../engine/index.ts';

/** Places of a site, in a tree. Materials are located in them. */
export default defineResource({
  name: 'zone',
  path: 'zones',
  table: 'zones',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  attachable: true,
  fields: {
    name: Text(),
    description: Nullable(Text({ max: 1000, multiline: true })),
    parent_id: Nullable(BelongsTo('zones', { tree: true, label: 'parent zone' })),
    allow_material: Bool({
      default: true,
      label: 'permission to hold materials',
      heading: 'Holds materials',
    }),
    children_count: CountOf('zones', 'parent_id', { label: 'number of zones below', heading: 'Subzones' }),
    material_count: CountOf('materials', 'zone_id', { label: 'number of materials', heading: 'Materials' }),
  },
  filters: ['parent_id', 'allow_material'],
  search: ['name'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
  rules: [
    {
      of: ['allow_material'],
      async check({ allow_material: allowed }, { rows, id, previous, fail }) {
        if (allowed || !previous?.allow_material) return;
        if (await rows('materials').has({ zone_id: id })) fail('allow_material', say(materialsInside));
      },
    },
  ],
  view: {
    group: 'Equipment',
    order: 50,
    headline: ['material_count', 'children_count'],
    related: ['materials', 'incidents', 'maintenances', 'cleanings', 'zones'],
  },
});

const materialsInside = say('Materials are in this zone: move them first.');

declare module '../engine/index.ts' {
  interface Resources {
    zones: typeof import('./zones.ts').default;
  }
}
