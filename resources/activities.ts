import { BelongsTo, defineResource, Integer, Json, Nullable, ReadOnly, Text } from '../engine/index.ts';

/** The audit trail: the engine adds an entry to it with every write. */
export default defineResource({
  name: 'activity',
  path: 'activities',
  table: 'activities',
  title: { one: { en: 'activity', fr: 'activité' }, many: { en: 'activities', fr: 'activités' } },
  scope: 'site',
  operations: ['list', 'view'],
  fields: {
    name: Text({ max: 100, label: { en: 'name', fr: 'nom' } }),
    resource: Text({ max: 64, label: { en: 'resource', fr: 'ressource' } }),
    record_id: Nullable(Integer({ label: { en: 'record', fr: 'enregistrement' } })),
    action: Text({ max: 32, label: { en: 'action', fr: 'action' } }),
    user_id: Nullable(BelongsTo('users', { label: { en: 'user', fr: 'utilisateur' } })),
    changes: Nullable(
      Json<Record<string, [before: unknown, after: unknown]>>(
        {
          type: 'object',
          additionalProperties: { type: 'array', minItems: 2, maxItems: 2 },
          description: 'Field → its value before and after.',
        },
        { label: { en: 'changes', fr: 'modifications' } },
      ),
    ),
    // Entries outlive the site that they tell of, and somebody of no site can sign in.
    site_id: ReadOnly(Nullable(BelongsTo('sites', { label: { en: 'site', fr: 'site' } }))),
    request_id: Nullable(Text({ max: 64, label: { en: 'request', fr: 'requête' } })),
  },
  filters: ['resource', 'record_id', 'action', 'user_id'],
  sort: ['created_at'],
  defaultSort: '-created_at',
});
