import type { Translations } from '../../engine/message.ts';

export const engine = {
  id: 'identifiant',
  name: 'nom',
  site: 'site',
  author: 'auteur',
  'creation time': 'date de création',
  'time of the last change': 'date de modification',
} satisfies Translations;
