/** What resources and their fields are called in French, in lower case as in the middle of a sentence. */
import type { Catalogue } from '../../engine/definition/words.ts';
import { values } from './values.ts';

export const words: Catalogue = {
  cleaning: { values: values.cleaning },
  company: { values: values.company },
  incident: { values: values.incident },
  item: { values: values.item },
  'item-movement': { values: values['item-movement'] },
  maintenance: { values: values.maintenance },
  material: { values: values.material },
  user: { fields: { name: 'nom' } },
};
