/** All filters of a resource. Changes apply at once. */
import type { Resource } from '../../service/metadata.ts';
import { currentSite } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import { withoutAny } from './chips.tsx';
import { conditionsOf } from './conditions.ts';
import { FilterBox } from './filter-box.tsx';

interface FilterPanelProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
}

export function FilterPanel({ resource, query }: FilterPanelProps) {
  const conditions = conditionsOf(resource, query);
  const isAcrossSites = currentSite()?.is_headquarters ?? false;
  // Outside the headquarters there is only one site: any other has no rows.
  const filters = resource.filters.filter(({ name }) => name !== 'site_id' || isAcrossSites);
  // The filters of every resource follow its own, starting with the id.
  const end = filters.findIndex(({ name }) => name === 'id');
  const own = filters.slice(0, end);
  const common = filters.slice(end);
  const box = (filter: (typeof filters)[number]) => (
    <FilterBox
      key={filter.name}
      filter={filter}
      condition={conditions.find((one) => one.filter === filter) ?? null}
    />
  );
  const isCommonAsked = conditions.some(({ filter }) => common.includes(filter));
  return (
    <>
      {own.map(box)}
      <details open={isCommonAsked}>
        <summary>{w.list.moreFilters}</summary>
        <div class="boxes">{common.map(box)}</div>
      </details>
      <p class="buttons">
        <button
          type="button"
          disabled={conditions.length === 0}
          onClick={() => changeList(withoutAny(conditions))}
        >
          {w.list.clearAll}
        </button>
        <button type="button" class="primary" popovertarget="filters" popovertargetaction="hide">
          {w.frame.close}
        </button>
      </p>
    </>
  );
}
