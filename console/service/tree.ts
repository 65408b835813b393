/** Rows that stand under rows of the same resource, and the way down to each. */
import { withQuery } from './call.ts';
import { may, neededFields, type Resource, type Row, titleOf } from './metadata.ts';
import { usePages } from './queries.ts';
import { resourceAt } from './session.ts';

export interface Tree {
  readonly roots: readonly Row[];
  readonly byId: ReadonlyMap<number, Row>;
  /** Rows that are not in it: the service has more than are asked for. */
  readonly left: number;
  /** Those right below a row. */
  below(id: number): readonly Row[];
  /** Those above a row, the topmost first. */
  above(id: number): readonly Row[];
}

const mostRows = 100;
const mostPages = 10;

/** @param field by which a row names the one that it stands under; one that is not there leaves it on top */
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
      // A circle, should there be one, ends as well.
      for (let one = parentOf(byId.get(id)); one && !all.includes(one); one = parentOf(one)) all.unshift(one);
      return all;
    },
  };
}

/**
 * All rows of a resource that is a tree, up to a thousand.
 * @param resource undefined asks nothing, as one does that is no tree or that may not be listed
 * @param asked what is asked beside the names
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
 * What rows are called with all that they stand under: “Hall A › Line 2 › Press”; by their names where they are in no tree.
 * @param path of their resource; undefined asks nothing
 */
export function usePaths(path: string | undefined): (row: Row, name: string) => string {
  const resource = resourceAt(path);
  const { tree } = useTree(resource?.view.tree === undefined ? undefined : resource);
  return ({ id }, name) =>
    [...(tree && resource ? tree.above(id).map((row) => titleOf(resource, row)) : []), name].join(' › ');
}
