/** Who asks, as far as the engine needs to know. Sign-in implements it; the engine knows no login. */
import type { Condition, RowScope, Sql } from './condition.ts';

export const operations = ['viewAny', 'view', 'create', 'update', 'delete'] as const;
/** The five permissions that every resource can have. `viewAny` is the one of the list operation. */
export type Operation = (typeof operations)[number];
/** One of the five, or a name of the definition's own. */
export type Permission = Operation | (string & Record<never, never>);

/**
 * How rows belong to sites:
 * - `site`: by their column `site_id`;
 * - `global`: to none, the same everywhere;
 * - `self`: the row is a site;
 * - `members`: through a table that links rows (`key`) with sites (`site_id`);
 * - `own`: to none, but each to one person, by its column `user_id`. No permission is asked, and nobody else sees it.
 */
export type Scope =
  | 'site'
  | 'global'
  | 'self'
  | 'own'
  | { readonly members: { readonly table: string; readonly key: string } };

/** The column that says which site, or which person, a row is of; null where rows are of none, or of several. */
export function ownerColumn(scope: Scope): 'site_id' | 'user_id' | null {
  if (scope === 'site') return 'site_id';
  return scope === 'own' ? 'user_id' : null;
}

/** The part of a definition that permissions depend on. */
export interface Governed {
  /** Permission prefix, e.g. `item-movement`. */
  readonly name: string;
  readonly scope: Scope;
  /** Permissions that the resource knows at all, those of its definition's own behind the five. */
  readonly operations: readonly Permission[];
  /** Permissions that are held only while the current site is the headquarters. */
  readonly headquartersOnly: readonly Permission[];
  /** Set where each row tells of another one, and is there for its person while that one is to be seen. */
  readonly tells?: Tells | null | undefined;
  /** Set where each row hangs on another one, whose rights are its own. */
  readonly hung?: Hung | null | undefined;
}

/** Rows that tell of others: the columns that say of which, and the resources whose rows they can be. */
export interface Tells {
  readonly resource: string;
  readonly record: string;
  of(): readonly (Governed & {
    readonly path: string;
    readonly table: string;
    readonly softDelete: boolean;
  })[];
}

/** Rows that hang on others: the columns that say on which (`resource` has the path), and the resources whose rows they can be. */
export interface Hung extends Tells {
  /** What its author alone may do: of this there is no permission. */
  readonly authorOnly: readonly Permission[];
}

/** The permissions that roles can hold of a resource: of what is everybody's own there are none, and what hangs on rows is seen with them. */
export function grantedOf({ scope, operations, hung }: Governed): readonly Permission[] {
  if (scope === 'own') return [];
  if (!hung) return operations;
  return operations.filter((one) => one !== 'viewAny' && one !== 'view' && !hung.authorOnly.includes(one));
}

export interface Actor {
  /** Null for the service itself, which has no account. */
  readonly id: number | null;
  readonly locale: string;
  /** The current site; null for somebody who belongs to none, and so has no rows but their own (`scope: 'own'`). */
  readonly site: {
    readonly id: number;
    readonly timezone: string;
    readonly is_headquarters: boolean;
  } | null;
  /** Names of the permissions held at the current site. */
  readonly permissions: ReadonlySet<string>;
  /** Rows that exist for this person at all: anything else is a 404. Independent of permissions. */
  visible(resource: Governed): RowScope;
  /** Rows on which an operation is permitted: `none` is a 403 before any row is looked at. */
  permitted(operation: Permission, resource: Governed): RowScope;
  /** People, as a condition on their rows, who hold a permission at a site. */
  holders(operation: Permission, resource: Governed, siteId: number): Condition;
  /**
   * A select that gives a row as long as this person is still there, signed in as they were when the request came, and holds
   * a permission. A write asks it within its transaction: all else above is from the beginning of the request.
   *
   * @param wanted null asks for no permission
   */
  warrant(wanted: { readonly operation: Permission; readonly resource: Governed } | null): Sql;
}

/** Who looks, as far as an expression depends on it. */
export type Viewer = Pick<Actor, 'site'>;

/**
 * An expression on the rows of a list. What depends on the moment of the request and on who looks is bound to it: its text
 * is always the same.
 */
export type Expression = (storedNow: string, viewer: Viewer) => Sql;
