/** What somebody says of a project of their own: the default export of `millwright.config.ts`. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { AnyDefinition } from '../../engine/definition/definition.ts';
import type { Actor } from '../../engine/policy.ts';

export interface ProjectOptions {
  /** What the service calls itself, to clients and in its documentation; the name in package.json where nothing is said. */
  readonly name?: string;
  /**
   * What the project stands on: all of the service's own resources, or `people`, what sign-in needs alone (sites, users, roles,
   * activities). It is chosen once: a database made on the one is none of the other.
   */
  readonly base?: 'maintenance' | 'people';
  /** Folders of definitions, or definitions themselves. One of the same path as one of ours takes its place. */
  readonly resources?: readonly (string | AnyDefinition)[];
  /** Folders of migrations; they run after all of ours. */
  readonly migrations?: readonly string[];
  /** Folders of languages, each as `locales/`: words there go before ours. */
  readonly locales?: readonly string[];
  /**
   * Roles that the database begins with, each with the permissions that it holds: `{ nurse: ['patient.*', 'site.view'] }`. `patient.*` stands
   * for all permissions of a resource, `*` for everything. A role is made once, where none has its name; from then on it belongs to the
   * administrators, and what is changed here changes it no more.
   */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Folders of seeds; on the base `maintenance` they run after the demo data. */
  readonly seeds?: readonly string[];
  /**
   * Adds routes of one's own below `/api/v1`. Each is behind the session, the CSRF token and sign-in: whoever is not signed in gets a
   * 401 before it is asked.
   */
  routes?(router: Router, tools: RouteTools): void;
}

/** What routes of a project are given. */
export interface RouteTools {
  readonly database: Knex;
  /** Who asks, with their site and permissions. */
  actorOf(ctx: Context): Actor;
  /** The parsed body; undefined where there is none. @throws Failure as every other route: 400, 413, 415, 422 */
  readBody(ctx: Context): Promise<unknown>;
}

/** Gives the options back: for their types. */
export function defineProject(options: ProjectOptions): ProjectOptions {
  return options;
}

const known: Readonly<Record<keyof ProjectOptions, true>> = {
  name: true,
  base: true,
  resources: true,
  migrations: true,
  locales: true,
  seeds: true,
  roles: true,
  routes: true,
};

/** What is wrong with options that nothing has checked, in a sentence; null for sound ones. */
export function problemOf(options: unknown): string | null {
  if (typeof options !== 'object' || options === null) return 'exports no options as its default';
  const strange = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (strange !== undefined) {
    return `has an option “${strange}”, which is none: there are ${Object.keys(known).join(', ')}`;
  }
  if ('name' in options && options.name !== undefined && typeof options.name !== 'string')
    return 'has a name that is no text';
  const base = 'base' in options ? options.base : undefined;
  if (base !== undefined && base !== 'maintenance' && base !== 'people') {
    return 'has another base than “maintenance” or “people”';
  }
  for (const [name, value] of Object.entries(options)) {
    if (['resources', 'migrations', 'locales', 'seeds'].includes(name) && !Array.isArray(value)) {
      return `has ${name} that are no list`;
    }
  }
  const roles = 'roles' in options ? options.roles : undefined;
  if (roles === undefined) return null;
  if (typeof roles !== 'object' || roles === null || Array.isArray(roles))
    return 'has roles that are no object';
  const wrong = Object.entries(roles).find(
    ([name, held]) => name.trim() === '' || name.length > 100 || !isTexts(held),
  );
  return wrong ? `has a role “${wrong[0]}” that is no list of permissions` : null;
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
