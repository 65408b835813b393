/** Putting a row of a calendar on another day, or giving it to another person. */
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

/** Where a row is put. */
export interface Target {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM`; left out where it keeps its time. */
  readonly time?: string;
  /** Who has it now, and who shall; null for nobody. Left out where a calendar does not tell people apart. */
  readonly person?: { readonly from: number | null; readonly to: Row | null };
}

/** What of a row a calendar can change, by its definition; the row says by `can` whether somebody may. */
export interface Movable {
  readonly day: boolean;
  readonly person: boolean;
  /** The action that takes a row to another day, where no change of it does. */
  readonly action: Action | null;
}

/** @param people the field that says whose a row is, where the calendar tells people apart */
export function movableIn(resource: Resource, calendar: Dates, people: Field | null): Movable {
  const canChange = (field: Field | null | undefined) =>
    may(resource, 'update') && field != null && isChangeable(field);
  const action = resource.actions.find(({ name }) => name === calendar.move) ?? null;
  return {
    ...{ day: action !== null || canChange(fieldOf(resource, calendar.from)), person: canChange(people) },
    action,
  };
}

/** Whether somebody may put this row elsewhere. */
export function isMovable(row: Row, { day, person, action }: Movable): boolean {
  if (action) return row.can?.actions.includes(action.name) === true;
  return row.can?.update === true && (day || person);
}

/** What the action is given so that a row stands where it is put; null where it stands there already. */
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

/** The field that says whose a row is: one that refers to rows of which one is the author of every row. */
export function peopleField(resource: Resource): Field | null {
  const people = fieldOf(resource, 'created_by_id')?.reference?.resource;
  const found = resource.fields.find(
    ({ name, reference }) => reference?.resource === people && name !== 'created_by_id',
  );
  return (people !== undefined && found) || null;
}

/** Whose a row is. */
export const peopleOf = (row: Row, { reference }: Field): readonly Row[] =>
  reference ? rowsUnder(row, reference.embed) : [];

/** The day and the time at which a row stands; null where it has none. */
export function pointOf(resource: Resource, name: string, row: Row, zone: string | null): Reading | null {
  const value = row[name];
  if (typeof value !== 'string') return null;
  return holdsDays(resource.fields, name) ? { day: value, time: '' } : readClock(value, zone);
}

/** What is sent so that a row stands where it is put; null where it stands there already. */
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

/** What takes days keeps its length. */
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

/** What one person has another one gets; of several that have it the others keep it. */
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
