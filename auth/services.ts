/** What sign-in lends to the hooks of resources, which import nothing of it. */
import type { Knex } from 'knex';
import type { Message } from '../engine/message.ts';
import { passwordProblems } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { heldPermissions, permissionNames } from './permissions.ts';
import { endSessions } from './session-end.ts';
import type { AuthParts } from './settings.ts';

declare module '../engine/services.ts' {
  interface Services {
    /** Languages a person may choose; the first is that of who chose none. */
    readonly locales: readonly [string, ...string[]];
    /** What is wrong with a password that somebody wants; nothing for a good one. */
    passwordProblems(password: string): Message[];
    /** @throws RangeError on a password that has a problem */
    hashPassword(password: string): Promise<string>;
    /** Ends the sessions of a user on every node, in the transaction given. */
    endSessions(userId: number, db: Knex): Promise<void>;
    /** All names that a role may hold beside `*`. */
    permissionNames(): readonly string[];
    /**
     * What roles come to at a site.
     * @param granted names as roles hold them, `*` among them or not
     */
    heldPermissions(granted: ReadonlySet<string>, atHeadquarters: boolean): ReadonlySet<string>;
  }
}

/** The part of the services that sign-in offers. */
export function createServices({ settings, resources }: Pick<AuthParts, 'settings' | 'resources'>) {
  return {
    locales: settings.locales,
    passwordProblems,
    hashPassword: (password: string) => hashPassword(password),
    endSessions: (userId: number, db: Knex) => endSessions(db, userId),
    permissionNames: () => permissionNames(resources()),
    heldPermissions: (granted: ReadonlySet<string>, atHeadquarters: boolean) =>
      heldPermissions(resources(), granted, atHeadquarters),
  };
}
