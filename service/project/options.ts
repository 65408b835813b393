/** The options of a project: the default export of `millwright.config.ts`. */
import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { AnyDefinition } from '../../engine/definition/definition.ts';
import type { KeepHookContext } from '../../engine/definition/hooks.ts';
import type { Actor } from '../../engine/policy.ts';

export interface ProjectOptions {
  /** The name of the service for clients and in its documentation. Default: the name in package.json. */
  readonly name?: string;
  /**
   * The base of the project: all of the service's own resources, or `people`, only those that sign-in needs (sites, users, roles,
   * activities). It cannot change later: a database of one base does not fit the other.
   */
  readonly base?: 'maintenance' | 'people';
  /** Folders of definitions, or definitions themselves. One with the same path as one of ours replaces it. */
  readonly resources?: readonly (string | AnyDefinition)[];
  /** Folders of migrations; they run after all of ours. */
  readonly migrations?: readonly string[];
  /** Folders of languages, each like `locales/`: their words take precedence over ours. */
  readonly locales?: readonly string[];
  /**
   * The initial roles of the database, each with its permissions: `{ nurse: ['patient.*', 'site.view'] }`. `patient.*` means all
   * permissions of a resource, `*` all. A role is created once, if none has its name. After that administrators manage it, and
   * changes here have no effect.
   */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Folders of seeds; on the base `maintenance` they run after the demo data. */
  readonly seeds?: readonly string[];
  /**
   * Decides whether a received file is stored, such as a virus scanner: the hook of the same name, for every definition of files
   * that has none.
   *
   * @throws Failure that is the answer (`invalid({ file: [message] })`); nothing is stored then
   */
  beforeKeep?(keep: KeepHookContext): void | Promise<void>;
  /**
   * Adds own routes below `/api/v1`. Session, CSRF token and sign-in are checked first: without a signed-in user, the answer is a
   * 401.
   */
  routes?(router: Router, tools: RouteTools): void;
}

/** The tools for routes of a project. */
export interface RouteTools {
  readonly database: Knex;
  /** The user, with their site and permissions. */
  actorOf(ctx: Context): Actor;
  /** The parsed body; undefined if there is none. @throws Failure as every other route: 400, 413, 415, 422 */
  readBody(ctx: Context): Promise<unknown>;
}

/** Returns the options: for their types. */
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
  beforeKeep: true,
  routes: true,
};

/** The first error of unchecked options, as a sentence; null if there is none. */
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
    if (['beforeKeep', 'routes'].includes(name) && value !== undefined && typeof value !== 'function') {
      return `has ${name} that is no function`;
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
