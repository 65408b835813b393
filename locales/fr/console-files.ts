/** Words of files that hang on rows. */
import type { Words } from '../../console/words/en.ts';

export const files: Words['files'] = {
  add: 'Ajouter des fichiers',
  camera: 'Prendre une photo',
  drop: 'Vous pouvez aussi déposer des fichiers ici, ou les coller.',
  original: 'Envoyer les photos en taille d’origine',
  pictures: 'Images',
  others: 'Autres fichiers',
  sending: 'En cours d’envoi',
  waiting: 'En attente',
  preparing: 'Préparation…',
  progress: (name) => `Envoi de ${name}`,
  cancel: (name) => `Annuler ${name}`,
  retry: 'Réessayer',
  retryOne: (name) => `Réessayer d’envoyer ${name}`,
  dismiss: (name) => `Fermer ${name}`,
  added: (name) => `« ${name} » a été ajouté.`,
  tooLarge: (size, most) => `Le fichier fait ${size}. Il peut faire ${most} au plus.`,
  empty: 'Le fichier est vide.',
  undecoded: (name) =>
    `« ${name} » a été envoyé tel quel : ce navigateur ne peut pas le convertir en JPEG. D’autres appareils pourraient ne pas l’afficher.`,
  open: (name) => `Ouvrir ${name}`,
  download: 'Télécharger',
  downloadOne: (name) => `Télécharger ${name}`,
  editOne: (name) => `Modifier ${name}`,
  removeOne: (name) => `Supprimer ${name}`,
  previous: 'Image précédente',
  next: 'Image suivante',
  place: (at, all) => `${at} sur ${all}`,
};
