/** What a row of a table and a card have in common: the way to its page, the box to choose it, what was refused. */
import type { ComponentChildren } from 'preact';
import { Shown } from '../../kinds/value.tsx';
import { Link } from '../../place/place.tsx';
import { type Field, may, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Refused, Selection } from './selection.ts';

/** Choosing rows; null where nobody is about to. */
export interface Choosing {
  readonly selection: Selection;
  readonly refused: Refused | null;
  toggle(row: Row): void;
  toggleAll(rows: readonly Row[]): void;
}

export function rowClass({ id }: Row, choosing: Choosing | null): string {
  if (choosing?.refused?.id === id) return 'refused';
  return choosing?.selection.has(id) ? 'chosen' : '';
}

interface RowLinkProps {
  readonly resource: Resource;
  readonly row: Row;
  /** What stands in the link; what the row is called where it is left out. */
  readonly field?: Field;
}

/** What stands for a row, and leads to it for whoever may see it. */
export function RowLink({ resource, row, field }: RowLinkProps): ComponentChildren {
  const hasValue = field !== undefined && field.name !== resource.display && isShown(row, field);
  const content = hasValue ? <Shown field={field} row={row} plain /> : titleOf(resource, row);
  if (!may(resource, 'view')) return content;
  return <Link to={`/${resource.path}/${row.id}`}>{content}</Link>;
}

/** A link needs something to stand in it. */
function isShown(row: Row, { name, reference }: Field): boolean {
  const value = row[reference?.embed ?? name];
  return (
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

interface RowBoxProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly choosing: Choosing;
}

export function RowBox({ resource, row, choosing: { selection, toggle } }: RowBoxProps) {
  return (
    <label class="choose">
      <input type="checkbox" checked={selection.has(row.id)} onChange={() => toggle(row)} />
      <span class="hidden">
        {w.list.choose}: {titleOf(resource, row)}
      </span>
    </label>
  );
}

/** Why nothing was done, at the row because of which. */
export function RefusedHere({ row, choosing }: { row: Row; choosing: Choosing | null }) {
  if (choosing?.refused?.id !== row.id) return null;
  return <p class="error">{choosing.refused.text}</p>;
}
