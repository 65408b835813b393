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
  description: 'New recovery codes. Former ones no longer work.',
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
    summary: 'Whether a second factor is in force',
    access: 'session',
    answers: {
      200: {
        description: 'How things stand.',
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
    summary: 'Begin setting up a second factor',
    description: 'It is in force once a code of it has been confirmed.',
    access: 'token',
    body: password,
    answers: {
      201: {
        description: 'What an authenticator app needs.',
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
    summary: 'Put the second factor in force',
    description: 'The code is used up by this. The user’s other sessions end.',
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
    description: 'The user’s other sessions end. Answers the same where there is none.',
    access: 'token',
    body: password,
    answers: { 204: { description: 'The password alone signs in.', headers: limitHeaders } },
  },
];
