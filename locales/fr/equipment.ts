/** What classes of equipment are called, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';

export const equipmentWords = {
  'equipment-class': {
    title: { one: 'classe d’équipement', many: 'classes d’équipement' },
    fields: {
      name: 'nom',
      code: 'code',
      description: 'description',
      parent_id: 'classe parente',
      material_count: 'nombre d’équipements',
    },
    headings: { material_count: 'équipements' },
  },
} satisfies Catalogue;
