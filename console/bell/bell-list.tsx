/** The latest notifications, in the panel of the bell. */
import { Problem, Waiting } from '../parts/waiting.tsx';
import { Link } from '../place/place.tsx';
import type { Bell, Page, Resource } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { w } from '../words/words.ts';
import { MarkAll } from './mark-all.tsx';
import { Told } from './told.tsx';

const mostRows = 8;

interface BellListProps {
  readonly resource: Resource;
  readonly bell: Bell;
  close(): void;
}

export function BellList({ resource, bell, close }: BellListProps) {
  const { data, error, refetch } = useQuery<Page>(`/${resource.path}?per_page=${mostRows}`);
  const rows = data?.body.data ?? [];
  return (
    <>
      <div class="bell-head">
        <strong>{resource.labels.many}</strong>
        <MarkAll resource={resource} />
      </div>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {data && rows.length === 0 && <p class="hint">{w.bell.nothing}</p>}
      {rows.length > 0 && (
        <ul class="told">
          {rows.map((row) => (
            <Told key={row.id} resource={resource} bell={bell} row={row} onOpen={close} />
          ))}
        </ul>
      )}
      <Link to={`/${resource.path}`} onGo={close}>
        {w.bell.all}
      </Link>
    </>
  );
}
