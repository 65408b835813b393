/** A row of a tree, and its children. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { RowLink } from '../kinds/names.tsx';
import { formatNumber } from '../parts/format.ts';
import { dragging, dropping, MoveButton, type Moves } from '../parts/moves.tsx';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { type Related, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { relatedLabel, resourceAt } from '../service/session.ts';
import type { Tree } from '../service/tree.ts';
import { locale, w } from '../words/words.ts';

/** Moves of rows below another one, or to the top. */
export interface TreeMoves extends Moves<Row, Row | null> {
  /** Whether the dragged row may be dropped on a row. */
  takes(row: Row): boolean;
}

/** The counts of a row: its related rows, without its children. */
export const countsOf = ({ related, path }: Resource): readonly Related[] =>
  related.filter(({ count_field: name, resource }) => name !== undefined && resource !== path);

interface BranchProps {
  readonly resource: Resource;
  readonly tree: Tree;
  readonly row: Row;
  readonly moves: TreeMoves;
  /** The visible ones of some rows. */
  shown(rows: readonly Row[]): readonly Row[];
  isOpen(id: number): boolean;
  turn(id: number): void;
}

export function Branch(props: BranchProps) {
  const { resource, tree, row, moves, shown, isOpen, turn } = props;
  const node = useRef<HTMLDivElement>(null);
  // It is rendered again at its new place.
  useLayoutEffect(() => {
    if (moves.followed === row.id) node.current?.querySelector<HTMLElement>('a')?.focus();
  }, []);
  const title = titleOf(resource, row);
  const below = shown(tree.below(row.id));
  const isMovable = row.can?.update === true;
  return (
    <li>
      <div
        ref={node}
        class={moves.takes(row) ? 'node takes' : 'node'}
        {...dragging(moves, row, isMovable)}
        {...dropping(moves.takes(row), () => moves.drop(row))}
      >
        {below.length > 0 ? (
          <button
            type="button"
            class="plain toggle"
            aria-expanded={isOpen(row.id)}
            aria-label={w.views.below(title)}
            onClick={() => turn(row.id)}
          >
            ›
          </button>
        ) : (
          <span class="toggle" />
        )}
        <span class="node-text">
          <RowLink resource={resource} row={row} />
          {countsOf(resource).map((list) => (
            <Count key={list.resource} tree={tree} row={row} list={list} />
          ))}
        </span>
        {isMovable && <MoveButton title={title} onClick={() => moves.ask(row)} />}
      </div>
      {below.length > 0 && isOpen(row.id) && (
        <ul>
          {below.map((one) => (
            <Branch key={one.id} {...props} row={one} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The number in a row, and the total including its descendants. */
function Count({ tree, row, list }: { readonly tree: Tree; readonly row: Row; readonly list: Related }) {
  const name = list.count_field ?? '';
  const own = Number(row[name] ?? 0);
  const all = sumBelow(tree, row, name);
  if (all === 0 || !resourceAt(list.resource)) return null;
  return (
    <span class="of">
      {relatedLabel(list)}{' '}
      {own > 0 && (
        <Link to={withQuery(`/${list.resource}`, { [list.filter]: row.id })}>
          {formatNumber(own, locale)}
        </Link>
      )}
      {all > own && ` (${w.views.inAll(formatNumber(all, locale))})`}
    </span>
  );
}

const sumBelow = (tree: Tree, row: Row, name: string): number =>
  tree.below(row.id).reduce((sum, one) => sum + sumBelow(tree, one, name), Number(row[name] ?? 0));
