/** What somebody is about to put on another day of a calendar, or under another person. */
import { changeRow } from '../form/change-row.ts';
import { type Moves, useMoves } from '../parts/moves.tsx';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { zoneOf } from '../service/session.ts';
import type { Dates } from './days.ts';
import { changeTo, type Movable, type Target } from './moving.ts';

export interface Held {
  readonly row: Row;
  /** Under whom it was taken; null for nobody. Left out where a calendar does not tell people apart. */
  readonly person?: Row | null;
}

/** Where something is let go: a day, under a person where people are told apart. */
type Place = Omit<Target, 'person'> & { readonly person?: Row | null };

export type DayMoves = Movable & Moves<Held, Place>;

export function useDayMoves(
  resource: Resource,
  calendar: Dates,
  people: Field | null,
  movable: Movable,
): DayMoves {
  const moves = useMoves<Held, Place>(
    ({ row }) => row.id,
    async ({ row, person }, place) => {
      const target: Target = {
        ...{ day: place.day, ...(place.time !== undefined && { time: place.time }) },
        ...(person !== undefined &&
          place.person !== undefined && { person: { from: person?.id ?? null, to: place.person } }),
      };
      const made = changeTo(resource, calendar, people, row, target, zoneOf(row));
      if (made) await changeRow(resource, row, row.etag ?? null, made);
    },
  );
  return { ...movable, ...moves };
}
