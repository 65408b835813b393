/** Rows as a tree: opened and closed, and moved by dragging or by a dialog. */
import { useState } from 'preact/hooks';
import { changeRow } from '../form/change-row.ts';
import { addStyle } from '../parts/later.tsx';
import { dropping, useMoves } from '../parts/moves.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { withQuery } from '../service/call.ts';
import { useFilterNames } from '../service/filter-names.ts';
import { namesAsked } from '../service/first/filter-ids.ts';
import {
  type Field,
  fieldOf,
  isChangeable,
  may,
  type Resource,
  type Row,
  titleOf,
} from '../service/metadata.ts';
import { usePages } from '../service/queries.ts';
import { type Tree, useTree } from '../service/tree.ts';
import { w } from '../words/words.ts';
import { goByArrows } from './arrows.ts';
import { Branch, countsOf, type TreeMoves } from './branch.tsx';
import { PutDialog } from './put-dialog.tsx';
import style from './tree.css' with { type: 'text' };

addStyle(style);

interface TreeViewProps {
  readonly resource: Resource;
  /** Filters and search, in the form of the service. */
  readonly query: Readonly<Record<string, string>>;
}

export function TreeView({ resource, query }: TreeViewProps) {
  const field = fieldOf(resource, resource.view.tree ?? '');
  return field ? <Rows resource={resource} query={query} field={field} /> : null;
}

function Rows({ resource, query, field }: TreeViewProps & { readonly field: Field }) {
  const isMovable = may(resource, 'update') && isChangeable(field);
  const { tree, error, refetch } = useTree(resource, {
    fields: countsOf(resource).map(({ count_field: name }) => name ?? ''),
    ...(isMovable && { with: 'can,etag' }),
  });
  const found = useFound(resource, query, tree);
  const [opened, setOpened] = useState<ReadonlySet<number> | null>(null);
  const moves = useTreeMoves(resource, field, tree, (id) => setOpened(new Set([...open, id])));
  if (!tree) return error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />;
  const open = opened ?? new Set(tree.roots.map(({ id }) => id));
  const shown = (all: readonly Row[]) => (found ? all.filter(({ id }) => found.has(id)) : all);
  const parents = [...tree.byId.keys()].filter((id) => tree.below(id).length > 0);
  const roots = shown(tree.roots);
  return (
    <section class="tree" aria-label={w.list.tree}>
      <div class="tools">
        <button type="button" onClick={() => setOpened(new Set(parents))}>
          {w.views.openAll}
        </button>
        <button type="button" onClick={() => setOpened(new Set())}>
          {w.views.closeAll}
        </button>
        {moves.dragged && (
          <span class="top-place" {...dropping(true, () => moves.drop(null))}>
            {w.views.toTop}
          </span>
        )}
      </div>
      {tree.left > 0 && <p class="hint">{w.views.tooMany(tree.left)}</p>}
      {roots.length === 0 && <p class="empty">{found ? w.list.noMatch : w.list.empty}</p>}
      <ul class="branches sheet" aria-label={resource.labels.many} onKeyDown={goByArrows}>
        {roots.map((row) => (
          <Branch
            key={row.id}
            {...{ resource, tree, row, moves, shown }}
            isOpen={(id) => found !== null || open.has(id)}
            turn={(id) =>
              setOpened(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]))
            }
          />
        ))}
      </ul>
      {moves.moving && <PutDialog {...{ resource, field, tree, moves }} row={moves.moving} />}
    </section>
  );
}

const mostPages = 3;

/** The rows that match search and filters, and their ancestors; null without search and filters. */
function useFound(resource: Resource, query: TreeViewProps['query'], tree: Tree | null) {
  const isAsked = Object.keys(query).length > 0;
  const path = withQuery(`/${resource.path}`, {
    ...query,
    ...{ per_page: 100, fields: 'id', with: namesAsked(resource, query).join(',') },
  });
  const { data, isPlaceholderData } = usePages(isAsked ? path : null, mostPages, { keepPrevious: true });
  useFilterNames(resource, query, isPlaceholderData ? null : data?.body);
  if (!isAsked || !tree || !data) return null;
  return new Set(data.body.data.flatMap(({ id }) => [id, ...tree.above(id).map((row) => row.id)]));
}

function useTreeMoves(
  resource: Resource,
  field: Field,
  tree: Tree | null,
  open: (id: number) => void,
): TreeMoves {
  const change = async (row: Row, to: Row | null) => {
    if ((to?.id ?? null) === (row[field.name] ?? null)) return;
    if (to) open(to.id);
    const body = { [field.name]: to?.id ?? null };
    await changeRow(resource, row, row.etag ?? null, {
      body,
      shown: { ...body, ...(field.reference && { [field.reference.embed]: to }) },
      told: to ? titleOf(resource, to) : w.views.toTop,
    });
  };
  const moves = useMoves(({ id }) => id, change);
  const { dragged } = moves;
  return {
    ...moves,
    // A row cannot be moved below itself.
    takes: (row) =>
      dragged !== null && ![...(tree?.above(row.id) ?? []), row].some(({ id }) => id === dragged.id),
  };
}
