/** What is said of files that are sent, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const files = {
  'This type of file is not taken. Allowed: {allowed}.':
    'Ce type de fichier n’est pas accepté. Permis : {allowed}.',
  'text in UTF-8 (.txt, .csv, .log, .md)': 'texte en UTF-8 (.txt, .csv, .log, .md)',
  'This picture has parts of an unknown kind. Save it as a JPEG.':
    'Cette image a des parties d’un genre inconnu. Enregistrez-la en JPEG.',
  'This is a sequence of pictures, which is not taken. Save one of them, or a film (MP4).':
    'C’est une suite d’images, qui n’est pas acceptée. Enregistrez l’une d’elles, ou un film (MP4).',
  'This picture has its parts in an order that is not taken. Save it as a JPEG.':
    'Les parties de cette image sont dans un ordre qui n’est pas accepté. Enregistrez-la en JPEG.',
  'Send the body as multipart/form-data, without a Content-Encoding.':
    'Envoyez le corps de la requête en multipart/form-data, sans Content-Encoding.',
  'There is no part “{name}” here. Allowed: {allowed}.':
    'Il n’y a pas de partie « {name} » ici. Permis : {allowed}.',
  'The part “{name}” comes too often: {limit} at most.':
    'La partie « {name} » est envoyée trop souvent : {limit} au plus.',
  'The part “{name}” is required.': 'La partie « {name} » est requise.',
  'More than {limit} were sent.': 'Plus de {limit} ont été envoyés.',
  '{count} MiB': '{count} Mio',
  '{count} KiB': '{count} Kio',
  'You are sending {limit} files already. Wait until one of them is there.':
    'Vous envoyez déjà {limit} fichiers. Attendez que l’un d’eux soit arrivé.',
  'The picture is damaged.': 'L’image est endommagée.',
  'The picture has {width} × {height} pixels. At most {side} a side and {millions} million in all are taken.':
    'L’image a {width} × {height} pixels. Au plus {side} par côté et {millions} millions en tout sont acceptés.',
  'The file has no such bytes.': 'Le fichier n’a pas ces octets.',
  'Send a file in a request of its own, as multipart/form-data.':
    'Envoyez un fichier dans sa propre requête, en multipart/form-data.',
  'A thumbnail has at most {limit} KiB.': 'Une vignette a au plus {limit} Kio.',
  'There are {limit} files here already.': 'Il y a déjà {limit} fichiers ici.',
  'The files of this site have no room for it: {left} MiB are left.':
    'Les fichiers de ce site n’ont plus de place pour lui : il reste {left} Mio.',
  'number of files': 'nombre de fichiers',
  bytes: 'octets',
  pixels: 'pixels',
} satisfies Translations;

export const fileWords = {
  attachment: {
    title: { one: 'fichier', many: 'fichiers' },
    fields: {
      name: 'nom',
      caption: 'légende',
      type: 'type de fichier',
      size: 'taille',
      sha256: 'SHA-256',
      is_image: 'est une image',
      width: 'largeur',
      height: 'hauteur',
      url: 'adresse',
      thumbnail_url: 'adresse de la vignette',
    },
    headings: { type: 'type', is_image: 'image' },
  },
} satisfies Catalogue;
