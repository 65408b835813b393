/** A report on a list, with its filters. */
import { Fragment } from 'preact';
import { ReportPanel } from '../record/tabs/report-panel.tsx';
import type { Resource } from '../service/metadata.ts';
import { currentSite } from '../service/session.ts';
import { w } from '../words/words.ts';
import { Clause } from './filters/chips.tsx';
import { conditionsOf } from './filters/conditions.ts';

interface ListReportProps {
  readonly resource: Resource;
  /** Of the report. */
  readonly name: string;
  /** The filters of the list. */
  readonly rows: Readonly<Record<string, string>>;
}

export function ListReport({ resource, name, rows }: ListReportProps) {
  return (
    <ReportPanel
      resource={resource}
      name={name}
      beside={rows}
      counted={(query, days) => <Counting {...{ resource, query, days }} />}
    />
  );
}

interface CountingProps {
  readonly resource: Resource;
  /** The conditions of the report and of the list. */
  readonly query: URLSearchParams;
  /** Its days, if no condition tells them. */
  readonly days: string;
}

/** Which rows a report counts, in a line. */
function Counting({ resource, query, days }: CountingProps) {
  const site = resource.scope === 'site' ? currentSite() : null;
  const search = query.get('search');
  const also = [site?.is_headquarters === false && site.name, search && `${w.list.search}: ${search}`, days];
  return (
    <p class="small">
      {w.record.counted(resource.labels.many)}
      {also.filter(Boolean).map((one) => ` · ${one}`)}
      {conditionsOf(resource, query).map((condition) => (
        <Fragment key={condition.filter.name}>
          {' · '}
          <Clause condition={condition} />
        </Fragment>
      ))}
    </p>
  );
}
