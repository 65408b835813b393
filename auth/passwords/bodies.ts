/** The bodies of requests to sign in, and to change one's own account. */

import { exactly, nullable, oneWordOf } from '../../engine/json-schema.ts';
import { type StringOptions, Type } from '../../engine/typebox.ts';
import { createForm, maxLength } from '../form.ts';
import { maxPasswordBytes } from './passwords.ts';

/** A text as it was sent: passwords are not trimmed. */
function text(options: StringOptions = {}) {
  return Type.String({ minLength: 1, maxLength: maxLength, ...options });
}

/** One of the two codes: a form sends the other one empty, as null, or not at all. */
function oneOfTwo(description: string) {
  return Type.Optional(nullable(Type.String({ maxLength: maxLength, description })));
}

export const loginForm = createForm(
  exactly({
    email: text({ format: 'email', description: 'The e-mail address of the user.' }),
    password: text({ format: 'password', description: 'The password, as the user typed it.' }),
    remember: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the session stays when the browser is closed, for REMEMBER_LIFETIME days.',
      }),
    ),
  }),
);

export const challengeForm = createForm(
  exactly({
    code: oneOfTwo('Six digits of an authenticator app.'),
    recovery_code: oneOfTwo('One of the recovery codes.'),
  }),
);

export const siteForm = createForm(
  exactly({
    site_id: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The id of one of the user’s sites.',
    }),
  }),
);

/** @param locales those that a person may choose */
export function createLocaleForm(locales: readonly string[]) {
  return createForm(exactly({ locale: oneWordOf(locales, { description: 'A language.' }) }));
}

export const passwordChangeForm = createForm(
  exactly({
    current_password: text({ format: 'password', description: 'The present password.' }),
    password: text({ format: 'password', maxLength: maxPasswordBytes, description: 'The new password.' }),
    password_confirmation: text({ format: 'password', description: 'The new password again.' }),
  }),
);

export const emailChangeForm = createForm(
  exactly({
    email: text({ format: 'email', description: 'The new e-mail address.' }),
    current_password: text({ format: 'password', description: 'The present password.' }),
  }),
);

/** Asks for a link to choose a new password. */
export const forgottenForm = createForm(
  exactly({ email: text({ format: 'email', description: 'The e-mail address of the account.' }) }),
);

const linkToken = text({ maxLength: 200, description: 'The token of the link.' });

export const resetForm = createForm(
  exactly({
    token: linkToken,
    password: text({ format: 'password', maxLength: maxPasswordBytes, description: 'The new password.' }),
    password_confirmation: text({ format: 'password', description: 'The new password again.' }),
  }),
);

export const confirmEmailForm = createForm(exactly({ token: linkToken }));

/** A request that weakens or replaces the second factor needs the password. */
export const passwordForm = createForm(
  exactly({ password: text({ format: 'password', description: 'The current password.' }) }),
);

export const codeForm = createForm(
  exactly({ code: text({ description: 'Six digits of the authenticator app.' }) }),
);
