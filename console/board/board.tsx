/** Rows in columns by an enumeration. A card moves by its menu, or by drag and drop. */
import { useState } from 'preact/hooks';
import { changeState } from '../form/change-row.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { useFilterNames } from '../service/filter-names.ts';
import { type Field, fieldOf, type Page, type Resource, type Row } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { type Asked, type Counts, columnsOf, countsPath, listPaths, type Paths, waysOf } from './cards.ts';
import { Column } from './column.tsx';

interface BoardProps {
  readonly resource: Resource;
  /** Filters, search and order, in the form of the service. */
  readonly query: Asked;
}

export function Board({ resource, query }: BoardProps) {
  const field = fieldOf(resource, resource.view.board ?? '');
  return field ? <Columns resource={resource} field={field} asked={query} /> : null;
}

/** The pages of a list; the second one is requested if there is room for it. */
function useList(paths?: Paths) {
  const [path = null, rest = null] = paths ?? [];
  const first = useQuery<Page>(path, { keepPrevious: true });
  const page = path === null ? undefined : first.data?.body;
  const isRoom = page !== undefined && page.meta.total <= page.data.length;
  const second = useQuery<Page>(isRoom ? rest : null);
  const pages = [page, isRoom && rest !== null ? second.data?.body : undefined];
  return { first, both: [first, second], pages: pages.filter((one) => one !== undefined) };
}

/**
 * At most three requests, for any number of columns: the counts, which decide how many lists are needed, and one or two lists. A
 * list of few dated rows and many without a date is another request.
 */
function Columns({ resource, field, asked }: { resource: Resource; field: Field; asked: Asked }) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  const counts = useQuery<Counts>(countsPath(resource, field, asked), { keepPrevious: true });
  const paths = counts.data ? listPaths(resource, field, asked, counts.data.body) : [];
  const [others, largest] = [useList(paths[0]), useList(paths[1])];
  useFilterNames(resource, asked, others.first.isPlaceholderData ? null : others.first.data?.body);
  const change = (row: Row, to: string) => changeState(resource, row, row.etag ?? null, field, to);
  const all = [counts, ...others.both, ...largest.both];
  const error = all.map((one) => one.error).find(Boolean);
  if (error && !counts.data)
    return <Problem error={error} retry={() => void all.map((one) => one.refetch())} />;
  if (!counts.data) return <Waiting />;
  const pages = [...others.pages, ...largest.pages];
  const columns = columnsOf(resource, field, asked, counts.data.body, pages);
  return (
    <div class="board">
      {columns.map((column) => (
        <Column
          key={column.value}
          resource={resource}
          field={field}
          column={column}
          takes={
            dragged !== null && waysOf(resource, field, dragged).some(({ value }) => value === column.value)
          }
          followed={followed}
          onDrag={setDragged}
          onDrop={() => {
            if (dragged) void change(dragged, column.value);
            setDragged(null);
          }}
          move={(row, to) => {
            setFollowed(row.id);
            void change(row, to);
          }}
          onArrived={() => setFollowed(null)}
        />
      ))}
    </div>
  );
}
