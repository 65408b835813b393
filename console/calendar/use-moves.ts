/** The state of moving a row in a calendar. */
import { useState } from 'preact/hooks';
import { changeRow } from '../form/change-row.ts';
import type { Values } from '../form/values/values.ts';
import { type Moves, useMoves } from '../parts/moves.tsx';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { zoneOf } from '../service/session.ts';
import type { Dates } from './days.ts';
import { askedOf, changeTo, type Movable, type Target } from './moving.ts';

export interface Held {
  readonly row: Row;
  /** The person from whom it is dragged; null for none. Left out if the calendar does not group by person. */
  readonly person?: Row | null;
}

/** A drop target: a day, and a person if the calendar groups by person. */
type Place = Omit<Target, 'person'> & { readonly person?: Row | null };

export interface DayMoves extends Movable, Moves<Held, Place> {
  /** The input of the action that moves a row; null while it is not open. */
  readonly asked: { readonly row: Row; readonly given: Values } | null;
  close(): void;
}

export function useDayMoves(
  resource: Resource,
  calendar: Dates,
  people: Field | null,
  movable: Movable,
): DayMoves {
  const { action } = movable;
  const [asked, setAsked] = useState<DayMoves['asked']>(null);
  const moves = useMoves<Held, Place>(
    ({ row }) => row.id,
    async ({ row, person }, place) => {
      const target: Target = {
        ...{ day: place.day, ...(place.time !== undefined && { time: place.time }) },
        ...(person !== undefined &&
          place.person !== undefined && { person: { from: person?.id ?? null, to: place.person } }),
      };
      if (action) {
        const given = askedOf(resource, calendar, row, target, zoneOf(row));
        return setAsked(given && { row, given });
      }
      const made = changeTo(resource, calendar, people, row, target, zoneOf(row));
      if (made) await changeRow(resource, row, row.etag ?? null, made);
    },
  );
  const ask = (held: Held | null) =>
    action && held ? setAsked({ row: held.row, given: {} }) : moves.ask(held);
  return { ...movable, ...moves, ask, asked, close: () => setAsked(null) };
}
