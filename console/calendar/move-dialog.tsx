/** Moves a row of a calendar to another day, time or person, without dragging. */
import { useState } from 'preact/hooks';
import { FormDialog } from '../parts/dialog.tsx';
import { type Field, nameOf, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { zoneOf } from '../service/session.ts';
import { w } from '../words/words.ts';
import type { Dates } from './days.ts';
import { pointOf } from './moving.ts';
import type { DayMoves, Held } from './use-moves.ts';

interface MoveDialogProps {
  readonly resource: Resource;
  readonly calendar: Dates;
  readonly held: Held;
  readonly moves: DayMoves;
  /** The field with the person, if the calendar groups by person. */
  readonly people: Field | null;
  readonly persons: readonly Row[];
}

export function MoveDialog({ resource, calendar, held, moves, people, persons }: MoveDialogProps) {
  const point = pointOf(resource, calendar.from, held.row, zoneOf(held.row));
  const [day, setDay] = useState(point?.day ?? '');
  const [time, setTime] = useState(point?.time ?? '');
  const [person, setPerson] = useState(held.person?.id ?? null);
  const title = titleOf(resource, held.row);
  return (
    <FormDialog
      title={w.views.move(title)}
      submit={w.views.put}
      onClose={() => moves.ask(null)}
      onSubmit={() =>
        moves.put(held, {
          ...{ day, time },
          ...(people && { person: persons.find(({ id }) => id === person) ?? null }),
        })
      }
    >
      {moves.day && (
        <div class="field">
          <label for="move-day">{w.views.day}</label>
          <input
            id="move-day"
            type="date"
            required
            value={day}
            onInput={({ currentTarget: { value } }) => setDay(value)}
          />
        </div>
      )}
      {moves.day && point?.time !== '' && (
        <div class="field">
          <label for="move-time">{w.views.time}</label>
          <input
            id="move-time"
            type="time"
            required
            value={time}
            onInput={({ currentTarget: { value } }) => setTime(value)}
          />
        </div>
      )}
      {people && moves.person && (
        <div class="field">
          <label for="move-person">{people.label}</label>
          <select
            id="move-person"
            value={person ?? ''}
            onChange={({ currentTarget: { value } }) => setPerson(value === '' ? null : Number(value))}
          >
            <option value="">{w.views.nobody}</option>
            {persons.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one, people.reference?.display ?? 'name')}
              </option>
            ))}
          </select>
        </div>
      )}
    </FormDialog>
  );
}
