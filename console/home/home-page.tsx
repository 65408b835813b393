/** The overview of a site: what needs work, and how things stand. One request. */

import { Shown } from '../kinds/value.tsx';
import { formatNumber } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { dayOf } from '../parts/time/days.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { type Field, fieldsOf, may, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { currentSite, present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { Bars, Columns } from './bars.tsx';
import { countedBy, type OverviewPart, periodBars, type RowsPart, valueBars } from './overview.ts';

export function HomePage() {
  const { data, error, refetch } = useQuery<{ data: readonly OverviewPart[] }>('/overview');
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{currentSite()?.name ?? w.frame.overview}</h1>
      </header>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      <div class="overview">
        {data?.body.data.map((part) => (
          <Part key={`${part.resource} ${part.title}`} part={part} />
        ))}
      </div>
      {data?.body.data.length === 0 && <p class="nothing">{w.views.noFigures}</p>}
    </>
  );
}

function Part({ part }: { part: OverviewPart }) {
  const resource = resourceAt(part.resource);
  if (!resource) return null;
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
  if (countedBy(part.by).period === undefined) {
    return <Bars label={part.title} bars={valueBars(resource, part)} />;
  }
  const bars = periodBars(resource, part, { locale, timezone, today: dayOf(Date.now(), timezone) });
  if (bars.length === 0) return <p class="nothing">{w.views.noFigures}</p>;
  return <Columns label={part.title} bars={bars} />;
}

/** Fields beside the name that fit into a line. */
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

interface OneRowProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly beside: readonly Field[];
}

function OneRow({ resource, row, beside }: OneRowProps) {
  const title = titleOf(resource, row);
  return (
    <>
      {may(resource, 'view') ? <Link to={`/${resource.path}/${row.id}`}>{title}</Link> : title}
      <span class="row-details">
        {beside.map((field) => (
          <span key={field.name}>
            <Shown field={field} row={row} plain />
          </span>
        ))}
      </span>
    </>
  );
}
