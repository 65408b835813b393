/** What somebody is about to put on another day of a calendar, or under another person. */
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
  /** Under whom it was taken; null for nobody. Left out where a calendar does not tell people apart. */
  readonly person?: Row | null;
}

/** Where something is let go: a day, under a person where people are told apart. */
type Place = Omit<Target, 'person'> & { readonly person?: Row | null };

export interface DayMoves extends Movable, Moves<Held, Place> {
  /** What the action is asked with that takes a row elsewhere; null while nobody asks it. */
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
