/** Webhooks and their deliveries, in French. */
import type { Catalogue } from '../../engine/definition/words.ts';
import type { Translations } from '../../engine/message.ts';

export const webhooks = {
  'The address must begin with https:// and name a host.':
    'L’adresse doit commencer par https:// et nommer un hôte.',
  'The address must have neither a user nor a part behind #.':
    'L’adresse ne doit contenir ni utilisateur ni partie après #.',
  'The address must begin with https://, unless an administrator of the service allows its host.':
    'L’adresse doit commencer par https://, sauf si un administrateur du service autorise son hôte.',
  'The address is in a private or reserved network.': 'L’adresse est dans un réseau privé ou réservé.',
  'Only webhooks of the headquarters can hear of every site.':
    'Seuls les webhooks du siège peuvent être informés de tous les sites.',
  'At most {max} kinds of events can be chosen.': 'On peut choisir au plus {max} types d’événements.',
  'There is no event “{pattern}”. Use names such as maintenance.create, or maintenance.*, *.delete or * for several.':
    'Il n’y a pas d’événement « {pattern} ». Utilisez des noms comme maintenance.create, ou maintenance.*, *.delete ou * pour plusieurs.',
  'You lack the permission {permission}, which “{pattern}” needs.':
    'Il vous manque l’autorisation {permission}, nécessaire pour « {pattern} ».',
  'deliver again': 'renvoyer',
  'Delivers it again now, whatever has become of it, under the same `webhook-id`.':
    'L’envoie de nouveau maintenant, quel que soit son état, sous le même `webhook-id`.',
  redeliver: 'renvoyer',
  ms: 'ms',
  'send a test': 'envoyer un essai',
  'Sends an event `webhook.test`, also if the webhook is not active.':
    'Envoie un événement `webhook.test`, même si le webhook n’est pas actif.',
  'new secret': 'nouveau secret',
  'Makes a new secret. For 24 hours, deliveries are signed with the old one, too.':
    'Crée un nouveau secret. Pendant 24 heures, les envois sont aussi signés avec l’ancien.',
  'Delivers what is waiting or failed again, the oldest first.':
    'Renvoie ce qui attend ou a échoué, en commençant par le plus ancien.',
  'Begins with https:// and leads into the internet.': 'Commence par https:// et mène à Internet.',
  'Sends the row as it is then, beside its changes.':
    'Envoie l’enregistrement tel qu’il est, en plus de ses modifications.',
  'For webhooks of the headquarters.': 'Pour les webhooks du siège.',
  'It verifies signatures. It is shown once.':
    'Il sert à vérifier les signatures. Il n’est affiché qu’une fois.',
  'If empty, all of it.': 'Si vide, tout.',
} satisfies Translations;

export const webhookWords: Catalogue = {
  webhook: {
    title: { one: 'webhook', many: 'webhooks' },
    fields: {
      name: 'nom',
      url: 'adresse',
      events: 'événements',
      active: 'actif',
      include_row: 'enregistrement entier',
      every_site: 'tous les sites',
      disabled_reason: 'raison de l’arrêt',
      failing_since: 'en échec depuis',
      pending_count: 'nombre d’envois en attente',
      last_delivered_at: 'dernier envoi',
      secret: 'secret',
      delivery_id: 'envoi',
      since: 'depuis',
      redelivered: 'nombre d’envois',
    },
    headings: {
      disabled_reason: 'Arrêté parce que',
      failing_since: 'En échec depuis',
      pending_count: 'En attente',
      last_delivered_at: 'Dernier envoi',
      since: 'Depuis',
    },
    values: { disabled_reason: { gone: 'le destinataire n’existe plus', failing: 'les envois échouent' } },
  },
  'webhook-delivery': {
    title: { one: 'envoi de webhook', many: 'envois de webhooks' },
    fields: {
      webhook_id: 'webhook',
      event_id: 'événement',
      type: 'type',
      resource: 'ressource',
      record_id: 'enregistrement',
      status: 'état',
      attempts: 'nombre d’essais',
      next_attempt_at: 'prochain essai',
      last_attempt_at: 'dernier essai',
      delivered_at: 'envoi',
      response_status: 'code de la réponse',
      error: 'erreur',
      duration_ms: 'durée',
      payload: 'contenu',
    },
    headings: { attempts: 'Essais', delivered_at: 'Envoyé', response_status: 'Réponse' },
    values: {
      status: { pending: 'en attente', delivered: 'envoyé', failed: 'échoué' },
      error: {
        timeout: 'délai dépassé',
        name: 'nom sans réponse',
        connection: 'connexion impossible',
        tls: 'erreur TLS',
        blocked_address: 'adresse bloquée',
        redirect: 'redirection',
        status: 'refus',
      },
    },
  },
};
