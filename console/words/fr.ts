import type { Words } from './en.ts';

export const fr: Words = {
  frame: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    site: 'Site',
    overview: 'Vue d’ensemble',
    account: 'Compte',
    loading: 'Chargement…',
    close: 'Fermer',
    offline: 'Pas de connexion. Les données affichées peuvent être anciennes.',
    away: 'Le service ne répond pas.',
    retry: 'Réessayer',
    notFound: 'Il n’y a rien ici.',
    forbidden: 'Vous n’y êtes plus autorisé. La page montre désormais ce qui vous est permis.',
    failed: 'Cela n’a pas pu être fait.',
    yes: 'Oui',
    no: 'Non',
    none: 'Aucun',
    newVersion: 'Une nouvelle version est disponible.',
    reload: 'Recharger',
  },
  account: {
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    email: 'E-mail',
    password: 'Mot de passe',
    remember: 'Rester connecté',
    theme: 'Apparence',
    themes: { auto: 'Comme l’appareil', light: 'Clair', dark: 'Sombre' },
    language: 'Langue',
    reference: 'Référence de l’API',
    expired: 'Votre session est terminée. Reconnectez-vous pour continuer ; votre saisie est conservée.',
  },
  list: {
    create: 'Créer',
    list: 'Liste',
    board: 'Tableau',
    calendar: 'Calendrier',
  },
  record: {},
  form: {
    choose: 'Rechercher…',
    clear: 'Effacer',
    take: 'Retirer',
    results: (shown: number, total: number) =>
      total === 0
        ? 'Aucun résultat.'
        : shown < total
          ? `Les ${shown} premiers sur ${total.toLocaleString('fr')} : saisissez du texte pour en trouver d’autres.`
          : `${total} trouvé${total > 1 ? 's' : ''}.`,
  },
  views: {},
};
