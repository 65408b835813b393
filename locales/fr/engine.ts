/** What the engine says, in French. */
import type { Translations } from '../../engine/message.ts';

export const engine = {
  'The parameter “{name}” is required.': 'Le paramètre « {name} » est requis.',
  id: 'identifiant',
  name: 'nom',
  site: 'site',
  author: 'auteur',
  'creation time': 'date de création',
  created: 'date de création',
  'last change': 'dernière modification',
  'time of the last change': 'date de modification',
  'first day': 'premier jour',
  'up to, not including': 'jusqu’au, non compris',
  'for each': 'pour chaque',
  order: 'ordre',
  'number of rows': 'nombre de lignes',
  value: 'valeur',
  group: 'groupe',
  total: 'total',
  month: 'mois',
  week: 'semaine',
  day: 'jour',
  '{what}, the least first': '{what}, le plus petit d’abord',
  '{what}, the most first': '{what}, le plus grand d’abord',
  'This would be more than {limit} rows. Ask for longer periods, for the first ones by “limit”, or for fewer by filters.':
    'Cela ferait plus de {limit} lignes. Demandez des périodes plus longues, les premières avec « limit », ou moins avec des filtres.',
  'The parameter “until” must be a day after “from”.':
    'Le paramètre « until » doit être un jour après « from ».',
  'From “from” to “until” there must be at most {limit} days.':
    'De « from » à « until », il doit y avoir au plus {limit} jours.',
  'The body is not valid JSON.': 'Le corps de la requête n’est pas du JSON valide.',
  'The body is not valid multipart/form-data.':
    'Le corps de la requête n’est pas du multipart/form-data valide.',
  'The request is not valid HTTP.': 'La requête n’est pas du HTTP valide.',
  'You are not signed in.': 'Vous n’êtes pas connecté.',
  'You do not have permission to do this.': 'Vous n’avez pas la permission de faire cela.',
  'There is nothing here, or you may not see it.': 'Il n’y a rien ici, ou vous ne pouvez pas le voir.',
  'This method is not allowed here.': 'Cette méthode n’est pas permise ici.',
  'The request did not arrive in time.': 'La requête n’est pas arrivée à temps.',
  'This conflicts with the present state.': 'Ceci est en conflit avec l’état actuel.',
  'Somebody has changed this since you read it. Read it again.':
    'Quelqu’un l’a modifié depuis votre lecture. Relisez-le.',
  'The body is larger than 1 MiB.': 'Le corps de la requête dépasse 1 Mio.',
  'Send the body as application/json.': 'Envoyez le corps de la requête en application/json.',
  'CSRF token mismatch.': 'CSRF token mismatch.',
  'Some of what was sent is not valid.': 'Certaines données envoyées ne sont pas valides.',
  'Too many attempts. Wait a moment and try again.': 'Trop de tentatives. Attendez un moment.',
  'You are downloading {limit} files already. Wait until one of them is there.':
    'Vous téléchargez déjà {limit} fichiers. Attendez que l’un d’eux soit arrivé.',
  'Too many files are being downloaded at the moment. Try again shortly.':
    'Trop de fichiers sont en cours de téléchargement. Réessayez bientôt.',
  'The headers of the request are too large.': 'Les en-têtes de la requête sont trop volumineux.',
  'Something went wrong on our side. It has been logged.':
    'Une erreur est survenue de notre côté. Elle a été enregistrée.',
  'The service is not available at the moment. Try again shortly.':
    'Le service est momentanément indisponible. Réessayez bientôt.',
  '{first} (The first {named} fields are named, and {more} more are not valid.)':
    '{first} (Les {named} premiers champs sont nommés, et {more} autres ne sont pas valides.)',
  'The {field} is required.': 'Le champ « {field} » est obligatoire.',
  'The {field} are required.': 'Le champ « {field} » est obligatoire.',
  'The {field} must not be empty.': 'Le champ « {field} » ne doit pas être vide.',
  'The {field} must not be null.': 'Le champ « {field} » ne peut pas être nul.',
  'There is no field “{field}” here. Allowed: {allowed}.':
    'Il n’y a pas de champ « {field} » ici. Permis : {allowed}.',
  'The {field} cannot be set: the service keeps it.':
    'Le champ « {field} » ne peut pas être défini : le service le gère.',
  'The {field} belongs to a change of what is there, not to something new.':
    'Le champ « {field} » accompagne une modification, pas une création.',
  'The {field} cannot be changed after creation.':
    'Le champ « {field} » ne peut plus être modifié après la création.',
  'The {field} must be {type}.': 'Le champ « {field} » doit être {type}.',
  'The {field} must be one of: {allowed}.': 'Le champ « {field} » doit être l’un de : {allowed}.',
  'The {field} must not be longer than {limit} characters.':
    'Le champ « {field} » ne doit pas dépasser {limit} caractères.',
  'The {field} must have at least {limit} characters.':
    'Le champ « {field} » doit avoir au moins {limit} caractères.',
  'The {field} must not be greater than {limit}.':
    'Le champ « {field} » ne doit pas être supérieur à {limit}.',
  'The {field} must be at least {limit}.': 'Le champ « {field} » doit être au moins {limit}.',
  'The number of {field} must be at least {limit}.':
    'Le nombre d’éléments du champ « {field} » doit être au moins {limit}.',
  'The number of {field} must not be greater than {limit}.':
    'Le nombre d’éléments du champ « {field} » ne doit pas dépasser {limit}.',
  'The {field} must not name anything twice.': 'Le champ « {field} » ne doit rien nommer deux fois.',
  'The {field} is not valid.': 'Le champ « {field} » n’est pas valide.',
  'The {field} contains characters that cannot be stored.':
    'Le champ « {field} » contient des caractères qui ne peuvent pas être enregistrés.',
  'The {field} must be one line, without tabs or other control characters.':
    'Le champ « {field} » doit tenir sur une ligne, sans tabulation ni autre caractère de contrôle.',
  'The {field} cannot be {name}: that is no earlier operation of the batch.':
    'Le champ « {field} » ne peut pas être {name} : ce n’est pas une opération précédente du lot.',
  'The {field} cannot be {name}: that operation creates nothing.':
    'Le champ « {field} » ne peut pas être {name} : cette opération ne crée rien.',
  'The {field} cannot be {name}: that operation creates something else (needed: {wanted}; created: {what}).':
    'Le champ « {field} » ne peut pas être {name} : cette opération crée autre chose (attendu : {wanted} ; créé : {what}).',
  'The {field} must not be in the future.': 'Le champ « {field} » ne peut pas être dans le futur.',
  'The {field} must not be above the {other}, {value}.':
    'Le champ « {field} » ne peut pas dépasser le champ « {other} », {value}.',
  'The {field} must not be below the {other}, {value}.':
    'Le champ « {field} » ne peut pas être inférieur au champ « {other} », {value}.',
  'The {field} must not be after the {other}.':
    'Le champ « {field} » ne peut pas être postérieur au champ « {other} ».',
  'The {field} must not be before the {other}.':
    'Le champ « {field} » ne peut pas être antérieur au champ « {other} ».',
  '{many} by {field}': '{many} par {field}',
  within: 'dans',
  Other: 'Autres',
  'The {field} has already been taken.': 'La valeur du champ « {field} » est déjà utilisée.',
  'The selected {field} does not exist or is not available here.':
    'La sélection du champ « {field} » n’existe pas ou n’est pas disponible ici.',
  'Some of the selected {field} do not exist or are not available here.':
    'Une partie de la sélection du champ « {field} » n’existe pas ou n’est pas disponible ici.',
  'The selected {field} belongs to another {other}: choose one that goes with it.':
    'La sélection du champ « {field} » ne va pas avec celle du champ « {other} » : choisissez-en une qui va avec.',
  'value no. {place} of the {field}': '{field}, n° {place}',
  '“{part}” of no. {place} of the {field}': '{field}, n° {place}, {part}',
  '{count} {what}': '{count} {what}',
  '{count} deleted {what}': '{count} {what} à l’état supprimé',
  '{what} at other sites': '{what} d’autres sites',
  'The {field} must not be the row itself or one below it.':
    'Le champ « {field} » ne peut pas être l’élément lui-même ni l’un de ses descendants.',
  'The {field} of something new must be one of: {allowed}.':
    'Le champ « {field} » de ce qui est nouveau doit valoir : {allowed}.',
  'The {field} cannot change from {from} to {to}. Possible now: {allowed}.':
    'Le champ « {field} » ne peut pas passer de {from} à {to}. Possible maintenant : {allowed}.',
  nothing: 'rien',
  'The {field} cannot be sent together with the {other}.':
    'Le champ « {field} » ne peut pas être envoyé avec le champ « {other} ».',
  'The body must be a JSON object.': 'Le corps doit être un objet JSON.',
  'It cannot be deleted while these depend on it: {what}.':
    'Suppression impossible tant que ceci en dépend : {what}.',
  'It cannot be deleted while these depend on it: {what}. {advice}':
    'Suppression impossible tant que ceci en dépend : {what}. {advice}',
  'This belongs to another site. Switch to that site to change it.':
    'Ceci appartient à un autre site. Passez sur ce site pour le modifier.',
  'This is reserved to the headquarters. Switch to the headquarters site first.':
    'Ceci est réservé au siège. Passez d’abord sur le site du siège.',
  'You lack the permission {permission} at this site.':
    'Il vous manque la permission {permission} sur ce site.',
  'There is no parameter “{name}” here. Allowed: {allowed}.':
    'Il n’y a pas de paramètre « {name} » ici. Permis : {allowed}.',
  'The parameter “{name}” was given more than once. It takes one value.':
    'Le paramètre « {name} » est répété. Il n’accepte qu’une valeur.',
  '“{value}” is no value of {name}: it must be {type}.':
    '« {value} » n’est pas une valeur de {name} : il faut {type}.',
  '“{value}” is no value of {name}. A + in an address means a space: write %2B for it, {name}={encoded}.':
    '« {value} » n’est pas une valeur de {name}. Dans une adresse, un + est un espace : écrivez %2B, {name}={encoded}.',
  'The parameter “{name}” takes no [{operator}]. Allowed: {allowed}.':
    'Le paramètre « {name} » n’accepte pas [{operator}]. Permis : {allowed}.',
  'not {value}': 'sauf {value}',
  'empty: {value}': 'vide : {value}',
  '{value}…': '{value}…',
  'from {value}': 'à partir de {value}',
  'up to {value}': 'jusqu’à {value}',
  'The parameter “{name}” takes one value: leave the [] out.':
    'Le paramètre « {name} » n’accepte qu’une valeur : enlevez les [].',
  'The parameter “{name}” takes at most {limit} values.':
    'Le paramètre « {name} » accepte au plus {limit} valeurs.',
  'A search has at most {limit} characters.': 'Une recherche a au plus {limit} caractères.',
  'A key in the body has more than {limit} characters.': 'Une clé du corps a plus de {limit} caractères.',
  'A code has 1 to {limit} characters.': 'Un code a de 1 à {limit} caractères.',
  'A search takes at most {limit} words.': 'Une recherche accepte au plus {limit} mots.',
  'Cannot sort by “{value}”. Allowed: {allowed}.': 'Tri impossible par « {value} ». Permis : {allowed}.',
  'There are {more} more problems with {name}.': 'Il y a {more} autres problèmes avec {name}.',
  'There is no field “{value}” to select. Allowed: {allowed}.':
    'Il n’y a pas de champ « {value} » à sélectionner. Permis : {allowed}.',
  'There is no “{value}” to add. Allowed: {allowed}.':
    'Il n’y a pas de « {value} » à ajouter. Permis : {allowed}.',
  'A file has the values of rows alone: leave “with” out.':
    'Un fichier ne contient que les valeurs des lignes : n’indiquez pas « with ».',
  'This is possible only where the {field} is one of: {allowed}.':
    'Possible seulement si le champ « {field} » est l’un de : {allowed}.',
  'This is possible only where the answer to “{field}” is {answer}.':
    'Possible seulement si la réponse à « {field} » est {answer}.',
  'An export has every row: leave the page out.':
    'Un export contient toutes les lignes : n’indiquez pas de page.',
  'X-Actor is the id of a user, an @ and the id of their current site: 12@3.':
    "X-Actor est l'identifiant d'un utilisateur, un @ et celui de son site actuel\u00a0: 12@3.",
  'Meanwhile you work at another site, or are signed in as another user. Nothing was done.':
    "Entre-temps, vous travaillez sur un autre site ou êtes connecté avec un autre compte. Rien n'a été fait.",
  'An Idempotency-Key has 1 to 255 characters.': 'Une Idempotency-Key compte de 1 à 255 caractères.',
  'This Idempotency-Key was used for another request. Take a new one.':
    'Cette Idempotency-Key a servi pour une autre requête. Prenez-en une nouvelle.',
  'The first request with this Idempotency-Key is still running. Try again shortly.':
    'La première requête avec cette Idempotency-Key est encore en cours. Réessayez bientôt.',
  'The operations must be an array of 1 to {limit} operations.':
    'Les opérations doivent former un tableau de 1 à {limit} opérations.',
  'An operation must be an object with a method, a path and a body.':
    'Une opération doit être un objet avec une méthode, un chemin et un corps.',
  'A batch has only writes: ask for this by itself.': 'Un lot n’a que des écritures : demandez ceci à part.',
  'The path must be a string such as /zones/5.': 'Le chemin doit être une chaîne comme /zones/5.',
  'a string': 'une chaîne de caractères',
  'an integer': 'un nombre entier',
  'a number': 'un nombre',
  'true or false': 'true ou false',
  'an array': 'un tableau',
  'an object': 'un objet',
  'a date and time such as 2026-01-31T08:00:00Z': 'une date et heure comme 2026-01-31T08:00:00Z',
  'a day such as 2026-01-31': 'un jour comme 2026-01-31',
  System: 'Système',
  'a number with at most one decimal': 'un nombre avec au plus une décimale',
  'a number with at most two decimals': 'un nombre avec au plus deux décimales',
  'a number with at most three decimals': 'un nombre avec au plus trois décimales',
  'a number with at most four decimals': 'un nombre avec au plus quatre décimales',
  'a number with at most five decimals': 'un nombre avec au plus cinq décimales',
  'a number with at most six decimals': 'un nombre avec au plus six décimales',
  'The {field} has more digits than can be kept exactly.':
    'Le champ « {field} » a plus de chiffres que ce qui peut être conservé exactement.',
  'The {field} is a number of more than {limit} characters.':
    'Le champ « {field} » est un nombre de plus de {limit} caractères.',
  'a time of the day (HH:MM)': 'une heure du jour (HH:MM)',
  'an e-mail address': 'une adresse e-mail',
  'an IANA time zone such as Europe/Paris': 'un fuseau horaire IANA comme Europe/Paris',
  'between 8 and 72 bytes long': 'long de 8 à 72 octets',
  'a text': 'un texte',
  'one of {choices}': 'l’un de {choices}',
  'one or two of {choices}, each once, with a comma between':
    'un ou deux de {choices}, chacun une fois, séparés par une virgule',
  'one or several of {choices}, with commas between':
    'un ou plusieurs de {choices}, séparés par des virgules',
  'This would be more than {limit} counts. Count by one thing or by longer periods, or narrow the rows down with filters.':
    'Cela ferait plus de {limit} décomptes. Comptez selon un seul critère ou par périodes plus longues, ou restreignez les lignes par des filtres.',
  'The rows lie in more than {limit} years. Narrow them down with {name}[gte] and {name}[lt].':
    'Les lignes s’étendent sur plus de {limit} années. Restreignez-les avec {name}[gte] et {name}[lt].',
  'The sum of {name} is too large to be told exactly. Narrow the rows down with filters.':
    'La somme de {name} est trop grande pour être donnée exactement. Restreignez les lignes par des filtres.',
  'an integer from {min} to {max}': 'un entier de {min} à {max}',
  yes: 'oui',
  no: 'non',
  none: 'aucun',
  'The body is in a character set or encoding that is not supported: send UTF-8.':
    'Le corps est dans un jeu de caractères ou un encodage non pris en charge : envoyez de l’UTF-8.',
  'The body has bytes that are not UTF-8.': 'Le corps contient des octets qui ne sont pas de l’UTF-8.',
  'The body is nested more than {limit} levels deep.': 'Le corps est imbriqué sur plus de {limit} niveaux.',
  'An object in the body has more than {limit} keys.': 'Un objet du corps a plus de {limit} clés.',
  'The objects in the body have more than {limit} keys in all.':
    'Les objets du corps ont plus de {limit} clés en tout.',
  'The arrays in the body have more than {limit} values in all.':
    'Les tableaux du corps ont plus de {limit} valeurs en tout.',
} satisfies Translations;
