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
      'The link is sent to the address. The answer is the same, and takes the same time, whether an account has it or not. After ' +
      'five in a minute for the same address the next is a 429; an account gets five links an hour at most.',
    access: 'visitor',
    body: {
      required: true,
      schema: forgottenForm.schema,
      examples: { demo: { email: 'viewer@demo.test' } },
    },
    answers: {
      202: {
        description: 'If an account has the address, a link is on its way.',
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
    summary: 'Choose a password by a link',
    description:
      'The token is that of a link to choose a new password (60 minutes) or of an invitation (7 days). It works once, and only that of ' +
      'the newest link. All sessions of the person end, nobody is signed in, and a second factor stays. A password that is refused ' +
      'does not use the link up.',
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
    summary: 'Confirm a new e-mail address by a link',
    description:
      'Where mails leave the machine, somebody’s own new address (`PATCH /users/{id}`) is theirs once they confirm it by the link that ' +
      'was sent there, within 24 hours. Nobody has to be signed in. An address that another account has by now is a 422 on `token`.',
    access: 'visitor',
    body: { required: true, schema: confirmEmailForm.schema, examples: { confirm: { token } } },
    answers: { 204: { description: 'The address is the new one.' } },
    failures: ['forbidden'],
  },
];
