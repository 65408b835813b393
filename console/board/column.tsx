/** A column of a board. */
import { changeState } from '../form/change-state.ts';
import { formatNumber } from '../parts/format.ts';
import { Shown } from '../parts/value.tsx';
import { Link } from '../place/place.tsx';
import { type Field, fieldsOf, may, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { locale, w } from '../words/words.ts';
import { type ColumnOfCards, cardFields, waysOf } from './cards.ts';

interface ColumnProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly column: ColumnOfCards;
  /** Whether the card that is being dragged may go here. */
  readonly takes: boolean;
  onDrag(row: Row | null): void;
  onDrop(): void;
}

export function Column({ resource, field, column, takes, onDrag, onDrop }: ColumnProps) {
  const { label, tone, total, rows, to } = column;
  return (
    <section
      class={takes ? 'column takes' : 'column'}
      aria-label={label}
      onDragOver={(event) => takes && event.preventDefault()}
      onDrop={onDrop}
    >
      <h2 class={tone ?? 'mute'}>
        {label} <span class="count">{formatNumber(total, locale)}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <Card key={row.id} resource={resource} field={field} row={row} onDrag={onDrag} />
        ))}
      </ul>
      {total > rows.length && <Link to={to}>{w.views.showAll(formatNumber(total, locale))}</Link>}
    </section>
  );
}

interface CardProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly row: Row;
  onDrag(row: Row | null): void;
}

function Card({ resource, field, row, onDrag }: CardProps) {
  const title = titleOf(resource, row);
  const ways = waysOf(resource, field, row);
  return (
    <li
      class="card"
      draggable={ways.length > 0}
      onDragStart={() => onDrag(row)}
      onDragEnd={() => onDrag(null)}
    >
      {may(resource, 'view') ? (
        <Link to={`/${resource.path}/${row.id}`}>{title}</Link>
      ) : (
        <strong>{title}</strong>
      )}
      {fieldsOf(resource, cardFields(resource, field)).map((one) => (
        <div key={one.name}>
          <Shown field={one} row={row} plain />
        </div>
      ))}
      {ways.length > 0 && (
        <select
          aria-label={`${w.views.moveTo}: ${title}`}
          value=""
          onChange={(event) =>
            void changeState(resource, row, row.etag ?? null, field, event.currentTarget.value)
          }
        >
          <option value="">{w.views.moveTo}…</option>
          {ways.map(({ value, label }) => (
            <option key={String(value)} value={String(value)}>
              {label}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
