/** The page with all charts, and the charts of a row. */
import { TypedDay } from '../kinds/typed-inputs.tsx';
import { addStyle } from '../parts/later.tsx';
import { FilterPicker } from '../parts/picker/filter-picker.tsx';
import { addDays, dayOf } from '../parts/time/days.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { changeQuery, usePlace } from '../place/place.tsx';
import { type Filter, isDrawn, type Resource, type Row } from '../service/metadata.ts';
import { useReports } from '../service/queries.ts';
import { currentSite, present, resourceAt } from '../service/session.ts';
import { w } from '../words/words.ts';
import type { Asked } from './charted.ts';
import { isDrawnOf, placeFilters } from './of-report.ts';
import { Picture } from './picture.tsx';
import style from './pictures.css' with { type: 'text' };
import { daysFrom, daysUntil, spans, type Window, windowOf, windowQuery } from './window.ts';

addStyle(style);

const todayHere = (): string => dayOf(Date.now(), present().meta.timezone);

/** Rows of a tree are places; at the headquarters, so is a site. */
const isPlace = ({ name }: Filter, path: string): boolean =>
  name === 'site_id' ? currentSite()?.is_headquarters === true : resourceAt(path)?.view.tree !== undefined;

/** The charts of all reports on lists, for some days and one place. */
export function FiguresPage() {
  const { query } = usePlace();
  const { data, error, refetch } = useReports();
  const window = windowOf(query, todayHere());
  const offered = placeFilters(
    present().resources.filter((one) => isDrawn(one, 'collection')),
    isPlace,
  );
  const filters = Object.fromEntries(
    offered.flatMap(({ name }) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  );
  const reports = data?.body.data.filter(({ on }) => on === 'collection') ?? [];
  const pictures = reports.flatMap((report) =>
    report.charts.map((chart) => ({ report, chart, window, filters })),
  );
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{w.figures.title}</h1>
      </header>
      <search class="tools figures-tools" aria-label={w.figures.title}>
        <Days window={window} />
        {offered.map((filter) => (
          <div key={filter.name} class="field">
            <FilterPicker
              id={`figures-${filter.name}`}
              filter={filter}
              values={(filters[filter.name] ?? '').split(',')}
              onChange={(ids) => changeQuery({ [filter.name]: ids.join(',') }, { replace: true })}
            />
          </div>
        ))}
      </search>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {data && pictures.length === 0 && <p class="nothing">{w.views.noFigures}</p>}
      <Pictures all={pictures} />
    </>
  );
}

function Pictures({ all, row }: { readonly all: readonly Asked[]; readonly row?: Row }) {
  return (
    <div class="pictures">
      {all.map((asked) => (
        <Picture
          key={`${asked.report.resource} ${asked.report.name} ${asked.chart.title}`}
          asked={asked}
          {...(row && { row })}
        />
      ))}
    </div>
  );
}

function Days({ window }: { readonly window: Window }) {
  const { span, from, until } = window;
  const choose = (given: Partial<Window>) =>
    changeQuery(windowQuery({ ...window, ...given }), { replace: true });
  return (
    <>
      <div class="field">
        <label for="figures-span">{w.views.span}</label>
        <select
          id="figures-span"
          value={span}
          onChange={({ currentTarget: { value } }) =>
            choose({ span: spans.find((one) => one === value) ?? 'months' })
          }
        >
          {spans.map((one) => (
            <option key={one} value={one}>
              {w.figures.spans[one]}
            </option>
          ))}
        </select>
      </div>
      {span === 'own' && (
        <>
          <div class="field">
            <label for="figures-from">{w.list.from}</label>
            <TypedDay
              id="figures-from"
              value={from}
              onChange={({ currentTarget: { value } }) => value !== '' && choose(daysFrom(value, window))}
            />
          </div>
          <div class="field">
            <label for="figures-to">{w.list.to}</label>
            <TypedDay
              id="figures-to"
              value={addDays(until, -1)}
              onChange={({ currentTarget: { value } }) =>
                value !== '' && choose(daysUntil(addDays(value, 1), window))
              }
            />
          </div>
        </>
      )}
    </>
  );
}

/** The charts of reports on a row, for the last twelve months. */
export function RowPictures({ resource, row }: { readonly resource: Resource; readonly row: Row }) {
  const { data } = useReports();
  const window = windowOf(new URLSearchParams(), todayHere());
  const all = (data?.body.data ?? [])
    .filter((report) => report.on === 'row' && report.resource === resource.path)
    .flatMap((report) =>
      report.charts
        .filter((chart) => isDrawnOf(chart, row))
        .map((chart) => ({ report, chart, window, filters: {}, id: row.id })),
    );
  return <Pictures all={all} row={row} />;
}
