/** The answers of sign-in: about a login, the signed-in user, their sessions, and their second factor. */

import { exactly, nullable } from '../engine/json-schema.ts';
import { type Static, Type } from '../engine/typebox.ts';

const text = (description: string) => Type.String({ description });
const flag = (description: string) => Type.Boolean({ description });
const id = (description: string) => Type.Integer({ minimum: 1, description });
const instant = (description: string) => Type.String({ format: 'date-time', description });

export const loginAnswer = exactly({
  two_factor: flag('Whether the two-factor challenge must be answered next.'),
});

export const linkAnswer = exactly({ message: text('A sentence to show to the user.') });

export const currentUser = exactly({
  id: id('The id of the user.'),
  first_name: text('First name.'),
  last_name: text('Last name.'),
  full_name: text('First and last name.'),
  email: Type.String({ format: 'email', description: 'The e-mail address for signing in.' }),
  username: text('A name that no other user has.'),
  locale: text('The language of messages and labels.'),
  current_site_id: nullable(
    Type.Integer({
      minimum: 1,
      description: 'The site where the user works. Null for a user without a site, who has no permissions.',
    }),
  ),
  roles: Type.Array(Type.String(), { description: 'Names of the roles at the current site.' }),
  permissions: Type.Array(Type.String({ pattern: '^[a-z0-9-]+\\.[a-z][a-zA-Z0-9]*$' }), {
    description: 'The permissions of the user at the current site.',
  }),
  sites: Type.Array(
    exactly({
      id: id('The id of the site.'),
      name: text('The name of the site.'),
      is_headquarters: flag('Whether it is the headquarters, which sees every site.'),
    }),
    { description: 'The sites of the user.' },
  ),
});

export type CurrentUser = Static<typeof currentUser>;

export const ownEmail = exactly({
  email: Type.String({ format: 'email', description: 'The present address.' }),
  pending: nullable(
    Type.String({ format: 'email', description: 'The new address that is not confirmed yet, or null.' }),
  ),
});

export const ownSession = exactly({
  id: Type.String({ description: 'A digest. No cookie can be made from it.' }),
  address: nullable(text('The address from which the user signed in.')),
  browser: nullable(text('The browser and the operating system, if they are known.')),
  remember: flag('Whether the session stays when the browser is closed.'),
  current: Type.Boolean({ description: 'Whether this is the session of this request.' }),
  created_at: instant('When the user signed in.'),
  last_seen_at: instant('When the session was last used.'),
  expires_at: instant('When the session ends if it is not used before.'),
});

export type OwnSession = Static<typeof ownSession>;

export const twoFactorState = exactly(
  {
    enabled: flag('Whether signing in asks for a code.'),
    confirmed_at: nullable(instant('Since when the second factor is on, or null.')),
    recovery_codes_left: Type.Integer({
      minimum: 0,
      description: 'The number of unused recovery codes.',
    }),
  },
  { description: 'The state of the second factor.' },
);

export type TwoFactorState = Static<typeof twoFactorState>;

export const twoFactorSetUp = exactly(
  {
    secret: Type.String({ description: 'In base32, to type it without a camera.' }),
    otpauth_url: Type.String({
      format: 'uri',
      description: 'The same as an address for authenticator apps.',
    }),
    qr_code: Type.String({ description: 'The address as a QR code, in SVG.' }),
  },
  { description: 'The secret of the second factor, in three forms.' },
);

export type TwoFactorSetUp = Static<typeof twoFactorSetUp>;

export const recoveryCodes = exactly({
  recovery_codes: Type.Array(Type.String({ pattern: '^[a-z0-9]{5}-[a-z0-9]{5}$' }), {
    minItems: 8,
    maxItems: 8,
    description: 'Each code works once. They are only shown this time.',
  }),
});

export type RecoveryCodes = Static<typeof recoveryCodes>;
