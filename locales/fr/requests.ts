/** Request points and what people without an account report, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const requests = {
  'A request point belongs to a material or to a zone, not to both.':
    'Un point de signalement appartient à un équipement ou à une zone, pas aux deux.',
  'Name the material or the zone that requests are about.':
    'Indiquez l’équipement ou la zone que concernent les signalements.',
  'For a place without a material. Fill in one of the two.':
    'Pour un lieu sans équipement. Remplissez l’un des deux.',
  'It is shown above the form.': 'Elle est affichée au-dessus du formulaire.',
  'Whether the form asks how to reach the person.': 'Si le formulaire demande comment joindre la personne.',
  'Make it inactive instead: its address then leads nowhere.':
    'Rendez-le plutôt inactif : son adresse ne mène alors nulle part.',
  'new address': 'nouvelle adresse',
  'Makes a new address. The old one, and each label with it, is dead at once.':
    'Crée une nouvelle adresse. L’ancienne, et chaque étiquette qui la porte, ne mène aussitôt plus nulle part.',
  Form: 'Formulaire',
  'The request is decided: what it is about no longer changes.':
    'Le signalement est tranché : son objet ne change plus.',
  accept: 'accepter',
  'Makes an incident or a maintenance of the request.':
    'Crée un incident ou une maintenance à partir du signalement.',
  material: 'équipement',
  description: 'description',
  'Report something: {place}': 'Signaler quelque chose : {place}',
  'What is wrong?': 'Que se passe-t-il ?',
  Send: 'Envoyer',
  Photos: 'Photos',
  'Up to {count} photos, JPEG, PNG or WebP, of {limit} MiB each.':
    'Jusqu’à {count} photos, JPEG, PNG ou WebP, de {limit} Mio chacune.',
  'Choose the photos again.': 'Choisissez les photos à nouveau.',
  'Leave out photos: this place takes none.': 'Laissez de côté les photos : ce lieu n’en prend pas.',
  'At most {limit} photos are taken.': '{limit} photos au plus sont prises.',
  'A photo has at most {limit} MiB.': 'Une photo fait au plus {limit} Mio.',
  'Many photos are being sent at the moment. Try again shortly.':
    'Beaucoup de photos sont en cours d’envoi. Réessayez dans un instant.',
  'I have an account': 'J’ai un compte',
  'Your request {reference}': 'Votre signalement {reference}',
  'Keep the address of this page: it shows what becomes of your request.':
    'Gardez l’adresse de cette page : elle montre ce que devient votre signalement.',
  'It is received.': 'Il est reçu.',
  'It is accepted.': 'Il est accepté.',
  'Somebody is working on it.': 'Quelqu’un s’en occupe.',
  'It is done.': 'C’est fait.',
  'It was rejected.': 'Il a été rejeté.',
  'There are too many fields.': 'Il y a trop de champs.',
  contact: 'contact',
  'Your name': 'Votre nom',
  'How to reach you': 'Comment vous joindre',
  'Send the form as multipart/form-data or application/x-www-form-urlencoded.':
    'Envoyez le formulaire en multipart/form-data ou application/x-www-form-urlencoded.',
  'Send the body as application/json or multipart/form-data.':
    'Envoyez le corps en application/json ou multipart/form-data.',
  'Leave out how to reach you: nobody asks for it here.':
    'Laissez de côté comment vous joindre : personne ne le demande ici.',
  'If empty, that of the request.': 'Si le champ est vide, celui du signalement.',
  reject: 'rejeter',
  'Ends the request without work. The person who sent it can read why.':
    'Clôt le signalement sans travaux. La personne qui l’a envoyé peut lire pourquoi.',
  'is a duplicate': 'est un doublon',
  'Ends the request, which another one has reported as well: it then follows that one.':
    'Clôt le signalement, qu’un autre a déjà rapporté : il suit alors celui-ci.',
  'other request': 'autre signalement',
  decide: 'trancher',
  'A request is received': 'Un signalement est reçu',
  'New request: {name}': 'Nouveau signalement : {name}',
  'The person who sent the request can read it.': 'La personne qui a envoyé le signalement peut la lire.',
  Request: 'Signalement',
  Person: 'Personne',
  Decision: 'Décision',
  'Requests to decide': 'Signalements à trancher',
  'Name the material: the request has none.': 'Indiquez l’équipement : le signalement n’en a pas.',
  'A request is no duplicate of itself.': 'Un signalement n’est pas un doublon de lui-même.',
  'The other request is a duplicate of this one.': 'L’autre signalement est un doublon de celui-ci.',
} satisfies Translations;

export const requestWords = {
  'request-point': {
    title: { one: 'point de signalement', many: 'points de signalement' },
    fields: {
      name: 'nom',
      material_id: 'équipement',
      zone_id: 'zone',
      hint: 'indication',
      contact: 'coordonnées',
      photos: 'photos',
      active: 'actif',
      token: 'jeton',
      url: 'adresse du formulaire',
      request_count: 'nombre de signalements',
    },
    headings: { url: 'adresse', request_count: 'signalements' },
    values: { contact: { none: 'non demandées', optional: 'facultatives', required: 'obligatoires' } },
  },
  'work-request': {
    title: { one: 'signalement', many: 'signalements' },
    fields: {
      reference: 'référence',
      name: 'début',
      description: 'description',
      requester_name: 'nom de la personne',
      requester_contact: 'comment joindre la personne',
      request_point_id: 'point de signalement',
      material_id: 'équipement',
      zone_id: 'zone',
      status: 'état',
      incident_id: 'incident',
      maintenance_id: 'maintenance',
      duplicate_of_id: 'doublon de',
      public_note: 'note publique',
      decided_at: 'décision',
      decided_by_id: 'tranché par',
      as: 'type de travail',
      reason: 'motif',
      of_id: 'autre signalement',
    },
    headings: { decided_at: 'tranché le' },
    values: {
      as: { incident: 'incident', maintenance: 'maintenance' },
      status: { received: 'reçu', accepted: 'accepté', rejected: 'rejeté', duplicate: 'doublon' },
    },
  },
} satisfies Catalogue;
