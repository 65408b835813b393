/** Who asks, as far as the engine needs to know. Sign-in implements it; the engine knows no login. */
import type { RowScope, Sql } from './condition.ts';

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
 * - `members`: through a table that links rows (`key`) with sites (`site_id`).
 */
export type Scope =
  | 'site'
  | 'global'
  | 'self'
  | { readonly members: { readonly table: string; readonly key: string } };

/** The part of a definition that permissions depend on. */
export interface Governed {
  /** Permission prefix, e.g. `item-movement`. */
  readonly name: string;
  readonly scope: Scope;
  /** Permissions that the resource knows at all, those of its definition's own behind the five. */
  readonly operations: readonly Permission[];
  /** Permissions that are held only while the current site is the headquarters. */
  readonly headquartersOnly: readonly Permission[];
}

export interface Actor {
  /** Null for the service itself, which has no account. */
  readonly id: number | null;
  readonly locale: string;
  /** The current site; null for somebody who belongs to none and so may do nothing. */
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
  /**
   * A select that gives a row as long as this person is still there, signed in as they were when the request came, and holds
   * a permission. A write asks it within its transaction: all else above is from the beginning of the request.
   *
   * @param wanted null asks for no permission
   */
  warrant(wanted: { readonly operation: Permission; readonly resource: Governed } | null): Sql;
}
