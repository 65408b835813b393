/** The user of a request, as the engine sees it. Sign-in implements this interface; the engine knows no login. */
import type { Condition, RowScope, Sql } from './condition.ts';

export const operations = ['viewAny', 'view', 'create', 'update', 'delete'] as const;
/** The five permissions that every resource can have. `viewAny` belongs to the list operation. */
export type Operation = (typeof operations)[number];
/** One of the five, or an own permission of the definition. */
export type Permission = Operation | (string & Record<never, never>);

/**
 * How rows belong to sites:
 * - `site`: by their column `site_id`;
 * - `global`: to none, the same everywhere;
 * - `self`: the row is a site;
 * - `members`: through a table that links rows (`key`) with sites (`site_id`);
 * - `own`: to none, but each to one person, by its column `user_id`. No permission is needed, and other users cannot see it.
 */
export type Scope =
  | 'site'
  | 'global'
  | 'self'
  | 'own'
  | { readonly members: { readonly table: string; readonly key: string } };

/** The column with the site or the person of a row; null if rows have none, or several. */
export function ownerColumn(scope: Scope): 'site_id' | 'user_id' | null {
  if (scope === 'site') return 'site_id';
  return scope === 'own' ? 'user_id' : null;
}

/** The part of a definition that permissions depend on. */
export interface Governed {
  /** Permission prefix, e.g. `item-movement`. */
  readonly name: string;
  readonly scope: Scope;
  /** All permissions of the resource: first those of the five that it has, then its own. */
  readonly operations: readonly Permission[];
  /** Permissions that a user holds only while the current site is the headquarters. */
  readonly headquartersOnly: readonly Permission[];
  /** Set if each row is about another row. Its person sees it while they can see that one. */
  readonly tells?: Tells | null | undefined;
  /** Set if each row is attached to another row. The rights for that row apply. */
  readonly hung?: Hung | null | undefined;
}

/** Rows about other rows: the columns that identify the other row, and the resources that it can belong to. */
export interface Tells {
  readonly resource: string;
  readonly record: string;
  of(): readonly (Governed & {
    readonly path: string;
    readonly table: string;
    readonly softDelete: boolean;
  })[];
}

/**
 * Rows that are attached to others: the columns that identify the other row (`resource` has the path), and the resources that it
 * can belong to.
 */
export interface Hung extends Tells {
  /** Operations that only its author may do. There is no permission for them. */
  readonly authorOnly: readonly Permission[];
}

/** The permissions of a resource that roles can hold. Personal rows have none. Attached rows have none for viewing. */
export function grantedOf({ scope, operations, hung }: Governed): readonly Permission[] {
  if (scope === 'own') return [];
  if (!hung) return operations;
  return operations.filter((one) => one !== 'viewAny' && one !== 'view' && !hung.authorOnly.includes(one));
}

export interface Actor {
  /** Null for the service itself, which has no account. */
  readonly id: number | null;
  readonly locale: string;
  /** The current site; null for a user without a site, who only has personal rows (`scope: 'own'`). */
  readonly site: {
    readonly id: number;
    readonly timezone: string;
    readonly is_headquarters: boolean;
  } | null;
  /** Names of the permissions that the user holds at the current site. */
  readonly permissions: ReadonlySet<string>;
  /** The rows that this user can see at all: any other row is a 404. Independent of permissions. */
  visible(resource: Governed): RowScope;
  /** The rows for which an operation is permitted. `none` is a 403 before any row is read. */
  permitted(operation: Permission, resource: Governed): RowScope;
  /** A condition on people: those who hold a permission at a site. */
  holders(operation: Permission, resource: Governed, siteId: number): Condition;
  /**
   * A select that returns a row while this user still has the session of the request and holds a permission. A write runs it in
   * its transaction, because everything else here was read at the start of the request.
   *
   * @param wanted null needs no permission
   */
  warrant(wanted: { readonly operation: Permission; readonly resource: Governed } | null): Sql;
}

/** The user, as far as an expression depends on it. */
export type Viewer = Pick<Actor, 'site'>;

/** An expression on the rows of a list. The moment of the request and the user are bindings: its text is always the same. */
export type Expression = (storedNow: string, viewer: Viewer) => Sql;
