/** The home page: the user's own work, and the overview of the site. */

import { formatNumber } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { dayOf } from '../parts/time/days.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { fieldOf, fieldsOf, type Resource } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { currentSite, present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { MyWork, useOwnWork } from './my-work.tsx';
import { OneRow } from './one-row.tsx';
import { countedBy, type OverviewPart, periodBars, type RowsPart, valueBars } from './overview.ts';
import { Shortcuts } from './shortcuts.tsx';

const Figure = later(async () => (await import('../figures/figure.tsx')).Figure);

export function HomePage() {
  const { isThere: isOwnThere, ...own } = useOwnWork();
  const isThere = Figure.useThere() && isOwnThere;
  const { data, error, refetch } = useQuery<{ data: readonly OverviewPart[] }>('/overview');
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{currentSite()?.name ?? w.frame.overview}</h1>
      </header>
      <Shortcuts />
      {own.rows.length > 0 && <MyWork {...own} />}
      {!(data && isThere) && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {/* The user's own work comes first: the rest waits for it, so that nothing moves. */}
      <div class="overview">
        {isThere &&
          data?.body.data.map((part) => <Part key={`${part.resource} ${part.title}`} part={part} />)}
      </div>
      {data?.body.data.length === 0 && <p class="nothing">{w.views.noFigures}</p>}
    </>
  );
}

function Part({ part }: { part: OverviewPart }) {
  const resource = resourceAt(part.resource);
  if (!resource) return null;
  // An empty list of own rows is left out.
  if (part.by === undefined && part.mine && part.answer.data.length === 0) return null;
  return (
    <section class="sheet" aria-label={part.title}>
      <h2>
        <Icon name={resource.view.icon} />
        <Link to={withQuery(`/${resource.path}`, part.query)}>{part.title}</Link>
      </h2>
      {part.by === undefined ? (
        <Rows resource={resource} part={part} />
      ) : (
        <Chart resource={resource} part={part} />
      )}
    </section>
  );
}

function Chart({ resource, part }: { resource: Resource; part: Exclude<OverviewPart, RowsPart> }) {
  const { timezone } = present().meta;
  const { field, period } = countedBy(part.by);
  const looking = { locale, timezone, today: dayOf(Date.now(), timezone) };
  const bars = period === undefined ? valueBars(resource, part) : periodBars(resource, part, looking);
  const chart = {
    draw: period === undefined ? ('bars' as const) : ('columns' as const),
    categories: bars,
    series: [{ label: w.list.rows, values: bars.map(({ count }) => count) }],
    whole: true,
    tell: (value: number) => formatNumber(value, locale),
  };
  return <Figure title={part.title} isTitled chart={chart} of={fieldOf(resource, field)?.label ?? ''} />;
}

/** The number of fields beside the name that fit in a line. */
const mostBeside = 2;

function Rows({ resource, part }: { resource: Resource; part: RowsPart }) {
  const { data, meta } = part.answer;
  const named = resource.view.card ?? resource.view.columns;
  const beside = fieldsOf(
    resource,
    named.filter((name) => name !== resource.display),
  ).slice(0, mostBeside);
  if (data.length === 0) return <p class="nothing">{w.views.nothing}</p>;
  return (
    <>
      <ul class="rows">
        {data.map((row) => (
          <li key={row.id}>
            <OneRow resource={resource} row={row} beside={beside} />
          </li>
        ))}
      </ul>
      {meta.total > data.length && (
        <Link to={withQuery(`/${resource.path}`, part.query)}>
          {w.views.showAll(formatNumber(meta.total, locale))}
        </Link>
      )}
    </>
  );
}
