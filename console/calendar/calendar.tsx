/** Rows by date: a month, a week or a day; on a phone an agenda of the days with rows. */

import { useLayoutEffect } from 'preact/hooks';
import { formatDay, formatDays } from '../parts/format.ts';
import { addStyle, later } from '../parts/later.tsx';
import { useNarrow } from '../parts/narrow.ts';
import { Switch } from '../parts/switch.tsx';
import { addDays, dayOf } from '../parts/time/days.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { changeQuery, usePlace } from '../place/place.tsx';
import { useFilterNames } from '../service/filter-names.ts';
import { namesAsked } from '../service/first/filter-ids.ts';
import { cardNames, type Resource } from '../service/metadata.ts';
import { usePages } from '../service/queries.ts';
import { present, zoneOf } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import style from './calendar.css' with { type: 'text' };
import { Day } from './day.tsx';
import {
  calendarPath,
  type Dates,
  mostPages,
  rowsByDay,
  type ShownDays,
  shownIn,
  spans,
  turned,
} from './days.ts';
import { MoveDialog } from './move-dialog.tsx';
import { movableIn, peopleField } from './moving.ts';
import { amountField, People, usePersons } from './people.tsx';
import { useDayMoves } from './use-moves.ts';

const ActionDialog = later(async () => (await import('../form/act/action-dialog.tsx')).ActionDialog);

addStyle(style);

interface CalendarProps {
  readonly resource: Resource;
  /** Filters and search, in the form of the service. */
  readonly query: Readonly<Record<string, string>>;
}

export function Calendar({ resource, query }: CalendarProps) {
  const { calendar } = resource.view;
  return calendar && <Dated resource={resource} query={query} calendar={calendar} />;
}

function Dated({ resource, query, calendar }: CalendarProps & { readonly calendar: Dates }) {
  const { query: address } = usePlace();
  const { timezone } = present().meta;
  const isNarrow = useNarrow();
  const today = dayOf(Date.now(), timezone);
  const shown = shownIn(address, today);
  const hasPeople = peopleField(resource) !== null;
  const isByPerson = hasPeople && shown.span !== 'month' && address.get('by') === 'person';
  const people = isByPerson ? peopleField(resource) : null;
  const movable = movableIn(resource, calendar, people);
  const moves = useDayMoves(resource, calendar, people, movable);
  const asked = {
    ...query,
    with: [...(movable.day || movable.person ? ['can', 'etag'] : []), ...namesAsked(resource, query)].join(),
  };
  const beside = [
    ...(shown.span === 'month' ? [] : cardNames(resource)),
    ...(people ? [people, amountField(resource)] : []).flatMap((field) => field?.name ?? []),
  ];
  // All pages are shown together: days that grow while a user points at them would move.
  const { data, error, refetch, isPlaceholderData } = usePages(
    calendarPath(resource, calendar, asked, askedDays(shown.days), timezone, beside),
    mostPages,
    { keepPrevious: true },
  );
  useFilterNames(resource, query, isPlaceholderData ? null : data?.body);
  const rows = data?.body.data ?? [];
  const left = (data?.body.meta.total ?? 0) - rows.length;
  // On a phone a month is an agenda, which starts at the next date.
  useLayoutEffect(() => {
    if (data && isNarrow && shown.on === today)
      document.querySelector('.days.month > .today')?.scrollIntoView();
  }, [data === undefined, isNarrow, shown.on]);
  const byDay = rowsByDay(resource, calendar, rows, zoneOf);
  const persons = usePersons(people, rows, movable.person);
  const parts = { resource, calendar, shown, today, moves };
  return (
    <section class="calendar" aria-label={w.list.calendar}>
      <Tools shown={shown} today={today} hasPeople={hasPeople} isByPerson={isByPerson} />
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {left > 0 && <p class="hint">{w.views.tooMany(left)}</p>}
      {data ? (
        <>
          {shown.span !== 'day' && (
            <div class={people ? 'week-head by-person' : 'week-head'} aria-hidden="true">
              {shown.days.slice(0, 7).map((day) => (
                <span key={day}>
                  {formatDay(day, locale, { weekday: 'short', ...(people && { day: 'numeric' }) })}
                </span>
              ))}
            </div>
          )}
          {people ? (
            <People {...parts} field={people} persons={persons} rows={rows} />
          ) : (
            <ol class={`days ${shown.span}`}>
              {shown.days.map((day) => (
                <Day key={day} {...parts} day={day} rows={byDay.get(day) ?? []} />
              ))}
            </ol>
          )}
          {!shown.days.some((day) => byDay.has(day)) && <p class="empty">{w.views.free}</p>}
        </>
      ) : (
        !error && <Waiting />
      )}
      {moves.moving && <MoveDialog {...parts} held={moves.moving} people={people} persons={persons} />}
      {moves.action && moves.asked && (
        <ActionDialog resource={resource} action={moves.action} {...moves.asked} onClose={moves.close} />
      )}
    </section>
  );
}

/** At the headquarters, days of other sites start and end at other times: one more day on both sides includes all of them. */
function askedDays(days: readonly string[]): readonly string[] {
  const [first = ''] = days;
  return present().meta.timezones ? [addDays(first, -1), ...days, addDays(days.at(-1) ?? first, 1)] : days;
}

interface ToolsProps {
  readonly shown: ShownDays;
  readonly today: string;
  readonly hasPeople: boolean;
  readonly isByPerson: boolean;
}

function Tools({ shown, today, hasPeople, isByPerson }: ToolsProps) {
  return (
    <div class="tools">
      <button type="button" aria-label={w.views.previous} onClick={() => goTo(turned(shown, -1))}>
        ‹
      </button>
      <h2 aria-live="polite">{titleOfDays(shown)}</h2>
      <button type="button" aria-label={w.views.next} onClick={() => goTo(turned(shown, 1))}>
        ›
      </button>
      <button type="button" onClick={() => goTo(today)}>
        {w.views.today}
      </button>
      <Switch
        legend={w.views.span}
        values={spans}
        words={w.views.spans}
        chosen={shown.span}
        choose={(span) => changeQuery({ span: span === 'month' ? null : span })}
      />
      {hasPeople && shown.span !== 'month' && (
        <button
          type="button"
          aria-pressed={isByPerson}
          onClick={() => changeQuery({ by: isByPerson ? null : 'person' })}
        >
          {w.views.byPerson}
        </button>
      )}
    </div>
  );
}

const goTo = (day: string): void => changeQuery({ on: day });

function titleOfDays({ span, on, days }: ShownDays): string {
  if (span === 'month') return formatDay(on, locale, { month: 'long', year: 'numeric' });
  return span === 'day'
    ? formatDay(on, locale, { dateStyle: 'full' })
    : formatDays(days[0] ?? on, days.at(-1) ?? on, locale);
}
