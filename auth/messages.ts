/** Every text that sign-in says to a person, in all languages of the service. */
import type { Text } from '../engine/message.ts';

export const texts = {
  badCredentials: {
    en: 'The e-mail address or the password is not right.',
    fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
  },
  notStateful: {
    en: 'This request is not stateful, so it can have no session: send it from a page whose host is listed in STATEFUL_DOMAINS (its Origin or Referer header tells), or from the service’s own address.',
    fr: 'Cette requête n’est pas « stateful » et ne peut donc pas avoir de session : envoyez-la depuis une page dont l’hôte figure dans STATEFUL_DOMAINS (l’en-tête Origin ou Referer l’indique), ou depuis l’adresse du service lui-même.',
  },
  required: { en: 'This field is required.', fr: 'Ce champ est obligatoire.' },
  unknownField: {
    en: 'This field is unknown here. Known are: {known}.',
    fr: 'Ce champ est inconnu ici. Sont connus : {known}.',
  },
  notObject: { en: 'The body must be a JSON object.', fr: 'Le corps doit être un objet JSON.' },
  notText: { en: 'This must be a text.', fr: 'Ceci doit être un texte.' },
  notFlag: { en: 'This must be true or false.', fr: 'Ceci doit être true ou false.' },
  notId: { en: 'This must be a positive integer.', fr: 'Ceci doit être un entier positif.' },
  notYourSite: {
    en: 'The site is not one of yours.',
    fr: 'Ce site ne fait pas partie des vôtres.',
  },
  unknownLocale: {
    en: 'This language is not available. Choose one of: {known}.',
    fr: 'Cette langue n’est pas disponible. Choisissez parmi : {known}.',
  },
} as const satisfies Record<string, Text>;
