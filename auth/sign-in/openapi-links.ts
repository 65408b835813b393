/** Describes what is done by the links that are sent by mail. */
import { type Endpoint, json, limitHeaders } from '../../engine/describe/openapi/spec.ts';
import { linkAnswer } from '../answers.ts';
import { confirmEmailForm, forgottenForm, resetForm } from '../passwords/bodies.ts';

const auth = '/api/v1/auth';
const token = 'mC5Xq0Vd1n8Jb3rT7uWz2yKpLs9aEfGhIkQoRvYxNc4';

export const linkEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: `${auth}/forgot-password`,
    id: 'forgotPassword',
    summary: 'Ask for a link to choose a new password',
    description:
      'The service sends the link to the address. The answer and its time are the same if no account has the address. After ' +
      'five requests in a minute for the same address, the next is a 429. An account gets at most five links an hour.',
    access: 'visitor',
    body: {
      required: true,
      schema: forgottenForm.schema,
      examples: { demo: { email: 'viewer@demo.test' } },
    },
    answers: {
      202: {
        description: 'If an account has the address, a link is sent.',
        headers: limitHeaders,
        content: json(linkAnswer, {
          sent: {
            message:
              'If there is an account with this address, a link to choose a new password is on its way to it.',
          },
        }),
      },
    },
    failures: ['forbidden'],
  },
  {
    method: 'post',
    path: `${auth}/reset-password`,
    id: 'resetPassword',
    summary: 'Choose a password with a link',
    description:
      'The token comes from a link to choose a new password (60 minutes) or from an invitation (7 days). It works once, and only the token of ' +
      'the newest link works. All sessions of the person end. The request does not sign the person in. A second factor stays. If a password is refused, ' +
      'the link can be used again.',
    access: 'visitor',
    body: {
      required: true,
      schema: resetForm.schema,
      examples: {
        reset: { token, password: 'a walk by the mill', password_confirmation: 'a walk by the mill' },
      },
    },
    answers: { 204: { description: 'The password is the new one.' } },
    failures: ['forbidden'],
  },
  {
    method: 'post',
    path: `${auth}/confirm-email`,
    id: 'confirmEmail',
    summary: 'Confirm a new e-mail address with a link',
    description:
      'If the service sends mails, a person’s own new address (`PATCH /users/{id}`) counts after they confirm it with the link that ' +
      'was sent there, within 24 hours. No sign-in is needed. If another account has the address by then, the answer is a 422 on `token`.',
    access: 'visitor',
    body: { required: true, schema: confirmEmailForm.schema, examples: { confirm: { token } } },
    answers: { 204: { description: 'The address is the new one.' } },
    failures: ['forbidden'],
  },
];
