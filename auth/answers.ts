/** What sign-in answers: of a login, of whoever is signed in, where they are signed in, and of their second factor. */
import { type Static, Type } from '@sinclair/typebox';
import { exactly, nullable } from '../engine/json-schema.ts';

const text = Type.String();
const flag = Type.Boolean();
const id = Type.Integer({ minimum: 1 });
const instant = Type.String({ format: 'date-time' });

export const loginAnswer = exactly({ two_factor: flag });

export const currentUser = exactly({
  id,
  first_name: text,
  last_name: text,
  full_name: text,
  email: Type.String({ format: 'email' }),
  username: text,
  locale: text,
  current_site_id: nullable(
    Type.Integer({
      minimum: 1,
      description: 'The site one works at; null for somebody who belongs to none, and so may do nothing.',
    }),
  ),
  roles: Type.Array(text, { description: 'Names of the roles at the current site.' }),
  permissions: Type.Array(Type.String({ pattern: '^[a-z0-9-]+\\.[a-z][a-zA-Z0-9]*$' }), {
    description: 'What one may do at the current site.',
  }),
  sites: Type.Array(exactly({ id, name: text, is_headquarters: flag })),
});

export type CurrentUser = Static<typeof currentUser>;

export const ownSession = exactly({
  id: Type.String({ description: 'A digest: neither a cookie nor enough to make one.' }),
  address: nullable(text),
  browser: nullable(text),
  remember: flag,
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
});

export type OwnSession = Static<typeof ownSession>;

export const twoFactorState = exactly({
  enabled: flag,
  confirmed_at: nullable(instant),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
});

export type TwoFactorState = Static<typeof twoFactorState>;

export const twoFactorSetUp = exactly({
  secret: Type.String({ description: 'In base32, to be typed where no camera is.' }),
  otpauth_url: Type.String({ format: 'uri' }),
  qr_code: Type.String({ description: 'The address as a QR code: an SVG.' }),
});

export type TwoFactorSetUp = Static<typeof twoFactorSetUp>;

export const recoveryCodes = exactly({
  recovery_codes: Type.Array(Type.String({ pattern: '^[a-z0-9]{5}-[a-z0-9]{5}$' }), {
    minItems: 8,
    maxItems: 8,
    description: 'Each works once. They are shown this one time.',
  }),
});

export type RecoveryCodes = Static<typeof recoveryCodes>;
