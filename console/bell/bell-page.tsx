/** All notifications, the newest first. */

import { Pages } from '../list/rows/pages.tsx';
import { Problem, Waiting } from '../parts/waiting.tsx';
import { changeQuery, usePlace } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import type { Bell, Page, Resource } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { w } from '../words/words.ts';
import { MarkAll } from './mark-all.tsx';
import { Told } from './told.tsx';

const usualPage = 20;

interface BellPageProps {
  readonly resource: Resource;
  readonly bell: Bell;
}

export function BellPage({ resource, bell }: BellPageProps) {
  const { query } = usePlace();
  const unread = query.get(bell.unread) === 'true' ? 'true' : null;
  const perPage = Number(query.get('per_page')) || usualPage;
  const path = withQuery(`/${resource.path}`, {
    page: query.get('page'),
    [bell.unread]: unread,
    per_page: perPage,
  });
  const { data, error, refetch } = useQuery<Page>(path, { keepPrevious: true });
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{resource.labels.many}</h1>
        <span class="grow" />
        <label class="choose">
          <input
            type="checkbox"
            checked={unread !== null}
            onChange={() => changeQuery({ [bell.unread]: unread === null ? 'true' : null, page: null })}
          />
          {w.bell.unreadOnly}
        </label>
        <MarkAll resource={resource} />
      </header>
      {!data && (error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting />)}
      {data && data.body.data.length === 0 && <p class="hint">{w.bell.nothing}</p>}
      {data && data.body.data.length > 0 && (
        <ul class="told sheet">
          {data.body.data.map((row) => (
            <Told key={row.id} resource={resource} bell={bell} row={row} />
          ))}
        </ul>
      )}
      {data && (
        <Pages
          meta={data.body.meta}
          perPage={perPage}
          choosePageSize={(size) => changeQuery({ per_page: String(size), page: null })}
        />
      )}
    </>
  );
}
