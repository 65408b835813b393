/** What sign-in says, in French. */
import type { Translations } from '../../engine/message.ts';

export const auth = {
  'The e-mail address or the password is not right.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'The cookie of the session came without the address of a page: send Origin (or Referer) with each request, whose host is listed in STATEFUL_DOMAINS or is the service’s own.':
    'Le cookie de la session est arrivé sans l’adresse d’une page : envoyez avec chaque requête un en-tête Origin (ou Referer) dont l’hôte figure dans STATEFUL_DOMAINS ou est celui du service.',
  'This request is not stateful, so it can have no session: send it from a page whose host is listed in STATEFUL_DOMAINS (its Origin or Referer header tells), or from the service’s own address.':
    'Cette requête n’est pas « stateful » et ne peut donc pas avoir de session : envoyez-la depuis une page dont l’hôte figure dans STATEFUL_DOMAINS (l’en-tête Origin ou Referer l’indique), ou depuis l’adresse du service lui-même.',
  'Too many attempts. Try again in {seconds} seconds.':
    'Trop de tentatives. Réessayez dans {seconds} secondes.',
  'The field “{field}” must not be longer than {limit} characters.':
    'Le champ « {field} » ne doit pas dépasser {limit} caractères.',
  'The password is not right.': 'Le mot de passe est incorrect.',
  'The code is not right, or has been used already. Wait for the next one.':
    'Le code est incorrect ou a déjà servi. Attendez le suivant.',
  'The recovery code is not right, or has been used already.':
    'Le code de secours est incorrect ou a déjà servi.',
  'Send either a code or a recovery code.': 'Envoyez soit un code, soit un code de secours.',
  'No login is waiting for a code. Sign in with your e-mail address and password first.':
    'Aucune connexion n’attend de code. Connectez-vous d’abord avec votre adresse e-mail et votre mot de passe.',
  'Two-factor sign-in is on already. Remove it before you set it up anew.':
    'La double authentification est déjà activée. Retirez-la avant de la configurer à nouveau.',
  'Two-factor sign-in is not on.': 'La double authentification n’est pas activée.',
  'There is no set-up to confirm. Begin one first.':
    'Il n’y a aucune configuration à confirmer. Commencez-en une d’abord.',
  'The password must have at least {min} bytes.': 'Le mot de passe doit compter au moins {min} octets.',
  'The password must have at most {max} bytes; letters with accents count for more than one.':
    'Le mot de passe doit compter au plus {max} octets ; les lettres accentuées comptent pour plus d’un.',
  'The password is one of the most common ones, which are tried first. Choose another.':
    'Ce mot de passe est l’un des plus courants, essayés en premier. Choisissez-en un autre.',
  'The password must be neither the e-mail address nor the username.':
    'Le mot de passe ne doit être ni l’adresse e-mail ni le nom d’utilisateur.',
  'The password must not hold a NUL character.': 'Le mot de passe ne doit pas contenir de caractère NUL.',
  'The two passwords are not the same.': 'Les deux mots de passe ne sont pas identiques.',
  'The field “{field}” is required.': 'Le champ « {field} » est obligatoire.',
  'There is no field “{field}” here. Allowed: {known}.':
    'Il n’y a pas de champ « {field} » ici. Permis : {known}.',
  'The field “{field}” must be a text.': 'Le champ « {field} » doit être un texte.',
  'The field “{field}” must be true or false.': 'Le champ « {field} » doit être true ou false.',
  'The field “{field}” must be a positive integer.': 'Le champ « {field} » doit être un entier positif.',
  'This cannot be tried out: leave the preference out.':
    'Ceci ne peut pas être essayé : retirez la préférence.',
  'The site is not one of yours.': 'Ce site ne fait pas partie des vôtres.',
  'This language is not available. Choose one of: {known}.':
    'Cette langue n’est pas disponible. Choisissez parmi : {known}.',
  'If there is an account with this address, a link to choose a new password is on its way to it.':
    'Si un compte a cette adresse, un lien pour choisir un nouveau mot de passe vient de lui être envoyé.',
  'This link does not work any more. Ask for another one.':
    'Ce lien ne fonctionne plus. Demandez-en un autre.',
  'The address belongs to another account by now.': 'L’adresse appartient désormais à un autre compte.',
} satisfies Translations;
