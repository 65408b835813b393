/** Rows on a phone, as cards: the whole card is a link to the row. */
import { RowLink } from '../../kinds/names.tsx';
import { Late, Shown } from '../../kinds/value.tsx';
import { type Field, fieldOf, type Resource, type Row } from '../../service/metadata.ts';
import { type Choosing, RefusedHere, RowBox, rowClass } from './row-parts.tsx';

interface CardsProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  /** The fields of a card beside the name and the state. */
  readonly fields: readonly Field[];
  readonly choosing: Choosing | null;
}

export function Cards({ resource, rows, fields, choosing }: CardsProps) {
  const state = fieldOf(resource, resource.states?.field ?? resource.view.board ?? '');
  return (
    <ul class="cards" aria-label={resource.labels.many}>
      {rows.map((row) => (
        <li key={row.id} class={rowClass(row, choosing)}>
          {choosing && <RowBox resource={resource} row={row} choosing={choosing} />}
          <div class="row-card">
            <p class="title">
              <RowLink resource={resource} row={row} />
              <span class="now">
                {state && <Shown field={state} row={row} plain />}
                <Late resource={resource} row={row} beside={fields} />
              </span>
            </p>
            <RefusedHere row={row} choosing={choosing} />
            <dl>
              {fields.map((field) => (
                <div key={field.name}>
                  <dt>{field.label}</dt>
                  <dd>
                    <Shown field={field} row={row} plain most={3} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  );
}
