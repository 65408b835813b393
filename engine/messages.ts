/** What the engine says to people, in every language. `{field}` is the label of a field. */
import type { Text } from './message.ts';

export const texts = {
  required: { en: 'The {field} is required.', fr: 'Le champ « {field} » est obligatoire.' },
  requiredList: { en: 'The {field} are required.', fr: 'Le champ « {field} » est obligatoire.' },
  empty: { en: 'The {field} must not be empty.', fr: 'Le champ « {field} » ne doit pas être vide.' },
  notNull: { en: 'The {field} must not be null.', fr: 'Le champ « {field} » ne peut pas être nul.' },
  unknownField: {
    en: 'There is no field “{field}” here. Allowed: {allowed}.',
    fr: 'Il n’y a pas de champ « {field} » ici. Permis : {allowed}.',
  },
  readOnly: {
    en: 'The {field} cannot be set: the service keeps it.',
    fr: 'Le champ « {field} » ne peut pas être défini : le service le gère.',
  },
  updateOnly: {
    en: 'The {field} belongs to a change of what is there, not to something new.',
    fr: 'Le champ « {field} » accompagne une modification, pas une création.',
  },
  fixed: {
    en: 'The {field} cannot be changed after creation.',
    fr: 'Le champ « {field} » ne peut plus être modifié après la création.',
  },
  type: { en: 'The {field} must be {type}.', fr: 'Le champ « {field} » doit être {type}.' },
  enum: {
    en: 'The {field} must be one of: {allowed}.',
    fr: 'Le champ « {field} » doit être l’un de : {allowed}.',
  },
  tooLong: {
    en: 'The {field} must not be longer than {limit} characters.',
    fr: 'Le champ « {field} » ne doit pas dépasser {limit} caractères.',
  },
  tooShort: {
    en: 'The {field} must have at least {limit} characters.',
    fr: 'Le champ « {field} » doit avoir au moins {limit} caractères.',
  },
  tooLarge: {
    en: 'The {field} must not be greater than {limit}.',
    fr: 'Le champ « {field} » ne doit pas être supérieur à {limit}.',
  },
  tooSmall: {
    en: 'The {field} must be at least {limit}.',
    fr: 'Le champ « {field} » doit être au moins {limit}.',
  },
  tooFew: {
    en: 'The number of {field} must be at least {limit}.',
    fr: 'Le nombre d’éléments du champ « {field} » doit être au moins {limit}.',
  },
  tooMany: {
    en: 'The number of {field} must not be greater than {limit}.',
    fr: 'Le nombre d’éléments du champ « {field} » ne doit pas dépasser {limit}.',
  },
  duplicates: {
    en: 'The {field} must not name anything twice.',
    fr: 'Le champ « {field} » ne doit rien nommer deux fois.',
  },
  format: { en: 'The {field} must be {type}.', fr: 'Le champ « {field} » doit être {type}.' },
  invalid: { en: 'The {field} is not valid.', fr: 'Le champ « {field} » n’est pas valide.' },
  characters: {
    en: 'The {field} contains characters that cannot be stored.',
    fr: 'Le champ « {field} » contient des caractères qui ne peuvent pas être enregistrés.',
  },
  future: {
    en: 'The {field} must not be in the future.',
    fr: 'Le champ « {field} » ne peut pas être dans le futur.',
  },
  above: {
    en: 'The {field} must not be above the {other}, {value}.',
    fr: 'Le champ « {field} » ne peut pas dépasser le champ « {other} », {value}.',
  },
  below: {
    en: 'The {field} must not be below the {other}, {value}.',
    fr: 'Le champ « {field} » ne peut pas être inférieur au champ « {other} », {value}.',
  },
  after: {
    en: 'The {field} must not be after the {other}, {value}.',
    fr: 'Le champ « {field} » ne peut pas être postérieur au champ « {other} », {value}.',
  },
  before: {
    en: 'The {field} must not be before the {other}, {value}.',
    fr: 'Le champ « {field} » ne peut pas être antérieur au champ « {other} », {value}.',
  },
  taken: {
    en: 'The {field} has already been taken.',
    fr: 'La valeur du champ « {field} » est déjà utilisée.',
  },
  reference: {
    en: 'The selected {field} does not exist or is not available here.',
    fr: 'La sélection du champ « {field} » n’existe pas ou n’est pas disponible ici.',
  },
  referenceList: {
    en: 'Some of the selected {field} do not exist or are not available here.',
    fr: 'Une partie de la sélection du champ « {field} » n’existe pas ou n’est pas disponible ici.',
  },
  mismatch: {
    en: 'The selected {field} belongs to another {other}: choose one that goes with it.',
    fr: 'La sélection du champ « {field} » ne va pas avec celle du champ « {other} » : choisissez-en une qui va avec.',
  },
  valueOf: { en: 'value no. {place} of the {field}', fr: '{field}, n° {place}' },
  partOf: { en: '“{part}” of no. {place} of the {field}', fr: '{field}, n° {place}, {part}' },
  counted: { en: '{count} {what}', fr: '{count} {what}' },
  atOtherSites: { en: '{what} at other sites', fr: '{what} d’autres sites' },
  cycle: {
    en: 'The {field} must not be the row itself or one below it.',
    fr: 'Le champ « {field} » ne peut pas être l’élément lui-même ni l’un de ses descendants.',
  },
  transition: {
    en: 'The {field} cannot change from {from} to {to}. Possible now: {allowed}.',
    fr: 'Le champ « {field} » ne peut pas passer de {from} à {to}. Possible maintenant : {allowed}.',
  },
  nothing: { en: 'nothing', fr: 'rien' },
  notWith: {
    en: 'The {field} cannot be sent together with the {other}.',
    fr: 'Le champ « {field} » ne peut pas être envoyé avec le champ « {other} ».',
  },
  bodyObject: { en: 'The body must be a JSON object.', fr: 'Le corps doit être un objet JSON.' },
  blocked: {
    en: 'It cannot be deleted while these depend on it: {what}.',
    fr: 'Suppression impossible tant que ceci en dépend : {what}.',
  },
  blockedAdvice: {
    en: 'It cannot be deleted while these depend on it: {what}. {advice}',
    fr: 'Suppression impossible tant que ceci en dépend : {what}. {advice}',
  },
  elsewhere: {
    en: 'This belongs to another site. Switch to that site to change it.',
    fr: 'Ceci appartient à un autre site. Passez sur ce site pour le modifier.',
  },
  headquarters: {
    en: 'This is reserved to the headquarters. Switch to the headquarters site first.',
    fr: 'Ceci est réservé au siège. Passez d’abord sur le site du siège.',
  },
  permission: {
    en: 'You lack the permission {permission} at this site.',
    fr: 'Il vous manque la permission {permission} sur ce site.',
  },
  unknownParameter: {
    en: 'There is no parameter “{name}” here. Allowed: {allowed}.',
    fr: 'Il n’y a pas de paramètre « {name} » ici. Permis : {allowed}.',
  },
  repeatedParameter: {
    en: 'The parameter “{name}” was given more than once. Send it once, with commas between values where it takes several.',
    fr: 'Le paramètre « {name} » est répété. Envoyez-le une seule fois, avec des virgules entre les valeurs s’il en accepte plusieurs.',
  },
  missingParameter: {
    en: 'The parameter “{name}” is missing: it must be {type}.',
    fr: 'Le paramètre « {name} » manque : il faut {type}.',
  },
  parameter: {
    en: '“{value}” is no value of {name}: it must be {type}.',
    fr: '« {value} » n’est pas une valeur de {name} : il faut {type}.',
  },
  plusParameter: {
    en: '“{value}” is no value of {name}. A + in an address means a space: write %2B for it, {name}={encoded}.',
    fr: '« {value} » n’est pas une valeur de {name}. Dans une adresse, un + est un espace : écrivez %2B, {name}={encoded}.',
  },
  noRange: {
    en: 'The parameter “{name}” takes no [{operator}]. Allowed: {allowed}.',
    fr: 'Le paramètre « {name} » n’accepte pas [{operator}]. Permis : {allowed}.',
  },
  noList: {
    en: 'The parameter “{name}” takes no []. Separate several values with commas: {name}=1,2.',
    fr: 'Le paramètre « {name} » n’accepte pas []. Séparez plusieurs valeurs par des virgules : {name}=1,2.',
  },
  tooManyValues: {
    en: 'The parameter “{name}” takes at most {limit} values.',
    fr: 'Le paramètre « {name} » accepte au plus {limit} valeurs.',
  },
  tooManyWords: {
    en: 'A search takes at most {limit} words.',
    fr: 'Une recherche accepte au plus {limit} mots.',
  },
  sortField: {
    en: 'Cannot sort by “{value}”. Allowed: {allowed}.',
    fr: 'Tri impossible par « {value} ». Permis : {allowed}.',
  },
  moreProblems: {
    en: 'There are {more} more problems with {name}.',
    fr: 'Il y a {more} autres problèmes avec {name}.',
  },
  selectField: {
    en: 'There is no field “{value}” to select. Allowed: {allowed}.',
    fr: 'Il n’y a pas de champ « {value} » à sélectionner. Permis : {allowed}.',
  },
  exportPages: {
    en: 'An export has every row: leave the page out.',
    fr: 'Un export contient toutes les lignes : n’indiquez pas de page.',
  },
  keyLength: {
    en: 'An Idempotency-Key has 1 to 255 characters.',
    fr: 'Une Idempotency-Key compte de 1 à 255 caractères.',
  },
  keyReused: {
    en: 'This Idempotency-Key was used for another request. Take a new one.',
    fr: 'Cette Idempotency-Key a servi pour une autre requête. Prenez-en une nouvelle.',
  },
  keyRunning: {
    en: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    fr: 'La première requête avec cette Idempotency-Key est encore en cours. Réessayez bientôt.',
  },
  batchOperations: {
    en: 'The operations must be an array of 1 to {limit} operations.',
    fr: 'Les opérations doivent former un tableau de 1 à {limit} opérations.',
  },
  batchOperation: {
    en: 'An operation must be an object with a method, a path and a body.',
    fr: 'Une opération doit être un objet avec une méthode, un chemin et un corps.',
  },
  batchPath: {
    en: 'The path must be a string such as /zones/5.',
    fr: 'Le chemin doit être une chaîne comme /zones/5.',
  },
} satisfies Record<string, Text>;

/** Names of types and formats, to fill `{type}`. */
export const typeTexts = {
  string: { en: 'a string', fr: 'une chaîne de caractères' },
  integer: { en: 'an integer', fr: 'un nombre entier' },
  number: { en: 'a number', fr: 'un nombre' },
  boolean: { en: 'true or false', fr: 'true ou false' },
  array: { en: 'an array', fr: 'un tableau' },
  object: { en: 'an object', fr: 'un objet' },
  'date-time': {
    en: 'a date and time such as 2026-01-31T08:00:00Z, with at most milliseconds',
    fr: 'une date et heure comme 2026-01-31T08:00:00Z, au plus à la milliseconde',
  },
  date: { en: 'a day such as 2026-01-31', fr: 'un jour comme 2026-01-31' },
  money: { en: 'a number with at most two decimals', fr: 'un nombre avec au plus deux décimales' },
  email: { en: 'an e-mail address', fr: 'une adresse e-mail' },
  timezone: {
    en: 'an IANA time zone such as Europe/Paris',
    fr: 'un fuseau horaire IANA comme Europe/Paris',
  },
  password: { en: 'between 8 and 72 bytes long', fr: 'long de 8 à 72 octets' },
  text: { en: 'a text', fr: 'un texte' },
  oneOf: { en: 'one of {choices}', fr: 'l’un de {choices}' },
  range: { en: 'an integer from {min} to {max}', fr: 'un entier de {min} à {max}' },
} satisfies Record<string, Text>;
