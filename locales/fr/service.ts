/** What the service around the engine says, in French. */
import type { Translations } from '../../engine/message.ts';

export const service = {
  'There is no “{value}” to describe. Allowed: {allowed}.':
    'Il n’y a pas de « {value} » à décrire. Permis : {allowed}.',
  'There are more than {limit} parameters in the query.':
    'Il y a plus de {limit} paramètres dans la requête.',
  'A parameter of the query has more than {limit} characters.':
    'Un paramètre de la requête a plus de {limit} caractères.',
} satisfies Translations;
