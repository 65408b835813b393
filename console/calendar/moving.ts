/** Moves a row of a calendar to another day or person. */
import type { Change } from '../form/change-row.ts';
import type { Values } from '../form/values/values.ts';
import { isSeveral, kindOf } from '../kinds/kinds.tsx';
import { addDays, dayMs } from '../parts/time/days.ts';
import { instantAt, type Reading, readClock } from '../parts/time/moments.ts';
import {
  type Action,
  type Field,
  fieldOf,
  isChangeable,
  may,
  nameOf,
  type Resource,
  type Row,
  rowsUnder,
} from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { type Dates, holdsDays } from './days.ts';

/** The target of a move. */
export interface Target {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM`; left out if the time does not change. */
  readonly time?: string;
  /** The present and the new person; null for none. Left out if the calendar does not group by person. */
  readonly person?: { readonly from: number | null; readonly to: Row | null };
}

/** What a calendar can change of a row, by its definition. `can` of the row says whether the user may. */
export interface Movable {
  readonly day: boolean;
  readonly person: boolean;
  /** The action that moves a row to another day, if an update cannot. */
  readonly action: Action | null;
}

/** @param people the field with the person, if the calendar groups by person */
export function movableIn(resource: Resource, calendar: Dates, people: Field | null): Movable {
  const canChange = (field: Field | null | undefined) =>
    may(resource, 'update') && field != null && isChangeable(field);
  const action = resource.actions.find(({ name }) => name === calendar.move) ?? null;
  return {
    ...{ day: action !== null || canChange(fieldOf(resource, calendar.from)), person: canChange(people) },
    action,
  };
}

/** Whether the user may move this row. */
export function isMovable(row: Row, { day, person, action }: Movable): boolean {
  if (action) return row.can?.actions.includes(action.name) === true;
  return row.can?.update === true && (day || person);
}

/** The input of the action for a move; null if nothing changes. */
export function askedOf(
  resource: Resource,
  { from }: Dates,
  row: Row,
  { day, time }: Target,
  zone: string | null,
): Values | null {
  const start = pointOf(resource, from, row, zone);
  if (!start || (start.day === day && (time ?? start.time) === start.time)) return null;
  return { [from]: valueAt(resource, from, { day, time: time ?? start.time }, zone) };
}

const valueAt = (resource: Resource, name: string, to: Reading, zone: string | null): string =>
  holdsDays(resource.fields, name) ? to.day : (instantAt(to, zone) ?? '');

/** The field with the person of a row: it refers to the same resource as the author of every row. */
export function peopleField(resource: Resource): Field | null {
  const people = fieldOf(resource, 'created_by_id')?.reference?.resource;
  const found = resource.fields.find(
    ({ name, reference }) => reference?.resource === people && name !== 'created_by_id',
  );
  return (people !== undefined && found) || null;
}

/** The people of a row. */
export const peopleOf = (row: Row, { reference }: Field): readonly Row[] =>
  reference ? rowsUnder(row, reference.embed) : [];

/** The local day and time of a row; null if it has none. */
export function pointOf(resource: Resource, name: string, row: Row, zone: string | null): Reading | null {
  const value = row[name];
  if (typeof value !== 'string') return null;
  return holdsDays(resource.fields, name) ? { day: value, time: '' } : readClock(value, zone);
}

/** The body of an update for a move; null if nothing changes. */
export function changeTo(
  resource: Resource,
  calendar: Dates,
  people: Field | null,
  row: Row,
  target: Target,
  zone: string | null,
): Change | null {
  const days = daysTo(resource, calendar, row, target, zone);
  const given = people && target.person && peopleTo(people, row, target.person);
  const changes = [days, given].filter((one) => one !== null && one !== undefined);
  if (changes.length === 0) return null;
  return {
    body: Object.assign({}, ...changes.map(({ body }) => body)),
    shown: Object.assign({}, ...changes.map(({ shown }) => shown)),
    told: changes.map(({ told }) => told).join(' · '),
  };
}

/** A row over several days keeps its length. */
function daysTo(
  resource: Resource,
  calendar: Dates,
  row: Row,
  { day, time }: Target,
  zone: string | null,
): Change | null {
  const start = pointOf(resource, calendar.from, row, zone);
  const field = fieldOf(resource, calendar.from);
  if (!start || !field || (start.day === day && (time ?? start.time) === start.time)) return null;
  const end = calendar.until === null ? undefined : fieldOf(resource, calendar.until);
  const until = end && isChangeable(end) ? pointOf(resource, end.name, row, zone) : null;
  const put = (name: string, to: Reading) => valueAt(resource, name, to, zone);
  const later = (Date.parse(day) - Date.parse(start.day)) / dayMs;
  const from = put(field.name, { day, time: time ?? start.time });
  const body = {
    [field.name]: from,
    ...(end && until && { [end.name]: put(end.name, { ...until, day: addDays(until.day, later) }) }),
  };
  return { body, shown: body, told: kindOf(field).tell(from) };
}

/** Replaces one person by another; other people of the row stay. */
function peopleTo(field: Field, row: Row, { from, to }: NonNullable<Target['person']>): Change | null {
  const { reference } = field;
  if (!reference || from === (to?.id ?? null)) return null;
  const others = peopleOf(row, field).filter(({ id }) => id !== from && id !== to?.id);
  const now = to ? [...others, to] : others;
  const whole = <T>(all: readonly T[]) => (isSeveral(field) ? all : (all[0] ?? null));
  const body = { [field.name]: whole(now.map(({ id }) => id)) };
  return {
    body,
    shown: { ...body, [reference.embed]: whole(now) },
    told: now.map((one) => nameOf(one, reference.display)).join(', ') || w.views.nobody,
  };
}
