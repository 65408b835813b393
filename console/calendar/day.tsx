/** A day of a calendar with its rows, which can be dragged to another day, or moved by a button. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { zoneMark } from '../kinds/kinds.tsx';
import { RowLink } from '../kinds/names.tsx';
import { Late, Shown } from '../kinds/value.tsx';
import { formatDay, formatNumber, formatTime } from '../parts/format.ts';
import { latenessOf } from '../parts/late.ts';
import { dragging, dropping, MoveButton } from '../parts/moves.tsx';
import { Link, placeWith } from '../place/place.tsx';
import {
  cardNames,
  fieldOf,
  fieldsOf,
  type Resource,
  type Row,
  titleOf,
  wordOf,
} from '../service/metadata.ts';
import { present, zoneOf } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import type { Dates, ShownDays, Span } from './days.ts';
import { isMovable, pointOf } from './moving.ts';
import type { DayMoves } from './use-moves.ts';

export interface DayProps {
  readonly resource: Resource;
  readonly calendar: Dates;
  readonly shown: ShownDays;
  readonly today: string;
  readonly moves: DayMoves;
  readonly day: string;
  readonly rows: readonly Row[];
  /** The person of the rows; null for rows without one. Left out if the calendar does not group by person. */
  readonly person?: Row | null;
}

/** The number of shown rows per day; others are behind a link to the day. */
const mostOfADay: Readonly<Record<Span, number>> = { month: 8, week: 20, day: 300 };

export function Day(props: DayProps) {
  const { shown, today, moves, day, rows, person } = props;
  const { span, on } = shown;
  const isBeside = span === 'month' && day.slice(0, 7) !== on.slice(0, 7);
  const most = mostOfADay[span];
  const takes = moves.dragged !== null;
  const classes = [
    isBeside && 'beside',
    day === today && 'today',
    rows.length === 0 && 'free',
    takes && 'takes',
  ];
  const place = { day, ...(person !== undefined && { person }) };
  const toDay = placeWith({ span: 'day', on: day });
  return (
    <li
      class={classes.filter(Boolean).join(' ')}
      {...(day === today && { 'aria-current': 'date' as const })}
      {...dropping(takes, () => moves.drop(place))}
    >
      <time dateTime={day}>
        <span class="wide-only" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span class="narrow-only" aria-hidden="true">
          {formatDay(day, locale, { weekday: 'short', day: 'numeric', month: 'short' })}
        </span>
        <span class="hidden">{formatDay(day, locale, { dateStyle: 'full' })}</span>
      </time>
      {rows.length > 0 && (
        <ul>
          {rows.slice(0, most).map((row) => (
            <Entry key={row.id} {...props} row={row} />
          ))}
          {rows.length > most && (
            <li>
              <Link to={toDay}>{w.views.more(formatNumber(rows.length - most, locale))}</Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Entry({ resource, calendar, shown, moves, row, person }: DayProps & { readonly row: Row }) {
  const entry = useRef<HTMLLIElement>(null);
  // It is rendered again at its new place.
  useLayoutEffect(() => {
    if (moves.followed === row.id) entry.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, []);
  const title = titleOf(resource, row);
  const canMove = isMovable(row, moves);
  const held = { row, ...(person !== undefined && { person }) };
  const zone = zoneOf(row);
  const time = pointOf(resource, calendar.from, row, zone)?.time ?? '';
  const beside = fieldsOf(resource, cardNames(resource)).filter(({ name }) => name !== calendar.from);
  return (
    <li ref={entry} class={toneIn(resource, row)} {...dragging(moves, held, canMove)}>
      {shown.span !== 'month' && time !== '' && (
        <span class="at">
          {formatTime(time, locale)}
          {zoneMark(zone)}
        </span>
      )}
      <RowLink resource={resource} row={row} />
      {canMove && <MoveButton title={title} onClick={() => moves.ask(held)} />}
      <Late resource={resource} row={row} beside={[]} brief />
      {shown.span !== 'month' && (
        <span class="row-details">
          {beside.map((field) => (
            <span key={field.name}>
              <Shown field={field} row={row} plain most={3} />
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

/** The tone of a row: late, else that of its state, or of its board's field. */
function toneIn(resource: Resource, row: Row): string {
  const lateness = latenessOf(resource, row, present().meta);
  if (lateness) return lateness.tone;
  const field = fieldOf(resource, resource.states?.field ?? resource.view.board ?? '');
  return (field && wordOf(field, row[field.name])?.tone) ?? 'mute';
}
