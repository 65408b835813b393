import { BelongsTo, defineResource, Enum, Instant, Nullable, Optional, say, Text } from '../engine/index.ts';
import { cleaningTypes } from './cleaning-plan/cleaning-types.ts';
import { type CleanedMaterial, followCleanings } from './cleaning-plan/upkeep.ts';
import { cut, worded } from './names/worded.ts';

/** Cleanings done on materials. A material's `last_cleaning_at` is always the latest of them. */
export default defineResource({
  name: 'cleaning',
  path: 'cleanings',
  table: 'cleanings',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  attachable: true,
  fields: {
    name: Optional(Text()),
    material_id: BelongsTo('materials', {
      include: ['zone'],
      exclusive: true,
    }),
    type: Enum(cleaningTypes),
    description: Nullable(Text({ max: 5000, multiline: true })),
    cleaned_at: Instant({
      default: 'now',
      past: true,
      label: 'time of the cleaning',
      heading: 'Cleaned at',
    }),
  },
  filters: ['material_id', 'type', 'cleaned_at'],
  filtersThrough: { zone_id: 'material_id.zone_id' },
  search: ['name', 'description', 'material_id.name'],
  sort: ['cleaned_at', 'type', 'created_at'],
  defaultSort: '-cleaned_at',
  hooks: {
    async beforeValidate({ actor, rows, row }) {
      if (row.name !== undefined) return;
      const { name } = await rows<CleanedMaterial>('materials').of(row.material_id);
      row.name = cut(worded({ actor }, say('Cleaning of {material}', { material: name })));
    },
    async afterWrite({ rows, row, previous }) {
      const ids = new Set([row.material_id, previous?.material_id ?? row.material_id]);
      for (const id of [...ids].sort((a, b) => a - b)) await followCleanings({ rows }, id);
    },
    afterDelete: ({ rows, row }) => followCleanings({ rows }, row.material_id),
  },
  view: {
    icon: 'brush',
    group: 'Daily work',
    order: 30,
    headline: ['material_id', 'cleaned_at'],
    overview: [{ by: 'cleaned_at.week', title: 'Cleanings by week' }],
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    cleanings: typeof import('./cleanings.ts').default;
  }
}
