/** Describes how a user sets up their second factor. */
import { type Endpoint, json, limitHeaders, type ResponseSpec } from '../../engine/describe/openapi/spec.ts';
import { exactly, named } from '../../engine/json-schema.ts';
import { recoveryCodes, twoFactorSetUp, twoFactorState } from '../answers.ts';
import { codeForm, passwordForm } from '../passwords/bodies.ts';

const path = '/api/v1/user/two-factor';

const password = {
  required: true,
  schema: passwordForm.schema,
  examples: { password: { password: 'password' } },
};

const codes: ResponseSpec = {
  description: 'New recovery codes. The old ones no longer work.',
  headers: limitHeaders,
  content: json(exactly({ data: named('RecoveryCodes', recoveryCodes, { description: 'The new codes.' }) }), {
    codes: {
      data: {
        recovery_codes: [
          'k3vmp-9xw2q',
          '7hq4d-mzn8s',
          'c5ytr-2kfpw',
          'x8gnb-6vqhj',
          'w2smz-d4ctk',
          'p9hfy-r7xgn',
          'q6kvd-3bswm',
          't4jzc-8nypr',
        ],
      },
    },
  }),
};

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const twoFactorEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path,
    id: 'getTwoFactor',
    summary: 'Get the state of the second factor',
    access: 'session',
    answers: {
      200: {
        description: 'The state.',
        content: json(exactly({ data: twoFactorState }), {
          enabled: {
            data: { enabled: true, confirmed_at: '2026-02-03T09:15:00.000Z', recovery_codes_left: 8 },
          },
        }),
      },
    },
  },
  {
    method: 'post',
    path,
    id: 'beginTwoFactor',
    summary: 'Start the set-up of a second factor',
    description: 'It is on when one of its codes has been confirmed.',
    access: 'token',
    body: password,
    answers: {
      201: {
        description: 'The data for an authenticator app.',
        headers: limitHeaders,
        content: json(exactly({ data: twoFactorSetUp }), {
          secret: {
            data: {
              secret,
              otpauth_url: `otpauth://totp/Millwright:ada%40example.com?secret=${secret}&issuer=Millwright`,
              qr_code: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
            },
          },
        }),
      },
    },
    failures: ['conflict'],
  },
  {
    method: 'post',
    path: `${path}/confirm`,
    id: 'confirmTwoFactor',
    summary: 'Turn the second factor on',
    description: 'The code cannot be used again. The user’s other sessions end.',
    access: 'token',
    body: {
      required: true,
      schema: codeForm.schema,
      examples: { code: { code: '492039' } },
    },
    answers: { 200: codes },
    failures: ['conflict'],
  },
  {
    method: 'post',
    path: `${path}/recovery-codes`,
    id: 'replaceRecoveryCodes',
    summary: 'Make new recovery codes',
    access: 'token',
    body: password,
    answers: { 200: codes },
    failures: ['conflict'],
  },
  {
    method: 'delete',
    path,
    id: 'removeTwoFactor',
    summary: 'Remove the second factor',
    description: 'The user’s other sessions end. The answer is the same if there is no second factor.',
    access: 'token',
    body: password,
    answers: { 204: { description: 'The user now signs in with the password only.', headers: limitHeaders } },
  },
];
