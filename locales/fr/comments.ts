/** Comments on rows, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const comments = {
  'Only who wrote it may do this.': 'Seul son auteur peut le faire.',
  resource: 'ressource',
  record: 'enregistrement',
  addition: 'ajout',
  'change of what was added': 'modification d’un ajout',
  removal: 'retrait',
  'number of comments': 'nombre de commentaires',
  'Mentions of me': 'Commentaires qui me mentionnent',
  'I am mentioned in a comment': 'On me mentionne dans un commentaire',
  'You are mentioned: {name}': 'On vous mentionne : {name}',
  'People who may see what this is about.': 'Les personnes qui peuvent voir ce dont il s’agit.',
} satisfies Translations;

export const commentWords = {
  comment: {
    title: { one: 'commentaire', many: 'commentaires' },
    fields: {
      name: 'début',
      body: 'texte',
      mention_ids: 'personnes mentionnées',
      edited_at: 'heure de la modification',
    },
    headings: { edited_at: 'modifié le' },
  },
} satisfies Catalogue;
