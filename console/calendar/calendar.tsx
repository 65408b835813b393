/** Rows by their dates, a month at a time; on a phone an agenda of the days that have any. */

import { formatDay, formatNumber } from '../parts/format.ts';
import { addMonths, dayOf, weeksOf } from '../parts/time/days.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { changeQuery, Link, usePlace } from '../place/place.tsx';
import { namesAsked, useFilterNames } from '../service/filter-names.ts';
import { fieldOf, type Page, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { calendarPath, monthOf, rowsByDay } from './month.ts';

interface CalendarProps {
  readonly resource: Resource;
  /** Filters and search, as the service takes them. */
  readonly query: Readonly<Record<string, string>>;
}

export function Calendar({ resource, query }: CalendarProps) {
  const { query: address } = usePlace();
  const { timezone } = present().meta;
  const today = dayOf(Date.now(), timezone);
  const month = monthOf(address.get('month'), today);
  const { calendar } = resource.view;
  const weeks = weeksOf(month);
  const asked = { ...query, with: namesAsked(resource, query).join(',') };
  const ask = (page: 1 | 2 | 3) =>
    calendar && calendarPath(resource, calendar, asked, weeks.flat(), timezone, page);
  const first = useQuery<Page>(ask(1), { keepPrevious: true });
  useFilterNames(resource, query, first.isPlaceholderData ? null : first.data?.body);
  const { last_page: last = 1, total = 0 } = first.data?.body.meta ?? {};
  const second = useQuery<Page>(last > 1 ? ask(2) : null, { keepPrevious: true });
  const third = useQuery<Page>(last > 2 ? ask(3) : null, { keepPrevious: true });
  if (!calendar) return null;
  const { data, error, refetch } = first;
  const pages = [first, second, third].slice(0, last);
  const rows = pages.flatMap((page) => page.data?.body.data ?? []);
  const isWhole = pages.every((page) => page.data !== undefined);
  // Days that grow as rows come would move under somebody's finger.
  const isThere = data !== undefined && pages.every((page) => page.data !== undefined || page.error !== null);
  const byDay = rowsByDay(resource, calendar, rows, timezone);
  return (
    <section class="calendar" aria-label={w.list.calendar}>
      <Months month={month} today={today} />
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {isWhole && total > rows.length && (
        <p class="hint">{w.views.tooMany(formatNumber(total - rows.length, locale))}</p>
      )}
      {isThere ? (
        <>
          <div class="weekdays" aria-hidden="true">
            {weeks[0]?.map((day) => (
              <span key={day}>{formatDay(day, locale, { weekday: 'short' })}</span>
            ))}
          </div>
          <ol class="days">
            {weeks.flat().map((day) => (
              <Day
                key={day}
                resource={resource}
                day={day}
                rows={byDay.get(day) ?? []}
                isBeside={day.slice(0, 7) !== month.slice(0, 7)}
                isToday={day === today}
              />
            ))}
          </ol>
        </>
      ) : (
        !error && <Waiting />
      )}
    </section>
  );
}

function Months({ month, today }: { month: string; today: string }) {
  const turn = (to: string) => changeQuery({ month: to.slice(0, 7) });
  return (
    <div class="tools">
      <button type="button" aria-label={w.views.previous} onClick={() => turn(addMonths(month, -1))}>
        ‹
      </button>
      <h2 aria-live="polite">{formatDay(month, locale, { month: 'long', year: 'numeric' })}</h2>
      <button type="button" aria-label={w.views.next} onClick={() => turn(addMonths(month, 1))}>
        ›
      </button>
      <button type="button" onClick={() => turn(today)}>
        {w.views.today}
      </button>
    </div>
  );
}

interface DayProps {
  readonly resource: Resource;
  readonly day: string;
  readonly rows: readonly Row[];
  /** Whether it belongs to the month before or after. */
  readonly isBeside: boolean;
  readonly isToday: boolean;
}

/** Rows of a day that are shown; the others are behind a link to the list. */
const mostOfADay = 8;

function Day({ resource, day, rows, isBeside, isToday }: DayProps) {
  const classes = [isBeside && 'beside', isToday && 'today', rows.length === 0 && 'free'].filter(Boolean);
  return (
    <li class={classes.join(' ')} {...(isToday && { 'aria-current': 'date' as const })}>
      <time dateTime={day}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span class="hidden">{formatDay(day, locale, { dateStyle: 'full' })}</span>
      </time>
      {rows.length > 0 && (
        <ul>
          {rows.slice(0, mostOfADay).map((row) => (
            <li key={row.id} class={toneIn(resource, row)}>
              <Link to={`/${resource.path}/${row.id}`}>{titleOf(resource, row)}</Link>
            </li>
          ))}
          {rows.length > mostOfADay && (
            <li>{w.views.more(formatNumber(rows.length - mostOfADay, locale))}</li>
          )}
        </ul>
      )}
    </li>
  );
}

/** A row strikes as its state does, or what its board goes by. */
function toneIn(resource: Resource, row: Row): string {
  const field = fieldOf(resource, resource.states?.field ?? resource.view.board ?? '');
  return (field && wordOf(field, row[field.name])?.tone) ?? 'mute';
}
