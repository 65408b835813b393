/** The tabs of a row: related lists, reports, and its history. */
import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../../parts/format.ts';
import { later } from '../../parts/later.tsx';
import { useNarrow } from '../../parts/narrow.ts';
import { closePanel, Panel } from '../../parts/panel.tsx';
import { Link, usePlace } from '../../place/place.tsx';
import type { Resource, Row } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { resourceAt } from '../../service/session.ts';
import { locale, w } from '../../words/words.ts';
import { hangingOn } from '../hanging.ts';
import { fittingTabs, openTab, type RelatedTab, relatedTabs, type Tab } from '../layout.ts';
import { RelatedList } from './related-list.tsx';

const Checklist = later(async () => (await import('../checklist/checklist.tsx')).ChecklistPanel);
const History = later(async () => (await import('./history.tsx')).History);
const FilesPanel = later(async () => (await import('../files/files-panel.tsx')).FilesPanel);
const HangingPanel = later(async () => (await import('./hanging-panel.tsx')).HangingPanel);
const ReportPanel = later(async () => (await import('./report-panel.tsx')).ReportPanel);

interface TabsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Whether related rows can be created here. */
  readonly isHere: boolean;
}

/** Totals of lists that no field of the row counts. */
interface Counted {
  readonly data: readonly { readonly resource: string; readonly filter: string; readonly count: number }[];
}

/** The number of characters of tabs that fit beside "More". */
const roomOfDesk = 56;
const roomOfPhone = 34;
const historyKey = '-history';

export function Tabs({ resource, row, isHere }: TabsProps) {
  const { query } = usePlace();
  const isNarrow = useNarrow();
  const bar = useRef<HTMLElement>(null);
  // The chosen tab is visible now, and has the focus.
  useEffect(() => {
    if (closePanel('tabs')) bar.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [query.get('tab')]);
  const lists = relatedTabs(resource, row);
  const isCounted = lists.every(({ count }) => count !== null);
  const { data: counted } = useQuery<Counted>(isCounted ? null : `/${resource.path}/${row.id}/related`);
  const reports = (resource.reports ?? []).filter(({ on }) => on === 'row');
  const hanging = hangingOn(resource, row);
  const [first, ...others] = lists;
  const tabs: readonly Tab[] = [
    ...(first ? [first] : []),
    // Comments are always visible, with any number of lists.
    ...hanging.map(({ hung, count }) => ({ key: `-${hung.path}`, label: hung.labels.many, count })),
    ...others,
    ...reports.map(({ name, label }) => ({ key: `-report-${name}`, label, count: null })),
    ...(resource.history ? [{ key: historyKey, label: w.record.history, count: null }] : []),
  ];
  const open = openTab(tabs, query.get('tab'));
  if (!open) return null;
  const list = lists.find(({ key }) => key === open.key);
  const { shown, behind } = fittingTabs(tabs, open, isNarrow ? roomOfPhone : roomOfDesk);
  const linkTo = ({ key, label, count, list }: Tab & Partial<RelatedTab>) => {
    const asked = counted?.body.data.find(
      (one) => one.resource === list?.resource && one.filter === list.filter,
    );
    const number = count ?? asked?.count;
    return (
      <Link
        key={key}
        to={`/${resource.path}/${row.id}?tab=${encodeURIComponent(key)}`}
        current={key === open.key}
        replace
      >
        {label}
        {number !== undefined && <span class="count">{formatNumber(number, locale)}</span>}
      </Link>
    );
  };
  const List = list && resourceAt(list.list.resource)?.view.checklist ? Checklist : RelatedList;
  const hangs = hanging.find(({ hung }) => open.key === `-${hung.path}`);
  const report = reports.find(({ name }) => open.key === `-report-${name}`);
  return (
    <div>
      <nav ref={bar} class="tabs" aria-label={w.record.belongs}>
        {shown.map(linkTo)}
        {behind.length > 0 && (
          <Panel id="tabs" label={w.list.more}>
            {() => (
              <ul class="behind">
                {behind.map((tab) => (
                  <li key={tab.key}>{linkTo(tab)}</li>
                ))}
              </ul>
            )}
          </Panel>
        )}
      </nav>
      {list && <List key={list.key} tab={list} row={row} isHere={isHere} />}
      {report && <ReportPanel key={report.name} resource={resource} name={report.name} row={row} />}
      {hangs?.maxBytes === null && <HangingPanel key={open.key} hanging={hangs} isHere={isHere} />}
      {hangs && hangs.maxBytes !== null && <FilesPanel key={open.key} hanging={hangs} isHere={isHere} />}
      {open.key === historyKey && resource.history && <History resource={resource} id={row.id} />}
    </div>
  );
}
