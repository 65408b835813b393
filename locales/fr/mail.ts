/** What mails say, in French. */
import type { Translations } from '../../engine/message.ts';

export const mail = {
  'Hello {name},': 'Bonjour {name},',
  '{app} sends this mail to {to} because of your account there.':
    '{app} envoie ce message à {to} en raison de votre compte.',
  'The link works once, until {until}.': 'Le lien fonctionne une seule fois, jusqu’au {until}.',
  'If that was not you, choose a new password at once, and tell your administrator.':
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et prévenez votre administrateur.',
  'If that was not you, tell your administrator at once.':
    'Si ce n’était pas vous, prévenez tout de suite votre administrateur.',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'Choose a password': 'Choisir un mot de passe',
  'Somebody, probably you, has asked for a new password for your account at {app}.':
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte {app}.',
  'If that was not you, ignore this mail. Your password stays as it is.':
    'Si ce n’était pas vous, ignorez ce message. Votre mot de passe reste inchangé.',
  'Your account at {app}': 'Votre compte {app}',
  'There is an account for you at {app}. Choose a password to sign in with {to}.':
    'Un compte {app} vous attend. Choisissez un mot de passe pour vous connecter avec {to}.',
  'Confirm your e-mail address': 'Confirmez votre adresse e-mail',
  'Confirm the address': 'Confirmer l’adresse',
  '{to} shall become the address of your account at {app}. It does when you confirm it.':
    '{to} doit devenir l’adresse de votre compte {app}. Elle le deviendra quand vous l’aurez confirmée.',
  'If that was not you, ignore this mail. The address stays as it is.':
    'Si ce n’était pas vous, ignorez ce message. L’adresse reste inchangée.',
  'Your password has been changed': 'Votre mot de passe a été modifié',
  'The password of your account at {app} was changed on {at}.':
    'Le mot de passe de votre compte {app} a été modifié le {at}.',
  'Your password has been reset': 'Votre mot de passe a été réinitialisé',
  'A new password was chosen for your account at {app} on {at}, by a link that was sent to you.':
    'Un nouveau mot de passe a été choisi pour votre compte {app} le {at}, par un lien qui vous avait été envoyé.',
  'Your e-mail address has been changed': 'Votre adresse e-mail a été modifiée',
  'Your account at {app} has had another e-mail address since {at}. This is the last mail to this one.':
    'Votre compte {app} a une autre adresse e-mail depuis le {at}. Ceci est le dernier message à celle-ci.',
  'Two-factor sign-in is on': 'La double authentification est activée',
  'Signing in to your account at {app} has asked for a code since {at}.':
    'La connexion à votre compte {app} demande un code depuis le {at}.',
  'Two-factor sign-in is off': 'La double authentification est désactivée',
  'Signing in to your account at {app} has not asked for a code any more since {at}.':
    'La connexion à votre compte {app} ne demande plus de code depuis le {at}.',
  '{count} notices of {app}': '{count} avis de {app}',
  'And {count} more, which the list of notifications shows.':
    'Et {count} de plus, que montre la liste des notifications.',
  '{app} sends this mail to {to} because you want to be told of this by mail.':
    '{app} envoie ce message à {to} parce que vous voulez en être averti par e-mail.',
  'No more mails of this kind': 'Ne plus recevoir ces messages',
  'You will be told of these things on the page only, and no longer by mail.':
    'Vous en serez averti uniquement dans l’application, et plus par e-mail.',
  'You are told of these things on the page only from now on. Your account has more choices.':
    'Vous en êtes désormais averti uniquement dans l’application. Votre compte offre d’autres choix.',
  'send an invitation': 'envoyer une invitation',
  'The e-mail address has already been taken.': 'L’adresse e-mail est déjà utilisée.',
  'Give a password, or have the person choose one: send `invite`.':
    'Donnez un mot de passe, ou laissez la personne en choisir un : envoyez `invite`.',
  'Leave the password out where the person chooses one.':
    'N’indiquez pas de mot de passe quand la personne en choisit un.',
  'Sends a new link to choose a password, for seven days.': 'Envoie un nouveau lien, valable sept jours.',
  'No notices are sent to it until it is changed.': 'Aucun avis n’y est envoyé avant un changement.',
  'The headquarters gives roles at other sites.': 'Le siège donne les rôles sur les autres sites.',
  'Sends a link to choose a password.': 'Envoie un lien pour choisir un mot de passe.',
} satisfies Translations;
