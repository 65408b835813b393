/** A row of a list on the home page: its name, how late it is, and few fields. */
import { RowLink } from '../kinds/names.tsx';
import { Late, Shown } from '../kinds/value.tsx';
import type { Field, Resource, Row } from '../service/metadata.ts';

interface OneRowProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly beside: readonly Field[];
}

export function OneRow({ resource, row, beside }: OneRowProps) {
  return (
    <>
      <RowLink resource={resource} row={row} />
      <span class="row-details">
        <Late resource={resource} row={row} beside={beside} />
        {beside.map((field) => (
          <span key={field.name}>
            <Shown field={field} row={row} plain />
          </span>
        ))}
      </span>
    </>
  );
}
