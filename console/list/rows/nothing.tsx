/** Shown if there are no rows, with a suggestion. */
import { Link } from '../../place/place.tsx';
import { may, type Page, type Resource } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { rowsQuery } from '../address.ts';
import { changeList, goToList } from '../going.ts';

interface NothingProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly meta: Page['meta'];
}

export function Nothing({ resource, query, meta }: NothingProps) {
  if (meta.total > 0) {
    return (
      <div class="empty">
        <p>{w.list.pastEnd(meta.last_page)}</p>
        <button type="button" onClick={() => changeList({ page: String(meta.last_page) })}>
          {w.list.lastPage}
        </button>
      </div>
    );
  }
  if (Object.keys(rowsQuery(query)).length > 0) {
    return (
      <div class="empty">
        <p>{w.list.noMatch}</p>
        <button type="button" onClick={() => goToList(resource, '')}>
          {w.list.showAll}
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>{w.list.empty}</p>
      {may(resource, 'create') && (
        <Link class="button primary" to={`/${resource.path}/new`}>
          {w.list.create}
        </Link>
      )}
    </div>
  );
}
