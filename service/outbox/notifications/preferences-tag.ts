/** Describes notification preferences. */
import { json, type TagSpec } from '../../../engine/describe/openapi/spec.ts';
import { exactly, oneWordOf } from '../../../engine/json-schema.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { Type } from '../../../engine/typebox.ts';
import { channels, kindsOf } from './kinds.ts';
import { digests } from './preferences.ts';

export const preferencesPath = '/user/notification-preferences';

/** The parts, and the kinds among them. */
export function preferencesSchema(registry: Registry) {
  const kinds = [...kindsOf(registry)].map(
    ([kind, { notice }]) => [kind, oneWordOf(channels, { description: notice.label })] as const,
  );
  return {
    digest: oneWordOf(digests, { description: 'Whether mails go out as it happens, or once a day or week.' }),
    digest_time: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'When a digest goes out, by the clock of the current site; a weekly one on Monday.',
    }),
    kinds: Object.fromEntries(kinds),
  };
}

/** Describes the requests. */
export function describePreferences(prefix: string, registry: Registry): TagSpec {
  const { kinds, ...others } = preferencesSchema(registry);
  const described = exactly(kinds, { description: 'By the name of the kind.' });
  const whole = exactly({ ...others, kinds: described });
  const part = {
    ...exactly({ ...others, kinds: { ...described, required: [] } }),
    required: [],
  };
  const answer = { 200: { description: 'All that holds.', content: json(exactly({ data: whole })) } };
  const at = `${prefix}${preferencesPath}`;
  return {
    name: 'Notification preferences',
    description: 'How one is told: each kind not at all, on the page, or by mail as well.',
    schemas: {},
    endpoints: [
      {
        ...{ method: 'get', path: at, id: 'getNotificationPreferences', summary: 'Get one’s preferences' },
        ...{ access: 'session', answers: answer },
      },
      {
        ...{ method: 'patch', path: at, id: 'updateNotificationPreferences' },
        ...{ summary: 'Change one’s preferences', description: 'What is left out stays as it is.' },
        ...{ access: 'token', answers: answer },
        body: { required: true, schema: part, examples: { none: { digest: 'daily' } } },
      },
    ],
  };
}
