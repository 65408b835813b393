/** Calendars that people subscribe to, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const feeds = {
  'You have {count} calendars already. Delete one first.':
    'Vous avez déjà {count} calendriers. Supprimez-en un d’abord.',
} satisfies Translations;

export const feedWords: Catalogue = {
  'calendar-feed': {
    title: { one: 'calendrier', many: 'calendriers' },
    fields: {
      name: 'nom',
      site_id: 'site',
      include: 'contenu',
      operator: 'travail de',
      last_fetched_at: 'dernière lecture',
      url: 'adresse',
    },
    headings: { operator: 'Travail de', last_fetched_at: 'Dernière lecture' },
    values: {
      include: { maintenances: 'maintenances', 'plan-occurrences': 'échéances des plans' },
      operator: { me: 'moi', all: 'tous' },
    },
  },
};
