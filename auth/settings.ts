/** What sign-in needs from outside: settings, a log, the resources that permissions are about, and a mailer. */
import type { Knex } from 'knex';
import type { Governed } from '../engine/policy.ts';

/** The part of the service's settings that sign-in reads. */
export interface AuthSettings {
  /** The name of the service in an app for second factors. */
  readonly appName: string;
  /** Base of the links in responses, without a trailing slash; its host is always stateful. */
  readonly appUrl: string;
  /** 32 bytes each. The first signs and encrypts; all of them verify and decrypt. */
  readonly appKeys: readonly [Buffer, ...Buffer[]];
  /** The single allowed cross-origin, e.g. `http://localhost:5173`. */
  readonly frontendUrl: string;
  /** Lower-case `host`, `host:port`, `host:*` or `*.host` (see `stateful.ts`); the service's own and the client's are always among them. */
  readonly statefulDomains: readonly string[];
  /** Domain of the CSRF cookie, for a client on another host name below it; null for the service's host only. */
  readonly cookieDomain: string | null;
  /** Names of the cookies of a session and of its CSRF token. */
  readonly cookies: { readonly session: string; readonly token: string };
  readonly sessionLifetimeMinutes: number;
  readonly rememberLifetimeDays: number;
  /** Allowed locales; the first is the default. */
  readonly locales: readonly [string, ...string[]];
}

export interface AuthLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What a mail about an account is for. */
export type AccountMailKind =
  | 'reset'
  | 'invite'
  | 'confirm-email'
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'two-factor-on'
  | 'two-factor-off';

interface AccountMail {
  readonly userId: number;
  /** The address that it goes to. */
  readonly to: string;
  readonly kind: AccountMailKind;
  /** The token of its link, and until when (ISO 8601 UTC) that works; for the kinds that have one. */
  readonly link?: { readonly token: string; readonly until: string };
}

/** Writes and sends mails about accounts. */
export interface Mailer {
  /** Whether mails leave this machine: else an address cannot be confirmed by one. */
  readonly sends: boolean;
  /** Has a mail sent once the transaction is committed. */
  queue(trx: Knex, mail: AccountMail): Promise<void>;
}

export interface AuthParts {
  readonly database: Knex;
  readonly settings: AuthSettings;
  /** All resources, asked for at each request so that they may be registered after sign-in is made. */
  readonly resources: () => readonly Governed[];
  readonly log: AuthLog;
  readonly mailer: Mailer;
  /** bcrypt's cost of new hashes, and of those that count as weak below it. */
  readonly passwordCost: number;
}
