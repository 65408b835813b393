import { expect } from 'chai';
import { type Exchange, witnessOf } from '../../../../package/testing/world/documented-answers.ts';
import { describeApi } from '../../../../service/http/document/api-document.ts';

/** Sign-in and what is beside it: enough to check the check. */
const witness = witnessOf(describeApi({ appUrl: 'http://service', locales: ['en', 'fr'] }, new Map()), [
  '/api/v1/own',
]);

const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '12345678' };
const login: Exchange = {
  method: 'POST',
  path: '/api/v1/auth/login',
  status: 200,
  headers: json,
  text: '{"two_factor":false}',
};
const failed = (code: string) => JSON.stringify({ message: 'Something to act on.', code });
const session = { id: 'a', address: null, browser: null, remember: false, current: true };
const times = { created_at: '2026-02-03T08:00:00.000Z', last_seen_at: '2026-02-03T08:00:00.000Z' };

const accepted: readonly (readonly [string, Partial<Exchange>])[] = [
  ['a described success', {}],
  ['a described failure', { status: 419, text: failed('csrf_mismatch') }],
  ['a path that is unknown', { path: '/api/v1/nothing', status: 404, text: failed('not_found') }],
  [
    'a method that is unknown',
    { method: 'PUT', status: 405, headers: { ...json, allow: 'POST' }, text: failed('method_not_allowed') },
  ],
  ['a body with white space around its texts', { sent: '{"email":" a@b.test ","password":"x"}' }],
  ['an answer to HEAD, which has no body', { method: 'HEAD', path: '/api/v1/user', text: '' }],
  ['what a preflight is told', { method: 'OPTIONS', status: 204, headers: {}, text: '' }],
  ['what a test has added by itself', { path: '/api/v1/own', text: '{"whatever":1}' }],
  ['what is no part of the API', { method: 'GET', path: '/docs', headers: {}, text: '<html>' }],
];

const refused: readonly (readonly [string, Partial<Exchange>, RegExp])[] = [
  ['a status that is not described', { status: 202 }, /status is not among 200, /],
  ['a key that is not described', { text: '{"two_factor":false,"token":"x"}' }, /additional.*token/],
  ['a key that is missing', { text: '{}' }, /required property 'two_factor'/],
  ['a value of another type', { text: '{"two_factor":"no"}' }, /\/two_factor must be boolean/],
  [
    'a header that is missing',
    { headers: { 'content-type': 'application/json' } },
    /X-Request-Id is missing/,
  ],
  ['another media type', { headers: { ...json, 'content-type': 'text/html' } }, /“text\/html” is not among/],
  ['a parameter that is not described', { path: '/api/v1/auth/login?next=1' }, /parameter next is accepted/],
  ['a body that is accepted and not described', { sent: '{"email":"a@b.test"}' }, /what was sent.*password/],
  ['a body where there is none', { path: '/api/v1/auth/logout', status: 204 }, /there should be no body/],
  [
    'a 422 that names no field',
    { status: 422, text: failed('validation_failed') },
    /required property 'errors'/,
  ],
  [
    'a code of another status',
    { status: 422, text: failed('conflict') },
    /\/code must be equal to one of the allowed values/,
  ],
  [
    'a 429 that does not say until when',
    { status: 429, text: failed('rate_limited') },
    /Retry-After is missing/,
  ],
  ['an unknown path that succeeds', { path: '/api/v1/nothing' }, /not described, and yet succeeds/],
  ['an unknown path that fails otherwise', { path: '/api/v1/nothing', status: 404 }, /none of the shared/],
  [
    'a time that is none',
    {
      method: 'GET',
      path: '/api/v1/user/sessions',
      text: JSON.stringify({ data: [{ ...session, ...times, expires_at: '2026-02-03 09:00' }] }),
    },
    /\/data\/0\/expires_at must match format "date-time"/,
  ],
];

describe('the check of answers against the OpenAPI document', () => {
  for (const [what, change] of accepted) {
    it(`accepts ${what}`, () => {
      expect(() => witness({ ...login, ...change })).not.to.throw();
    });
  }

  for (const [what, change, problem] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => witness({ ...login, ...change })).to.throw(problem);
    });
  }
});
