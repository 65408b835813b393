/** The user's own work, of all resources: on a phone it is the first screen. */
import { formatNumber } from '../parts/format.ts';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { cardNames, fieldsOf } from '../service/metadata.ts';
import { useLists } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { OneRow } from './one-row.tsx';
import {
  dateOf,
  type OwnRow,
  ownCounts,
  ownPath,
  ownQuery,
  ownResources,
  times,
  workOf,
} from './own-work.ts';

/** The number of shown rows of a list. */
const mostShown = 6;
/** The number of fields beside the date that fit in a line. */
const mostBeside = 2;

/** The user's own work; `isThere` once it is loaded, or has failed. */
export function useOwnWork() {
  const { resources, user } = present();
  const own = ownResources(resources);
  const { data, error } = useLists(own.map((one) => ownPath(one, user.id)));
  const pages = data?.body ?? [];
  const lists = own.map((resource, index) => ({ resource, total: pages[index]?.meta.total ?? 0 }));
  const rows = own.flatMap((resource, index) => (pages[index]?.data ?? []).map((row) => ({ resource, row })));
  return { lists, rows, isThere: own.length === 0 || data !== undefined || error !== null };
}

export function MyWork({ lists, rows }: Omit<ReturnType<typeof useOwnWork>, 'isThere'>) {
  const { meta, user } = present();
  const work = workOf(rows, meta.timezone);
  const counts = ownCounts(work, lists, rows);
  return (
    <section aria-label={w.views.mine}>
      <h2>{w.views.mine}</h2>
      <div class="overview own">
        {times
          .filter((time) => time === 'today' || work[time].length > 0)
          .map((time) => (
            <Part key={time} title={w.views.own[time]} rows={work[time]} count={counts[time]} />
          ))}
      </div>
      <p class="buttons">
        {lists
          .filter(({ total }) => total > 0)
          .map(({ resource, total }) => (
            <Link
              key={resource.path}
              class="button"
              to={withQuery(`/${resource.path}`, ownQuery(resource, user.id))}
            >
              {w.value.before(resource.labels.many)} {w.views.showAll(formatNumber(total, locale))}
            </Link>
          ))}
      </p>
    </section>
  );
}

interface OwnPartProps {
  readonly title: string;
  readonly rows: readonly OwnRow[];
  /** With those that were not read. */
  readonly count: number;
}

function Part({ title, rows, count }: OwnPartProps) {
  return (
    <section class={rows.length === 0 ? 'sheet free' : 'sheet'} aria-label={title}>
      <h3>
        {title} <span class="count">{formatNumber(count, locale)}</span>
      </h3>
      {rows.length === 0 && <p class="nothing">{w.views.freeToday}</p>}
      <ul class="rows">
        {rows.slice(0, mostShown).map(({ resource, row }) => (
          <li key={`${resource.path} ${row.id}`}>
            <OneRow
              resource={resource}
              row={row}
              beside={[
                ...[dateOf(resource, row)].filter((field) => field !== undefined),
                ...fieldsOf(resource, cardNames(resource)).slice(0, mostBeside),
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
