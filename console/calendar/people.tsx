/** The rows of some days, grouped by person, with the load of each. */
import { kindOf } from '../kinds/kinds.tsx';
import { Shown } from '../kinds/value.tsx';
import { withQuery } from '../service/call.ts';
import { type Field, fieldOf, nameOf, type Page, type Resource, type Row } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { present, zoneOf } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { Day, type DayProps } from './day.tsx';
import { rowsByDay } from './days.ts';
import { peopleOf } from './moving.ts';

/** The load of a row: the first amount with a unit that lists can sum, except money. */
export function amountField(resource: Resource): Field | undefined {
  const { currency } = present().meta;
  return resource.sums
    .flatMap((name) => fieldOf(resource, name) ?? [])
    .find((field) => kindOf(field).amount && field.unit !== undefined && field.unit !== currency);
}

const mostPersons = 100;

/** The people of the rows, and those who may be assigned, by name. */
export function usePersons(field: Field | null, rows: readonly Row[], offers: boolean): readonly Row[] {
  const { reference } = field ?? {};
  const url = (offers && reference?.options_url) || null;
  const offered = useQuery<Page>(url && withQuery(url, { per_page: mostPersons }), { staleTime: 60_000 });
  if (!field || !reference) return [];
  const all = [...(offered.data?.body.data ?? []), ...rows.flatMap((row) => peopleOf(row, field))];
  const name = (row: Row) => nameOf(row, reference.display);
  return [...new Map(all.map((row) => [row.id, row])).values()].toSorted((one, other) =>
    name(one).localeCompare(name(other), locale),
  );
}

interface PeopleProps extends Omit<DayProps, 'day' | 'person'> {
  /** The field with the person. */
  readonly field: Field;
  readonly persons: readonly Row[];
}

export function People({ field, persons, rows, ...props }: PeopleProps) {
  const free = rows.filter((row) => peopleOf(row, field).length === 0);
  return (
    <ul class="people" aria-label={w.views.byPerson}>
      {free.length > 0 && <Person {...props} field={field} person={null} rows={free} />}
      {persons.map((person) => (
        <Person
          key={person.id}
          {...props}
          field={field}
          person={person}
          rows={rows.filter((row) => peopleOf(row, field).some(({ id }) => id === person.id))}
        />
      ))}
    </ul>
  );
}

interface PersonProps extends Omit<PeopleProps, 'persons'> {
  readonly person: Row | null;
}

function Person({ field, person, rows, ...props }: PersonProps) {
  const { resource, calendar, shown } = props;
  const byDay = rowsByDay(resource, calendar, rows, zoneOf);
  const here = rows.filter((row) => shown.days.some((day) => byDay.get(day)?.includes(row)));
  return (
    <li>
      <h3>
        {person ? nameOf(person, field.reference?.display ?? 'name') : w.views.nobody}
        <Load resource={resource} rows={here} />
      </h3>
      <ol class={`days ${shown.span}`}>
        {shown.days.map((day) => (
          <Day key={day} {...props} day={day} rows={byDay.get(day) ?? []} person={person} />
        ))}
      </ol>
    </li>
  );
}

/** The number of rows, and their total load. */
function Load({ resource, rows }: { readonly resource: Resource; readonly rows: readonly Row[] }) {
  const amount = amountField(resource);
  const values = amount ? rows.map((row) => row[amount.name]).filter((one) => typeof one === 'number') : [];
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <small>
      {w.list.found(rows.length)}
      {amount && sum > 0 && (
        <>
          {' · '}
          <Shown field={amount} row={{ id: 0, [amount.name]: sum }} plain />
        </>
      )}
    </small>
  );
}
