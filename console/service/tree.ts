/** Rows of a tree, with the path to each. */
import { withQuery } from './call.ts';
import { may, neededFields, type Resource, type Row, titleOf } from './metadata.ts';
import { usePages } from './queries.ts';
import { resourceAt } from './session.ts';

export interface Tree {
  readonly roots: readonly Row[];
  readonly byId: ReadonlyMap<number, Row>;
  /** Rows that were not requested, because there are too many. */
  readonly left: number;
  /** The children of a row. */
  below(id: number): readonly Row[];
  /** The ancestors of a row, the topmost first. */
  above(id: number): readonly Row[];
}

const mostRows = 100;
const mostPages = 10;

/** @param field the reference to the parent; a row whose parent is missing is at the top */
export function treeOf(rows: readonly Row[], field: string, total = rows.length): Tree {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parentOf = (row: Row | undefined) => {
    const id = row?.[field];
    return typeof id === 'number' ? byId.get(id) : undefined;
  };
  const under = new Map<number | null, Row[]>();
  for (const row of rows) {
    const id = parentOf(row)?.id ?? null;
    under.set(id, [...(under.get(id) ?? []), row]);
  }
  return {
    roots: under.get(null) ?? [],
    byId,
    left: total - rows.length,
    below: (id) => under.get(id) ?? [],
    above: (id) => {
      const all: Row[] = [];
      // A cycle, which should not exist, ends as well.
      for (let one = parentOf(byId.get(id)); one && !all.includes(one); one = parentOf(one)) all.unshift(one);
      return all;
    },
  };
}

/**
 * All rows of a tree, up to a thousand.
 * @param resource undefined, no tree, or not listable: requests nothing
 * @param asked further fields, beside the names
 */
export function useTree(
  resource: Resource | undefined,
  asked: { readonly fields?: readonly string[]; readonly with?: string } = {},
) {
  const field = resource?.view.tree;
  const path =
    resource && field !== undefined && may(resource, 'list')
      ? withQuery(`/${resource.path}`, {
          per_page: mostRows,
          fields: neededFields(resource, [field, ...(asked.fields ?? [])]),
          with: asked.with,
        })
      : null;
  const { data, error, refetch } = usePages(path, mostPages, { keepPrevious: true, staleTime: 60_000 });
  const tree = data && field !== undefined ? treeOf(data.body.data, field, data.body.meta.total) : null;
  return { tree, error, refetch };
}

/**
 * Names of rows with their path: “Hall A › Line 2 › Press”; only their names outside of trees.
 * @param path of their resource; undefined requests nothing
 */
export function usePaths(path: string | undefined): (row: Row, name: string) => string {
  const resource = resourceAt(path);
  const { tree } = useTree(resource?.view.tree === undefined ? undefined : resource);
  return ({ id }, name) =>
    [...(tree && resource ? tree.above(id).map((row) => titleOf(resource, row)) : []), name].join(' › ');
}
