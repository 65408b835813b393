/** A chart of a report: it is requested when it becomes visible. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { kindOf } from '../kinds/kinds.tsx';
import { Shown, unitOf } from '../kinds/value.tsx';
import { nameOfZone } from '../parts/format.ts';
import { later } from '../parts/later.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import { addressOf } from '../service/address.ts';
import { withQuery } from '../service/call.ts';
import { type Field, may, type Report, type Resource, type Row } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { currentSite, present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import type { Asked } from './charted.ts';
import { chartedOf, columnsOf, type Group, groupLabel, pathOf } from './of-report.ts';
import { dayClockOf, linkToPeriod } from './rows-behind.ts';

const Figure = later(async () => (await import('./figure.tsx')).Figure);

/** Charts slightly below the window are requested, too. */
const ahead = '160px';

interface PictureProps {
  readonly asked: Asked;
  readonly row?: Row;
}

export function Picture({ asked, row }: PictureProps) {
  const { chart, report } = asked;
  const box = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const look = (seen: readonly IntersectionObserverEntry[]) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    };
    const watch = new IntersectionObserver(look, { rootMargin: ahead });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  const path = pathOf(asked);
  const { data, error, refetch } = useQuery<{ data: readonly Group[] }>(isSeen ? path : null);
  const resource = resourceAt(report.resource);
  return (
    <section ref={box} class="sheet picture" aria-label={chart.title}>
      <h2>{chart.title}</h2>
      {data ? (
        <Drawn asked={asked} row={row} resource={resource} rows={data.body.data} path={path} at={data.at} />
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        isSeen && <Waiting />
      )}
    </section>
  );
}

interface DrawnProps {
  readonly asked: Asked;
  readonly row: Row | undefined;
  readonly resource: Resource | undefined;
  readonly rows: readonly Group[];
  readonly path: string;
  /** When the report was answered. */
  readonly at: number | undefined;
}

function Drawn({ asked, row, resource, rows, path, at }: DrawnProps) {
  const { chart, report } = asked;
  const isListed = resource !== undefined && may(resource, 'list');
  const { meta } = present();
  const { currency } = meta;
  const own = row?.site_id ?? asked.filters.site_id;
  const sites = own === undefined ? [] : String(own).split(',');
  const clock = dayClockOf(sites, meta, currentSite()?.is_headquarters === true);
  const { timezone } = clock;
  const charted = chartedOf({
    ...{ asked, rows, row, resource, isListed, locale, currency, timezone, at },
    ...{ words: { target: w.figures.target, minutes: w.value.minutes }, unitOf },
  });
  return (
    <Figure
      title={chart.title}
      isTitled
      chart={charted}
      of={groupLabel(asked)}
      columns={columnsOf(asked).map((field) => ({
        label: field.label,
        formula: field.formula,
        beside: report.fields.filter(({ name }) => report.bounds?.[field.name]?.includes(name)),
        cell: (index: number) => {
          // A unit may be that of the row.
          const values: Group = { ...row, ...rows[index] };
          const told = <Told report={report} field={field} values={values} />;
          const value = values[field.name];
          const hasRows = typeof value === 'number' && (value !== 0 || kindOf(field).amount !== 'whole');
          const link = hasRows && linkToPeriod({ asked, at, clock }, field.name, values.value, resourceAt);
          if (!link) return told;
          if (link.beside === null) return <Link to={link.to}>{told}</Link>;
          return (
            <>
              {told}{' '}
              <Link to={link.to} class="among">
                {link.beside}
              </Link>
            </>
          );
        },
      }))}
    >
      <p class="small">{report.description}</p>
      {clock.isMixed && report.behind && <p class="small">{w.figures.clocks(nameOfZone(timezone ?? ''))}</p>}
      <p class="buttons">
        <a class="button" href={addressOf(withQuery(path, { format: 'csv' }))} download>
          {w.record.csv}
        </a>
      </p>
    </Figure>
  );
}

interface ToldProps {
  readonly report: Report;
  readonly field: Field;
  readonly values: Group;
}

/** A figure, with its bounds if there are any. */
function Told({ report: { fields, bounds = {} }, field, values }: ToldProps) {
  const shown = (name: string) => {
    const found = fields.find((one) => one.name === name);
    return found && typeof values[name] === 'number' && <Shown field={found} row={{ ...values, id: 0 }} />;
  };
  const [least = '', most = ''] = bounds[field.name] ?? [];
  const [value, low, high] = [shown(field.name), shown(least), shown(most)];
  if (!low && !high) return <Shown field={field} row={{ ...values, id: 0 }} />;
  return (
    <>
      {value}{' '}
      <span class="small">
        {low && high ? (
          <>
            ({low} – {high})
          </>
        ) : (
          <>
            {low ? w.figures.atLeast : w.figures.atMost} {low || high}
          </>
        )}
      </span>
    </>
  );
}
