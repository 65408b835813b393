/** The tools of a list: search, filters, sort, columns, saved views, export, choosing rows. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { useNarrow } from '../parts/narrow.ts';
import { closePanel, Panel } from '../parts/panel.tsx';
import { Link } from '../place/place.tsx';
import { apiRoot } from '../service/address.ts';
import { withQuery } from '../service/call.ts';
import type { Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { type Mode, orderedQuery } from './address.ts';
import { hasDeeds } from './bulk/possible.ts';
import { fileFields } from './columns.ts';
import { conditionsOf } from './filters/conditions.ts';
import { changeList } from './going.ts';
import type { Layout } from './layout.ts';
import { useViews } from './views/kept-views.ts';
import { shownOf } from './views/saved.ts';

const FilterPanel = later(async () => (await import('./filters/filter-panel.tsx')).FilterPanel);
const ViewPanel = later(async () => (await import('./views/view-panel.tsx')).ViewPanel);
const ColumnPanel = later(async () => (await import('./views/column-panel.tsx')).ColumnPanel);

interface ToolsProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly mode: Mode;
  readonly layout: Layout;
  readonly isChoosing: boolean;
  turnChoosing(on: boolean): void;
}

export function Tools(props: ToolsProps) {
  const { resource, query, mode, layout } = props;
  const isNarrow = useNarrow();
  const filtered = conditionsOf(resource, query).length;
  const shown = shownOf(useViews(resource), query);
  const isList = mode === 'list';
  return (
    <search class="tools" aria-label={resource.labels.many}>
      {resource.search && <Search resource={resource} query={query} />}
      <Panel id="filters" label={w.list.filters} badge={filtered > 0 ? filtered : undefined}>
        {() => <FilterPanel resource={resource} query={query} />}
      </Panel>
      {isNarrow && isList && <SortChoice resource={resource} query={query} />}
      <Panel id="views" label={w.list.views} badge={shown?.name}>
        {() => <ViewPanel panelId="views" resource={resource} query={query} />}
      </Panel>
      {isList && (
        <More isNarrow={isNarrow}>
          {!isNarrow && (
            <Panel id="columns" label={w.list.columns}>
              {() => (
                <ColumnPanel resource={resource} columns={layout.columns} choose={layout.chooseColumns} />
              )}
            </Panel>
          )}
          <ListButtons {...props} />
        </More>
      )}
    </search>
  );
}

/** On a phone, rarely used tools are behind a button. */
function More({ isNarrow, children }: { isNarrow: boolean; children: ComponentChildren }): ComponentChildren {
  if (!isNarrow) return children;
  return (
    <Panel id="more" label={w.list.more}>
      {() => <div class="stack">{children}</div>}
    </Panel>
  );
}

function ListButtons({ resource, query, layout, isChoosing, turnChoosing }: ToolsProps) {
  const file = withQuery(`/${resource.path}`, {
    ...orderedQuery(query),
    fields: fileFields(resource, layout.columns),
    format: 'csv',
  });
  return (
    <>
      <a class="button" href={`${apiRoot}${file}`} download={`${resource.path}.csv`}>
        {w.list.file}
      </a>
      {resource.view.label && (
        <Link to={withQuery(`/${resource.path}/print`, orderedQuery(query))} class="button">
          {w.labels.title}
        </Link>
      )}
      {hasDeeds(resource) && (
        <button
          type="button"
          aria-pressed={isChoosing}
          onClick={() => {
            closePanel('more');
            turnChoosing(!isChoosing);
          }}
        >
          {w.list.chooseRows}
        </button>
      )}
    </>
  );
}

interface AskedProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
}

/** Milliseconds without a key before the search. */
const pause = 300;

function Search({ resource, query }: AskedProps) {
  const asked = query.get('search') ?? '';
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  // The address may also change by "Back", or by removing all filters.
  useEffect(() => {
    if (asked !== sent.current) setText(asked);
    sent.current = asked;
  }, [asked]);
  useEffect(() => {
    const search = text.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = search;
      changeList({ search }, true);
    }, pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      aria-label={`${w.list.search}: ${resource.labels.many}`}
      placeholder={w.list.search}
      value={text}
      onInput={({ currentTarget: { value } }) => setText(value)}
    />
  );
}

function SortChoice({ resource: { sort }, query }: AskedProps) {
  const asked = query.get('sort') ?? sort.default;
  const offered = sort.fields.flatMap(({ name, label }) => [
    { value: name, label: `${label} ↑` },
    { value: `-${name}`, label: `${label} ↓` },
  ]);
  const known = offered.some(({ value }) => value === asked);
  return (
    <select
      aria-label={w.list.sort}
      value={asked}
      onChange={({ currentTarget: { value } }) => changeList({ sort: value })}
    >
      {!known && <option value={asked}>{asked}</option>}
      {offered.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
