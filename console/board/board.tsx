/** Rows in columns by an enumeration. A card moves by its menu, or by drag and drop. */
import { useState } from 'preact/hooks';
import { changeState } from '../form/change-row.ts';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { useFilterNames } from '../service/filter-names.ts';
import { type Field, fieldOf, type Page, type Resource, type Row } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { type Asked, type Counts, columnsOf, countsPath, listPaths, waysOf } from './cards.ts';
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

/**
 * At most three requests, for any number of columns: the counts, which decide how many lists are needed, and one or two lists.
 */
function Columns({ resource, field, asked }: { resource: Resource; field: Field; asked: Asked }) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  const counts = useQuery<Counts>(countsPath(resource, field, asked), { keepPrevious: true });
  const paths = counts.data ? listPaths(resource, field, asked, counts.data.body) : [];
  const [others, largest] = [
    useQuery<Page>(paths[0] ?? null, { keepPrevious: true }),
    useQuery<Page>(paths[1] ?? null, { keepPrevious: true }),
  ];
  useFilterNames(resource, asked, others.isPlaceholderData ? null : others.data?.body);
  const change = (row: Row, to: string) => changeState(resource, row, row.etag ?? null, field, to);
  const all = [counts, others, largest];
  const error = all.map((one) => one.error).find(Boolean);
  if (error && !counts.data)
    return <Problem error={error} retry={() => void all.map((one) => one.refetch())} />;
  if (!counts.data) return <Waiting />;
  const pages = [others, largest].slice(0, paths.length).flatMap(({ data }) => (data ? [data.body] : []));
  return (
    <div class="board">
      {columnsOf(resource, field, asked, counts.data.body, pages).map((column) => (
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
