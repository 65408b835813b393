/** A column of a board. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { openByKeys } from '../form/acting-list.ts';
import { RowLink } from '../kinds/names.tsx';
import { Late, Shown } from '../kinds/value.tsx';
import { formatNumber } from '../parts/format.ts';
import { dragging, dropping } from '../parts/moves.tsx';
import { Link } from '../place/place.tsx';
import { cardNames, type Field, fieldsOf, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { locale, w } from '../words/words.ts';
import { type ColumnOfCards, waysOf } from './cards.ts';

interface ColumnProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly column: ColumnOfCards;
  /** Whether the dragged card may be dropped here. */
  readonly takes: boolean;
  /** The card that was moved by its menu; the focus follows it. */
  readonly followed: number | null;
  onDrag(row: Row | null): void;
  onDrop(): void;
  move(row: Row, to: string): void;
  /** The followed card has the focus. */
  onArrived(): void;
}

export function Column(props: ColumnProps) {
  const { column, takes, followed, onDrop } = props;
  const { label, tone, total, rows, to } = column;
  return (
    <section class={takes ? 'column takes' : 'column'} aria-label={label} {...dropping(takes, onDrop)}>
      <h2 class={tone ?? 'mute'}>
        {label} <span class="count">{formatNumber(total, locale)}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <Card key={row.id} {...props} row={row} isFollowed={row.id === followed} />
        ))}
      </ul>
      {total > rows.length && <Link to={to}>{w.views.showAll(formatNumber(total, locale))}</Link>}
    </section>
  );
}

interface CardProps extends Omit<ColumnProps, 'column' | 'takes' | 'followed' | 'onDrop'> {
  readonly row: Row;
  readonly isFollowed: boolean;
}

function Card({ resource, field, row, isFollowed, onDrag, move, onArrived }: CardProps) {
  const card = useRef<HTMLLIElement>(null);
  const title = titleOf(resource, row);
  const beside = fieldsOf(resource, cardNames(resource, field.name));
  const ways = waysOf(resource, field, row);
  // It is rendered again in the column to which it was moved.
  useLayoutEffect(() => {
    if (!isFollowed) return;
    const [first, list = first] = card.current?.querySelectorAll<HTMLElement>('a, select') ?? [];
    list?.focus();
    onArrived();
  }, []);
  return (
    <li ref={card} class="card" {...dragging({ drag: onDrag }, row, ways.length > 0)}>
      <RowLink resource={resource} row={row} strong />
      <Late resource={resource} row={row} beside={beside} />
      {beside.map((one) => (
        <div key={one.name}>
          <Shown field={one} row={row} plain />
        </div>
      ))}
      {ways.length > 0 && (
        <select
          aria-label={`${w.views.moveTo}: ${title}`}
          value=""
          onKeyDown={openByKeys}
          onChange={(event) => move(row, event.currentTarget.value)}
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
