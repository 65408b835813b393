/** Describes what a signed-in user can see and change of their own account. */

import { type Endpoint, json, limitHeaders, type ResponseSpec } from '../../engine/describe/openapi/spec.ts';
import { exactly, named } from '../../engine/json-schema.ts';
import { Type } from '../../engine/typebox.ts';
import { currentUser, ownEmail, ownSession } from '../answers.ts';
import { createLocaleForm, emailChangeForm, passwordChangeForm, siteForm } from '../passwords/bodies.ts';

const user = '/api/v1/user';
const userExample = {
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

const shown: ResponseSpec = {
  description: 'The user, with the permissions at the current site.',
  content: json(exactly({ data: named('CurrentUser', currentUser, { description: 'The user.' }) }), {
    user: { data: userExample },
  }),
};

const shownEmail: ResponseSpec = {
  description: 'The address.',
  content: json(exactly({ data: ownEmail }), {
    pending: { data: { email: 'ada@example.com', pending: 'ada@works.example' } },
  }),
};

/** @param locales those a person may choose */
export function currentUserEndpoints(locales: readonly string[]): Endpoint[] {
  return [
    {
      method: 'get',
      path: user,
      id: 'getCurrentUser',
      summary: 'Get the current user',
      access: 'session',
      answers: { 200: shown },
    },
    {
      method: 'get',
      path: `${user}/email`,
      id: 'getOwnEmail',
      summary: 'Get the e-mail address of the current user',
      description: 'With the new address that is not confirmed yet.',
      access: 'session',
      answers: { 200: shownEmail },
    },
    {
      method: 'put',
      path: `${user}/email`,
      id: 'changeEmail',
      summary: 'Change the e-mail address of the current user',
      description:
        'No permission is needed. If the service sends mails, the new address is pending until it is confirmed by the link that is sent there.',
      access: 'token',
      body: {
        required: true,
        schema: emailChangeForm.schema,
        examples: { email: { email: 'ada@works.example', current_password: 'password' } },
      },
      answers: { 200: { ...shownEmail, headers: limitHeaders } },
    },
    {
      method: 'patch',
      path: `${user}/site`,
      id: 'switchSite',
      summary: 'Switch to another site',
      description: 'Roles and permissions are those of the current site, so they change too.',
      access: 'token',
      body: { required: true, schema: siteForm.schema, examples: { site: { site_id: 2 } } },
      answers: { 200: shown },
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
    },
    {
      method: 'put',
      path: `${user}/password`,
      id: 'changePassword',
      summary: 'Change the password',
      description:
        'All other sessions of the user end. Passwords have 8 to 72 bytes. The most common ones are refused.',
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
      answers: { 204: { description: 'The password is changed.', headers: limitHeaders } },
    },
    {
      method: 'get',
      path: `${user}/sessions`,
      id: 'listSessions',
      summary: 'List the sessions of the current user',
      access: 'session',
      answers: {
        200: {
          description: 'The sessions, the last used one first.',
          content: json(
            exactly({ data: Type.Array(named('Session', ownSession), { description: 'The sessions.' }) }),
            {
              sessions: { data: [sessionExample] },
            },
          ),
        },
      },
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
          description: 'An id of the list of sessions.',
          schema: { type: 'string' },
          example: sessionExample.id,
        },
      ],
      answers: { 204: { description: 'That session has ended.' } },
      failures: ['not_found'],
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
