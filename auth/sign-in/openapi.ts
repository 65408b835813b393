/** Describes the endpoints of sign-in for the reference: written by hand, as they are. */
import { type Endpoint, json, limitHeaders, type TagSpec } from '../../engine/describe/openapi/spec.ts';
import { currentUser, loginAnswer, ownSession, recoveryCodes } from '../answers.ts';
import { challengeForm, loginForm } from '../passwords/bodies.ts';
import { twoFactorEndpoints } from '../second-factor/openapi.ts';
import { linkEndpoints } from './openapi-links.ts';
import { currentUserEndpoints } from './openapi-user.ts';

const api = '/api/v1';

/** Chapters of the reference, in the order in which a user who signs in needs them. */
export function describeSignIn(locales: readonly string[]): TagSpec[] {
  return [
    {
      name: 'Sign-in',
      description: 'A session in a cookie. Clients never get a token.',
      endpoints: [...signInEndpoints, ...linkEndpoints],
      schemas: {},
    },
    {
      name: 'Current user',
      description: 'The current user, their current site, and their sessions.',
      endpoints: currentUserEndpoints(locales),
      schemas: { CurrentUser: currentUser, Session: ownSession },
    },
    {
      name: 'Two-factor sign-in',
      description: 'Set up, confirm and remove the second factor of the current user.',
      endpoints: twoFactorEndpoints,
      schemas: { RecoveryCodes: recoveryCodes },
    },
  ];
}

const signInEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/spa/csrf-cookie',
    id: 'getCsrfCookie',
    summary: 'Get the CSRF cookie',
    description:
      'Sets the cookie `XSRF-TOKEN` (`PREFIX-XSRF-TOKEN` if COOKIE_PREFIX is set), for the present session or a new one. Send its value in the header ' +
      '`X-XSRF-TOKEN` of every request that changes something. axios does this by itself.',
    access: 'page',
    answers: { 204: { description: 'The cookie is set.', headers: limitHeaders } },
    failures: ['forbidden'],
  },
  {
    method: 'post',
    path: `${api}/auth/login`,
    id: 'login',
    summary: 'Sign in',
    description:
      'If the answer says `two_factor`, the two-factor challenge begins the session. Otherwise the session begins at once. ' +
      'The session’s id and the CSRF token change: the answer sets the new cookie. After five failures in a ' +
      'minute the next attempt is a 429, also with the right password.',
    access: 'visitor',
    body: {
      required: true,
      schema: loginForm.schema,
      examples: { demo: { email: 'admin@demo.test', password: 'password' } },
    },
    answers: {
      200: {
        description: 'E-mail and password are right.',
        headers: limitHeaders,
        content: json(loginAnswer, { signed_in: { two_factor: false } }),
      },
    },
    failures: ['forbidden'],
  },
  {
    method: 'post',
    path: `${api}/auth/two-factor-challenge`,
    id: 'answerTwoFactorChallenge',
    summary: 'Answer the two-factor challenge',
    description:
      'The second step of signing in, within ten minutes of the first. Send one of the two codes. The other one may be ' +
      'missing, null or empty.',
    access: 'visitor',
    body: {
      required: true,
      schema: challengeForm.schema,
      examples: { code: { code: '492039' }, recovery_code: { recovery_code: 'demo1-aaaaa' } },
    },
    answers: { 204: { description: 'The session has begun.', headers: limitHeaders } },
    failures: ['forbidden', 'unauthenticated'],
  },
  {
    method: 'post',
    path: `${api}/auth/logout`,
    id: 'logout',
    summary: 'Sign out',
    description: 'Ends the session on every node. The answer is the same if there is no session.',
    access: 'visitor',
    answers: { 204: { description: 'The user is signed out.' } },
  },
];
