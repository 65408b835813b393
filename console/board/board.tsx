/** Rows in columns by an enumeration; a card moves by its menu, or by being dragged. */
import { useState } from 'preact/hooks';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { type Field, fieldOf, type Page, type Resource, type Row } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { type Asked, boardPaths, type Counts, columnsOf, waysOf } from './cards.ts';
import { Column } from './column.tsx';
import { move } from './move.ts';

interface BoardProps {
  readonly resource: Resource;
  /** Filters and search, as the service takes them. */
  readonly query: Asked;
}

export function Board({ resource, query }: BoardProps) {
  const field = fieldOf(resource, resource.view.board ?? '');
  return field ? <Columns resource={resource} field={field} asked={query} /> : null;
}

/** Three requests, however many columns there are. */
function Columns({ resource, field, asked }: { resource: Resource; field: Field; asked: Asked }) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const paths = boardPaths(resource, field, asked);
  const counts = useQuery<Counts>(paths.counts, { keepPrevious: true });
  const going = useQuery<Page>(paths.going, { keepPrevious: true });
  const over = useQuery<Page>(paths.over, { keepPrevious: true });
  const all = [counts, going, over];
  const error = all.map((one) => one.error).find(Boolean);
  if (error && !counts.data)
    return <Problem error={error} retry={() => void all.map((one) => one.refetch())} />;
  if (!counts.data) return <Waiting />;
  const pages = [going.data, over.data].flatMap((one) => (one ? [one.body] : []));
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
          onDrag={setDragged}
          onDrop={() => {
            if (dragged) void move(resource, field, dragged, column.value);
            setDragged(null);
          }}
        />
      ))}
    </div>
  );
}
