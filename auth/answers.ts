/** The answers of sign-in: about a login, the signed-in user, their sessions, and their second factor. */

import { exactly, nullable } from '../engine/json-schema.ts';
import { type Static, Type } from '../engine/typebox.ts';

const text = (description: string) => Type.String({ description });
const flag = (description: string) => Type.Boolean({ description });
const id = (description: string) => Type.Integer({ minimum: 1, description });
const instant = (description: string) => Type.String({ format: 'date-time', description });

export const loginAnswer = exactly({
  two_factor: flag('Whether the two-factor challenge is still to be answered.'),
});

export const linkAnswer = exactly({ message: text('A sentence for the person.') });

export const currentUser = exactly({
  id: id('The id of the user.'),
  first_name: text('First name.'),
  last_name: text('Last name.'),
  full_name: text('First and last name.'),
  email: Type.String({ format: 'email', description: 'The e-mail address one signs in with.' }),
  username: text('A name that no other user has.'),
  locale: text('The language of messages and labels.'),
  current_site_id: nullable(
    Type.Integer({
      minimum: 1,
      description: 'The site one works at; null for somebody who belongs to none, and so may do nothing.',
    }),
  ),
  roles: Type.Array(Type.String(), { description: 'Names of the roles at the current site.' }),
  permissions: Type.Array(Type.String({ pattern: '^[a-z0-9-]+\\.[a-z][a-zA-Z0-9]*$' }), {
    description: 'What one may do at the current site.',
  }),
  sites: Type.Array(
    exactly({
      id: id('The id of the site.'),
      name: text('What the site is called.'),
      is_headquarters: flag('Whether it is the headquarters, which sees every site.'),
    }),
    { description: 'The sites one belongs to.' },
  ),
});

export type CurrentUser = Static<typeof currentUser>;

export const ownEmail = exactly({
  email: Type.String({ format: 'email', description: 'The address as it is.' }),
  pending: nullable(
    Type.String({ format: 'email', description: 'The one that is still to be confirmed; null for none.' }),
  ),
});

export const ownSession = exactly({
  id: Type.String({ description: 'A digest: neither a cookie nor enough to make one.' }),
  address: nullable(text('The address from which one signed in.')),
  browser: nullable(text('The browser and the system, as far as they are known.')),
  remember: flag('Whether it outlives the browser.'),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  created_at: instant('When one signed in.'),
  last_seen_at: instant('When it was last used.'),
  expires_at: instant('When it ends unless it is used.'),
});

export type OwnSession = Static<typeof ownSession>;

export const twoFactorState = exactly(
  {
    enabled: flag('Whether signing in asks for a code.'),
    confirmed_at: nullable(instant('Since when; null where there is none.')),
    recovery_codes_left: Type.Integer({
      minimum: 0,
      description: 'How many recovery codes are not used up.',
    }),
  },
  { description: 'How things stand with the second factor.' },
);

export type TwoFactorState = Static<typeof twoFactorState>;

export const twoFactorSetUp = exactly(
  {
    secret: Type.String({ description: 'In base32, to be typed where no camera is.' }),
    otpauth_url: Type.String({
      format: 'uri',
      description: 'The same as an address that authenticator apps open.',
    }),
    qr_code: Type.String({ description: 'The address as a QR code: an SVG.' }),
  },
  { description: 'The secret of the second factor, in three forms.' },
);

export type TwoFactorSetUp = Static<typeof twoFactorSetUp>;

export const recoveryCodes = exactly({
  recovery_codes: Type.Array(Type.String({ pattern: '^[a-z0-9]{5}-[a-z0-9]{5}$' }), {
    minItems: 8,
    maxItems: 8,
    description: 'Each works once. They are shown this one time.',
  }),
});

export type RecoveryCodes = Static<typeof recoveryCodes>;
