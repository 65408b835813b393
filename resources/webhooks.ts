import {
  Bool,
  CountOf,
  defineResource,
  Enum,
  EnumSet,
  Instant,
  Integer,
  Internal,
  Maintained,
  Nullable,
  Once,
  ReadOnly,
  Text,
} from '../engine/index.ts';
import { deliverAgain, rotateSecret, sendTest } from './webhooks/actions.ts';
import { judgeWebhook } from './webhooks/judge.ts';
import { patternValues } from './webhooks/patterns.ts';

/** Addresses of other programs that receive the events of a site. */
export default defineResource({
  name: 'webhook',
  path: 'webhooks',
  table: 'webhooks',
  scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  fields: {
    name: Text(),
    url: Text({
      max: 2000,
      label: 'address',
      help: 'Begins with https:// and leads into the internet.',
    }),
    events: EnumSet({
      table: 'webhook_events',
      own: 'webhook_id',
      column: 'pattern',
      min: 1,
      offered: patternValues,
    }),
    active: Bool({ default: true, tones: { false: 'mute' } }),
    include_row: Bool({
      default: false,
      label: 'whole row',
      help: 'Sends the row as it is then, beside its changes.',
    }),
    every_site: Bool({
      default: false,
      label: 'every site',
      help: 'For webhooks of the headquarters.',
    }),
    disabled_reason: ReadOnly(
      Nullable(
        Enum(['gone', 'failing'], {
          label: 'reason for switching it off',
          heading: 'Switched off because',
          tones: { gone: 'bad', failing: 'bad' },
        }),
      ),
    ),
    failing_since: Maintained(Nullable(Instant({ heading: 'Failing since' }))),
    pending_count: CountOf('webhook-deliveries', 'webhook_id', {
      where: { status: 'pending' },
      label: 'number of waiting deliveries',
      heading: 'Waiting',
    }),
    last_delivered_at: Maintained(Nullable(Instant({ label: 'last delivery', heading: 'Last delivered' }))),
    secret: Once(Text({ help: 'It verifies signatures. It is shown once.' })),
    // Encrypted, and so is the previous one until it expires.
    sealed_secret: Internal(Nullable(Text())),
    former_secret: Internal(Nullable(Text())),
    former_until: Internal(Nullable(Instant())),
    // Failed attempts since the last success.
    failures: Internal(Integer({ default: 0 })),
  },
  filters: ['active'],
  search: ['name', 'url'],
  sort: ['name', 'created_at'],
  defaultSort: 'name',
  unique: [['site_id', 'name']],
  cascades: { delete: ['delete webhook-deliveries'] },
  hooks: {
    beforeValidate({ row, previous, services }) {
      if (previous === null) row.secret = services.webhooks.newSecret();
      if (!row.active || previous?.active) return;
      Object.assign(row, { disabled_reason: null, failing_since: null, failures: 0 });
    },
    validate: judgeWebhook,
    async afterWrite({ db, row, previous, services }) {
      if (previous !== null) return;
      const sealed_secret = services.webhooks.seal(row.id, row.secret);
      await db('webhooks').where({ id: row.id }).update({ sealed_secret });
    },
    // Not by the foreign key, which would fire none of the triggers that count them.
    beforeDelete: async ({ db, row }) => {
      await db('webhook_deliveries').where({ webhook_id: row.id }).delete();
    },
  },
  actions: {
    test: {
      on: 'row',
      permission: 'update',
      label: 'send a test',
      summary: 'Sends an event `webhook.test`, also if the webhook is not active.',
      answer: { delivery_id: Integer({ label: 'delivery' }) },
      run: sendTest,
    },
    rotate: {
      on: 'row',
      permission: 'update',
      label: 'new secret',
      summary: 'Makes a new secret. For 24 hours, deliveries are signed with the old one, too.',
      danger: true,
      answer: { secret: Once(Text()) },
      run: rotateSecret,
    },
    redeliver: {
      on: 'row',
      permission: 'update',
      label: 'deliver again',
      summary: 'Delivers what is waiting or failed again, the oldest first.',
      input: { since: Nullable(Instant({ heading: 'Since', help: 'If empty, all of it.' })) },
      answer: { redelivered: Integer({ label: 'number of deliveries' }) },
      run: deliverAgain,
    },
  },
  notices: {
    stopped: {
      when: { disabled_reason: ['gone', 'failing'] },
      to: { holders: 'update' },
      channel: 'mail',
      label: 'A webhook is switched off',
      says: '{name} was switched off: {disabled_reason}.',
    },
  },
  view: {
    icon: 'bolt',
    group: 'Administration',
    order: 130,
    columns: ['name', 'url', 'active', 'failing_since', 'pending_count', 'last_delivered_at'],
    headline: ['disabled_reason', 'failing_since', 'pending_count', 'last_delivered_at'],
    related: ['webhook-deliveries'],
    strip: 'webhook-deliveries',
  },
});

declare module '../engine/index.ts' {
  interface Resources {
    webhooks: typeof import('./webhooks.ts').default;
  }
}
