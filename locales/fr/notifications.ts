/** What notifications say in French. */
import type { Translations } from '../../engine/message.ts';

export const notifications: Translations = {
  'A webhook is switched off': 'Un webhook est désactivé',
  '{name} was switched off: {disabled_reason}.': '{name} a été désactivé : {disabled_reason}.',
  read: 'marquer comme lue',
  'read all': 'tout marquer comme lu',
  'Mark as read': 'Marquer comme lue',
  'Mark all as read': 'Tout marquer comme lu',
  'The field “{field}” must be an object.': 'Le champ « {field} » doit être un objet.',
  'The field “{field}” must be a time of day, like 07:00.':
    'Le champ « {field} » doit être une heure, comme 07:00.',
};
