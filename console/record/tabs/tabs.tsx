/** What belongs to a row, one part at a time: lists of other rows, reports, and what was done to it. */
import { later } from '../../parts/later.tsx';
import { Link, usePlace } from '../../place/place.tsx';
import type { Resource, Row } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { openTab, relatedTabs, type Tab } from '../layout.ts';
import { RelatedList } from './related-list.tsx';

const History = later(async () => (await import('./history.tsx')).History);
const ReportPanel = later(async () => (await import('./report-panel.tsx')).ReportPanel);

interface TabsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Whether new rows can be created here that belong to it. */
  readonly isHere: boolean;
}

const historyKey = '-history';

export function Tabs({ resource, row, isHere }: TabsProps) {
  const { query } = usePlace();
  const lists = relatedTabs(resource, row);
  const reports = (resource.reports ?? []).filter(({ on }) => on === 'row');
  const tabs: readonly Tab[] = [
    ...lists,
    ...reports.map(({ name, label }) => ({ key: `-report-${name}`, label, count: null })),
    ...(resource.history ? [{ key: historyKey, label: w.record.history, count: null }] : []),
  ];
  const open = openTab(tabs, query.get('tab'));
  if (!open) return null;
  const list = lists.find(({ key }) => key === open.key);
  const report = reports.find(({ name }) => open.key === `-report-${name}`);
  return (
    <div>
      <nav class="tabs" aria-label={w.record.belongs}>
        {tabs.map(({ key, label, count }) => (
          <Link
            key={key}
            to={`/${resource.path}/${row.id}?tab=${encodeURIComponent(key)}`}
            current={key === open.key}
            replace
          >
            {label}
            {count !== null && <span class="count">{count}</span>}
          </Link>
        ))}
      </nav>
      {list && <RelatedList key={list.key} tab={list} row={row} isHere={isHere} />}
      {report && (
        <ReportPanel key={report.name} report={report} path={`/${resource.path}/${row.id}/${report.name}`} />
      )}
      {open.key === historyKey && resource.history && (
        <History resource={resource} url={resource.history.url.replace('{id}', String(row.id))} />
      )}
    </div>
  );
}
