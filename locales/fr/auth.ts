/** What sign-in says, in French. */
import type { Translations } from '../../engine/message.ts';

export const auth = {
  email: 'e-mail',
  'The e-mail address or the password is not right.': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'The session cookie came without an Origin (or Referer) header. Send this header with each request. Its host must be listed in STATEFUL_DOMAINS or be the service’s own.':
    'Le cookie de session est arrivé sans en-tête Origin (ou Referer). Envoyez cet en-tête avec chaque requête. Son hôte doit figurer dans STATEFUL_DOMAINS ou être celui du service.',
  'This request cannot have a session. Send it with an Origin (or Referer) header whose host is listed in STATEFUL_DOMAINS or is the service’s own address.':
    'Cette requête ne peut pas avoir de session. Envoyez-la avec un en-tête Origin (ou Referer) dont l’hôte figure dans STATEFUL_DOMAINS ou est l’adresse du service lui-même.',
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
  'Two-factor sign-in is already on. Remove it before you set it up again.':
    'La double authentification est déjà activée. Retirez-la avant de la configurer à nouveau.',
  'Two-factor sign-in is not on.': 'La double authentification n’est pas activée.',
  'There is no set-up to confirm. Begin one first.':
    'Il n’y a aucune configuration à confirmer. Commencez-en une d’abord.',
  'The password must have at least {min} bytes.': 'Le mot de passe doit compter au moins {min} octets.',
  'The password must have at most {max} bytes; letters with accents count for more than one.':
    'Le mot de passe doit compter au plus {max} octets ; les lettres accentuées comptent pour plus d’un.',
  'This is one of the most common passwords, which attackers try first. Choose another one.':
    'C’est l’un des mots de passe les plus courants, que des pirates essaient en premier. Choisissez-en un autre.',
  'The password must be neither the e-mail address nor the username.':
    'Le mot de passe ne doit être ni l’adresse e-mail ni le nom d’utilisateur.',
  'The password must not contain a NUL character.': 'Le mot de passe ne doit pas contenir de caractère NUL.',
  'The two passwords are not the same.': 'Les deux mots de passe ne sont pas identiques.',
  'The field “{field}” is required.': 'Le champ « {field} » est obligatoire.',
  'There is no field “{field}” here. Allowed: {known}.':
    'Il n’y a pas de champ « {field} » ici. Permis : {known}.',
  'The field “{field}” must be a text.': 'Le champ « {field} » doit être un texte.',
  'The field “{field}” must be true or false.': 'Le champ « {field} » doit être true ou false.',
  'The field “{field}” must be a positive integer.': 'Le champ « {field} » doit être un entier positif.',
  'This request has no dry run. Leave out the header Prefer.':
    'Cette requête ne peut pas être essayée à blanc. Retirez l’en-tête Prefer.',
  'The site is not one of yours.': 'Ce site ne fait pas partie des vôtres.',
  'This language is not available. Choose one of: {known}.':
    'Cette langue n’est pas disponible. Choisissez parmi : {known}.',
  'If there is an account with this address, a link to choose a new password is on its way to it.':
    'Si un compte a cette adresse, un lien pour choisir un nouveau mot de passe vient de lui être envoyé.',
  'This link does not work any more. Ask for another one.':
    'Ce lien ne fonctionne plus. Demandez-en un autre.',
  'This is not an e-mail address of at most {limit} characters.':
    'Ce n’est pas une adresse e-mail de {limit} caractères au plus.',
  'The address now belongs to another account.': 'L’adresse appartient désormais à un autre compte.',
} satisfies Translations;
