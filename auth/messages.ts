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
  tooMany: {
    en: 'Too many attempts. Try again in {seconds} seconds.',
    fr: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
  },
  tooLong: {
    en: 'The field “{field}” must not be longer than {limit} characters.',
    fr: 'Le champ « {field} » ne doit pas dépasser {limit} caractères.',
  },
  wrongPassword: { en: 'The password is not right.', fr: 'Le mot de passe est incorrect.' },
  wrongCode: {
    en: 'The code is not right, or has been used already. Wait for the next one.',
    fr: 'Le code est incorrect ou a déjà servi. Attendez le suivant.',
  },
  wrongRecoveryCode: {
    en: 'The recovery code is not right, or has been used already.',
    fr: 'Le code de secours est incorrect ou a déjà servi.',
  },
  oneCode: {
    en: 'Send either a code or a recovery code.',
    fr: 'Envoyez soit un code, soit un code de secours.',
  },
  noLoginPending: {
    en: 'No login is waiting for a code. Sign in with your e-mail address and password first.',
    fr: 'Aucune connexion n’attend de code. Connectez-vous d’abord avec votre adresse e-mail et votre mot de passe.',
  },
  twoFactorOn: {
    en: 'Two-factor sign-in is on already. Remove it before you set it up anew.',
    fr: 'La double authentification est déjà activée. Retirez-la avant de la configurer à nouveau.',
  },
  twoFactorOff: {
    en: 'Two-factor sign-in is not on.',
    fr: 'La double authentification n’est pas activée.',
  },
  twoFactorNotBegun: {
    en: 'There is no set-up to confirm. Begin one first.',
    fr: 'Il n’y a aucune configuration à confirmer. Commencez-en une d’abord.',
  },
  passwordTooShort: {
    en: 'The password must have at least {min} bytes.',
    fr: 'Le mot de passe doit compter au moins {min} octets.',
  },
  passwordTooLong: {
    en: 'The password must have at most {max} bytes; letters with accents count for more than one.',
    fr: 'Le mot de passe doit compter au plus {max} octets ; les lettres accentuées comptent pour plus d’un.',
  },
  passwordTooCommon: {
    en: 'The password is one of the most common ones, which are tried first. Choose another.',
    fr: 'Ce mot de passe est l’un des plus courants, essayés en premier. Choisissez-en un autre.',
  },
  passwordIsName: {
    en: 'The password must be neither the e-mail address nor the username.',
    fr: 'Le mot de passe ne doit être ni l’adresse e-mail ni le nom d’utilisateur.',
  },
  passwordWithNul: {
    en: 'The password must not hold a NUL character.',
    fr: 'Le mot de passe ne doit pas contenir de caractère NUL.',
  },
  passwordsDiffer: {
    en: 'The two passwords are not the same.',
    fr: 'Les deux mots de passe ne sont pas identiques.',
  },
  required: { en: 'The field “{field}” is required.', fr: 'Le champ « {field} » est obligatoire.' },
  unknownField: {
    en: 'There is no field “{field}” here. Allowed: {known}.',
    fr: 'Il n’y a pas de champ « {field} » ici. Permis : {known}.',
  },
  notText: { en: 'The field “{field}” must be a text.', fr: 'Le champ « {field} » doit être un texte.' },
  notFlag: {
    en: 'The field “{field}” must be true or false.',
    fr: 'Le champ « {field} » doit être true ou false.',
  },
  notId: {
    en: 'The field “{field}” must be a positive integer.',
    fr: 'Le champ « {field} » doit être un entier positif.',
  },
  notYourSite: {
    en: 'The site is not one of yours.',
    fr: 'Ce site ne fait pas partie des vôtres.',
  },
  unknownLocale: {
    en: 'This language is not available. Choose one of: {known}.',
    fr: 'Cette langue n’est pas disponible. Choisissez parmi : {known}.',
  },
} as const satisfies Record<string, Text>;
