/** The functions of sign-in for the hooks of resources, which do not import sign-in. */
import type { Knex } from 'knex';
import { type Condition, conditionOf, never } from '../../engine/condition.ts';
import type { Message } from '../../engine/message.ts';
import type { Actor } from '../../engine/policy.ts';
import type { Signal } from '../../engine/signal.ts';
import { endLinks } from '../links/links.ts';
import { matchPassword } from '../passwords/confirmation.ts';
import { hashPassword, nobodysHash } from '../passwords/passwords.ts';
import { passwordProblems } from '../passwords/rules.ts';
import { heldPermissions, permissionNames } from '../rights/permissions.ts';
import { type BroughtTwoFactor, bringTwoFactor } from '../second-factor/two-factor.ts';
import { endSessions } from '../sessions/end.ts';
import type { AuthParts } from '../settings.ts';
import type { Throttles } from '../throttle.ts';
import { beginEmailChange, followEmailChange } from './email-change.ts';
import { sendLink } from './forgotten-password.ts';

declare module '../../engine/kinds/services.ts' {
  interface Services {
    /** Languages that a person may choose; the first is the default. */
    readonly locales: readonly [string, ...string[]];
    /**
     * The problem of a new password; nothing for a good one.
     * @param names their e-mail and their username, neither of which it may be
     */
    passwordProblems(password: string, names?: readonly string[]): Message[];
    /**
     * @param who the id of the person who asks, 0 for the service itself: they take turns
     * @param signal whether the caller still waits for it
     * @throws RangeError on a password that has a problem
     * @throws Failure when too many wait already: 429 if all of them are of that person, otherwise 503
     */
    hashPassword(password: string, who: number, signal?: Signal): Promise<string>;
    /**
     * Compares what a signed-in user gives as their present password; guesses are limited.
     * @returns the hash that it matched, which a hook compares again with that of the locked row; null for a wrong one
     * @throws Failure `rate_limited` (429)
     */
    confirmPassword(userId: number, password: string): Promise<string | null>;
    /** Ends the sessions of a user on every node, in the transaction given. */
    endSessions(userId: number, db: Knex): Promise<void>;
    /** Whether a user confirms their own new e-mail address by a link first: they do if mails leave the machine. */
    readonly confirmsEmails: boolean;
    /** A hash that no password matches, for a user who has not chosen one yet. */
    readonly noPassword: string;
    /** Sends a user, whose row is locked, a link to choose a password. It replaces the link before. */
    invite(userId: number, db: Knex): Promise<void>;
    /** Sends a link to the address that a user wants for themselves. @returns whether it is free */
    beginEmailChange(userId: number, email: string, db: Knex): Promise<boolean>;
    /** What follows a change of a user's address: links end, and the old address gets a mail. */
    followEmailChange(userId: number, formerly: string, db: Knex): Promise<void>;
    /** What follows when another person sets a user's password: sessions and links end, and the user gets a mail. */
    followPasswordChange(userId: number, email: string, db: Knex): Promise<void>;
    /** Turns on a second factor from another system, in the given transaction. */
    bringTwoFactor(db: Knex, userId: number, brought: BroughtTwoFactor): Promise<void>;
    /** All names that a role may have beside `*`. */
    permissionNames(): readonly string[];
    /** The permissions of roles at a site. @param granted names as roles have them, with or without `*` */
    heldPermissions(granted: ReadonlySet<string>, atHeadquarters: boolean): ReadonlySet<string>;
    /** The rows of the resource of that name that exist for a user. */
    visibleTo(actor: Actor, name: string): Condition;
  }
}

type Parts = Pick<AuthParts, 'database' | 'settings' | 'resources' | 'passwordCost' | 'mailer'> & {
  readonly throttles: Throttles;
};

/** The part of the services that sign-in offers. */
export function createServices({ database, settings, resources, passwordCost, mailer, throttles }: Parts) {
  return {
    locales: settings.locales,
    passwordProblems,
    hashPassword: (password: string, who: number, signal?: Signal) =>
      hashPassword(password, passwordCost, who, signal),
    confirmPassword: async (userId: number, password: string) => {
      const confirmed = await matchPassword({ database, throttles }, userId, password, [userId]);
      return confirmed?.password_hash ?? null;
    },
    endSessions: (userId: number, db: Knex) => endSessions(db, userId),
    confirmsEmails: mailer.sends,
    noPassword: nobodysHash(passwordCost),
    invite: (userId: number, db: Knex) => sendLink(db, mailer, userId, 'invite'),
    beginEmailChange: (userId: number, email: string, db: Knex) =>
      beginEmailChange(db, mailer, userId, email),
    followEmailChange: (userId: number, formerly: string, db: Knex) =>
      followEmailChange(db, mailer, userId, formerly),
    followPasswordChange: async (userId: number, email: string, db: Knex) => {
      await endSessions(db, userId);
      await endLinks(db, userId);
      await mailer.queue(db, { userId, to: email, kind: 'password-changed' });
    },
    bringTwoFactor: (db: Knex, userId: number, brought: BroughtTwoFactor) =>
      bringTwoFactor(db, settings.appKeys, userId, brought),
    permissionNames: () => permissionNames(resources()),
    heldPermissions: (granted: ReadonlySet<string>, atHeadquarters: boolean) =>
      heldPermissions(resources(), granted, atHeadquarters),
    visibleTo: (actor: Actor, name: string) => {
      const resource = resources().find((one) => one.name === name);
      return resource ? conditionOf(actor.visible(resource)) : never;
    },
  };
}
