/** The header of a list: its name, its views, and its actions. */
import { useState } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { Switch } from '../parts/switch.tsx';
import { Link } from '../place/place.tsx';
import { type Action, may, type ReportName, type Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { type Mode, modes, withoutReport } from './address.ts';
import { changeList, showAs } from './going.ts';
import { withoutStart } from './views/first-query.ts';

const ActionDialog = later(async () => (await import('../form/act/action-dialog.tsx')).ActionDialog);

/** Reports on all rows of a list. */
export const collectionReports = ({ reports }: Resource): readonly ReportName[] =>
  (reports ?? []).filter(({ on }) => on === 'collection');

interface HeadProps {
  readonly resource: Resource;
  readonly query: URLSearchParams;
  readonly mode: Mode;
  readonly total: number | undefined;
}

export function Head({ resource, query, mode, total }: HeadProps) {
  const [action, setAction] = useState<Action | null>(null);
  const offered = modes.filter((one) => one === 'list' || resource.view[one]);
  const shown = query.get('report');
  return (
    <header class="top">
      <h1 tabIndex={-1}>{resource.labels.many}</h1>
      {total !== undefined && (
        <span class="count" aria-hidden="true">
          {w.list.number(total)}
        </span>
      )}
      <span class="grow" />
      {offered.length > 1 && (
        <Switch
          legend={w.list.shownAs}
          values={offered}
          words={w.list}
          chosen={mode}
          choose={(view) => showAs(resource, query, view)}
        />
      )}
      {collectionReports(resource).map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() =>
            changeList({
              ...withoutReport(query),
              ...(name === shown ? { report: null } : { ...withoutStart(resource, query), report: name }),
            })
          }
        >
          {label}
        </button>
      ))}
      {resource.actions
        .filter(({ on }) => on === 'collection')
        .map((one) => (
          <button
            key={one.name}
            type="button"
            class={one.danger ? 'danger' : ''}
            title={one.description}
            onClick={() => setAction(one)}
          >
            {one.label}…
          </button>
        ))}
      {may(resource, 'create') && (
        <Link class="button primary" to={`/${resource.path}/new`}>
          {w.list.create}
        </Link>
      )}
      {action && (
        <ActionDialog resource={resource} row={null} action={action} onClose={() => setAction(null)} />
      )}
    </header>
  );
}
