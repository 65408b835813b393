/** Common parts of table rows and cards: the link to the row, its checkbox, its refusal. */
import { RowLink } from '../../kinds/names.tsx';
import { Shown } from '../../kinds/value.tsx';
import { type Field, type Resource, type Row, titleOf } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Refused, Selection } from './selection.ts';

/** Choosing rows; null while it is off. */
export interface Choosing {
  readonly selection: Selection;
  readonly refused: Refused;
  toggle(row: Row): void;
  toggleAll(rows: readonly Row[]): void;
}

export function rowClass({ id }: Row, choosing: Choosing | null): string {
  if (choosing?.refused.has(id)) return 'refused';
  return choosing?.selection.has(id) ? 'chosen' : '';
}

interface FieldLinkProps {
  readonly resource: Resource;
  readonly row: Row;
  /** The content of the link, unless it is empty. */
  readonly field: Field;
}

/** A field as a link to its row. */
export function FieldLink({ resource, row, field }: FieldLinkProps) {
  const hasValue = field.name !== resource.display && isShown(row, field);
  return (
    <RowLink resource={resource} row={row}>
      {hasValue ? <Shown field={field} row={row} plain /> : titleOf(resource, row)}
    </RowLink>
  );
}

/** A link needs content. */
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

/** The reason of a refusal, at its row. */
export function RefusedHere({ row, choosing }: { row: Row; choosing: Choosing | null }) {
  const text = choosing?.refused.get(row.id);
  return text === undefined ? null : <p class="error">{text}</p>;
}
