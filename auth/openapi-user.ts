/** Describes what somebody who is signed in can see and change of themselves. */
import { usualFailures } from '../engine/describe/openapi/failures.ts';
import {
  type Answer,
  closed,
  type Endpoint,
  json,
  type Schema,
  schemaRef,
} from '../engine/describe/openapi/vocabulary.ts';
import { createLocaleForm, passwordChangeForm, siteForm } from './bodies.ts';

const user = '/api/v1/user';
const id: Schema = { type: 'integer', minimum: 1 };
const instant: Schema = { type: 'string', format: 'date-time' };

export const currentUserSchemas: Readonly<Record<string, Schema>> = {
  CurrentUser: closed({
    id,
    first_name: { type: 'string' },
    last_name: { type: 'string' },
    full_name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    username: { type: 'string' },
    locale: { type: 'string' },
    current_site_id: {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'The site one works at; null for somebody who belongs to none, and so may do nothing.',
    },
    roles: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of the roles at the current site.',
    },
    permissions: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9-]+\\.(viewAny|view|create|update|delete)$' },
      description: 'What one may do at the current site.',
    },
    sites: {
      type: 'array',
      items: closed({ id, name: { type: 'string' }, is_headquarters: { type: 'boolean' } }),
    },
  }),
  Session: closed({
    id: { type: 'string', description: 'A digest: neither a cookie nor enough to make one.' },
    address: { type: ['string', 'null'] },
    browser: { type: ['string', 'null'] },
    remember: { type: 'boolean' },
    current: { type: 'boolean', description: 'Whether it is the session of this request.' },
    created_at: instant,
    last_seen_at: instant,
    expires_at: instant,
  }),
};

const currentUser = {
  id: 1,
  first_name: 'Ada',
  last_name: 'Morel',
  full_name: 'Ada Morel',
  email: 'ada@example.com',
  username: 'ada',
  locale: 'en',
  current_site_id: 2,
  roles: ['technician'],
  permissions: ['incident.create', 'incident.view', 'incident.viewAny'],
  sites: [{ id: 2, name: 'Plant North', is_headquarters: false }],
};

const shown: Answer = {
  description: 'The user, with the permissions at the current site.',
  content: json(closed({ data: schemaRef('CurrentUser') }), { user: { data: currentUser } }),
};

/** @param locales those a person may choose */
export function currentUserEndpoints(locales: readonly string[]): Endpoint[] {
  return [
    {
      method: 'get',
      path: user,
      id: 'getCurrentUser',
      summary: 'Who is signed in',
      access: 'session',
      answers: { 200: shown },
      failures: usualFailures,
    },
    {
      method: 'patch',
      path: `${user}/site`,
      id: 'switchSite',
      summary: 'Switch to another site',
      description: 'Roles and permissions are those of the current site, so they change with it.',
      access: 'token',
      body: { required: true, schema: siteForm.schema, examples: { site: { site_id: 2 } } },
      answers: { 200: shown },
      failures: usualFailures,
    },
    {
      method: 'patch',
      path: `${user}/locale`,
      id: 'setLocale',
      summary: 'Choose the language of messages',
      access: 'token',
      body: {
        required: true,
        schema: createLocaleForm(locales).schema,
        examples: { locale: { locale: locales[0] } },
      },
      answers: { 200: shown },
      failures: usualFailures,
    },
    {
      method: 'put',
      path: `${user}/password`,
      id: 'changePassword',
      summary: 'Change the password',
      description:
        'Every other session of the user ends. Passwords have 8 to 72 bytes and are none of the most common.',
      access: 'token',
      body: {
        required: true,
        schema: passwordChangeForm.schema,
        examples: {
          password: {
            current_password: 'password',
            password: 'correct horse battery',
            password_confirmation: 'correct horse battery',
          },
        },
      },
      answers: { 204: { description: 'The password is changed.' } },
      failures: usualFailures,
    },
    {
      method: 'get',
      path: `${user}/sessions`,
      id: 'listSessions',
      summary: 'Where one is signed in',
      access: 'session',
      answers: {
        200: {
          description: 'The sessions, the one last seen first.',
          content: json(closed({ data: { type: 'array', items: schemaRef('Session') } }), {
            sessions: { data: [sessionExample] },
          }),
        },
      },
      failures: usualFailures,
    },
    {
      method: 'delete',
      path: `${user}/sessions/{id}`,
      id: 'endSession',
      summary: 'Sign out elsewhere',
      access: 'token',
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'The id out of the list of sessions.',
          schema: { type: 'string' },
        },
      ],
      answers: { 204: { description: 'That session has ended.' } },
      failures: [...usualFailures, 'not_found'],
    },
  ];
}

const sessionExample = {
  id: 'b3f5c1d0a9e84f2c8d7e6b5a4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d',
  address: '192.0.2.10',
  browser: 'Firefox on Linux',
  remember: false,
  current: true,
  created_at: '2026-02-03T08:00:00.000Z',
  last_seen_at: '2026-02-03T09:15:00.000Z',
  expires_at: '2026-02-03T11:15:00.000Z',
};
