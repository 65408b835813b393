/** The list of a resource: the address of the page determines everything that it shows. */
import { useLayoutEffect } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { useNarrow } from '../parts/narrow.ts';
import { Scroll } from '../parts/scroll.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { usePlace } from '../place/place.tsx';
import { useFilterNames } from '../service/filter-names.ts';
import { fieldsOf, type Page, type Resource } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { orderedQuery, rowsQuery } from './address.ts';
import { Chips } from './filters/chips.tsx';
import { goToList } from './going.ts';
import { collectionReports, Head } from './head.tsx';
import { useLayout } from './layout.ts';
import { pathOfList, shownMode } from './request.ts';
import { Cards } from './rows/cards.tsx';
import { useChoosing } from './rows/choosing.ts';
import { Nothing } from './rows/nothing.tsx';
import { Pages } from './rows/pages.tsx';
import { AllBox, Table } from './rows/table.tsx';
import { Tools } from './tools.tsx';
import { firstQuery } from './views/first-query.ts';

const Board = later(async () => (await import('../board/board.tsx')).Board);
const TreeView = later(async () => (await import('../tree/tree-view.tsx')).TreeView);
const ReportOnRows = later(async () => (await import('./list-report.tsx')).ListReport);
const Bulk = later(async () => (await import('./bulk/bulk.tsx')).Bulk);
const Calendar = later(async () => (await import('../calendar/calendar.tsx')).Calendar);

/** An address without a query opens the view that the user has chosen. */
export function ListPage({ resource }: { readonly resource: Resource }) {
  const { query } = usePlace();
  const first = query.size === 0 ? firstQuery(resource, present().user.id) : null;
  useLayoutEffect(() => {
    if (first !== null) goToList(resource, first, true);
  }, [first]);
  return first === null ? <AskedList resource={resource} query={query} /> : <Waiting />;
}

interface AskedListProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
}

function AskedList({ resource, query }: AskedListProps) {
  const isNarrow = useNarrow();
  const layout = useLayout(resource, query);
  const mode = shownMode(resource, query);
  const rows = rowsQuery(query);
  const asked = JSON.stringify([rows, mode]);
  const { choosing, turn, setSelection, setRefused } = useChoosing(asked);
  const path = pathOfList(resource, query, { ...layout, isNarrow, isChoosing: choosing !== null });
  const { data, error, refetch, isPlaceholderData } = useQuery<Page>(mode === 'list' ? path : null, {
    keepPrevious: true,
  });
  const page = mode === 'list' ? data?.body : undefined;
  useFilterNames(resource, rows, isPlaceholderData ? null : page);
  const report = collectionReports(resource).find(({ name }) => name === query.get('report'));
  return (
    <>
      <Head resource={resource} query={query} mode={mode} total={page?.meta.total} />
      <Tools {...{ resource, query, mode, layout }} isChoosing={choosing !== null} turnChoosing={turn} />
      <Chips resource={resource} query={query} />
      {report && (
        <section key={report.name} aria-label={report.label}>
          <ReportOnRows {...{ resource, rows }} name={report.name} />
        </section>
      )}
      {mode === 'board' && <Board resource={resource} query={orderedQuery(query)} />}
      {mode === 'tree' && <TreeView resource={resource} query={rows} />}
      {mode === 'calendar' && <Calendar resource={resource} query={rows} />}
      {error && mode === 'list' && (
        <>
          <Problem error={error} retry={() => void refetch()} />
          {query.size > 0 && (
            <button type="button" onClick={() => goToList(resource, '')}>
              {w.list.showAll}
            </button>
          )}
        </>
      )}
      {mode === 'list' && !page && !error && <Waiting />}
      {page && (
        <section class="listed" aria-label={w.list.rows} aria-busy={isPlaceholderData}>
          {isNarrow && choosing && page.data.length > 0 && (
            <p class="choose-all">
              <AllBox rows={page.data} choosing={choosing} />
              <span aria-hidden="true">{w.list.chooseAll}</span>
            </p>
          )}
          {page.data.length === 0 ? (
            <Nothing resource={resource} query={query} meta={page.meta} />
          ) : isNarrow ? (
            <Cards resource={resource} rows={page.data} fields={layout.card} choosing={choosing} />
          ) : (
            <Scroll>
              <Table
                resource={resource}
                rows={page.data}
                columns={fieldsOf(resource, layout.columns)}
                sort={query.get('sort') ?? resource.sort.default}
                choosing={choosing}
              />
            </Scroll>
          )}
          {page.data.length > 0 && (
            <Pages meta={page.meta} perPage={layout.perPage} choosePageSize={layout.choosePageSize} />
          )}
        </section>
      )}
      {choosing && page && (
        <Bulk
          {...{ resource, choosing, setSelection, setRefused }}
          listed={page.data}
          total={page.meta.total}
          query={rows}
          end={() => turn(false)}
        />
      )}
      <p class="hidden" role="status">
        {page && !isPlaceholderData && w.list.found(page.meta.total)}
      </p>
    </>
  );
}
