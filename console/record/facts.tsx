/** The facts of a row, in the sections of its view. */

import { kindOf } from '../kinds/kinds.tsx';
import { Clock, Shown } from '../kinds/value.tsx';
import { Link } from '../place/place.tsx';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { fieldOf } from '../service/metadata.ts';
import { zoneOf } from '../service/session.ts';
import { w } from '../words/words.ts';
import { type FactGroup, factsOf, headlineOf, isEmpty, isWide } from './layout.ts';

interface FactsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Shows the code of this page. */
  showCode(): void;
}

export function Facts({ resource, row, showCode }: FactsProps) {
  const groups = factsOf(resource, row);
  const empty = groups.flatMap((group) => group.empty);
  return (
    <section class="sheet facts-sheet" aria-label={w.record.facts}>
      {groups
        .filter(({ filled }) => filled.length > 0)
        .map((group) => (
          <Group key={group.title ?? ''} group={group} row={row} />
        ))}
      {empty.length > 0 && (
        <details class="group small">
          <summary>{w.record.empty(empty.length)}</summary>
          <p>{empty.map(({ label }) => label).join(', ')}</p>
        </details>
      )}
      <p class="small foot">
        <Origin resource={resource} row={row} />
        {row.id > 0 && (
          <>
            <button type="button" class="plain link" onClick={showCode}>
              {w.record.code}
            </button>
            <Link to={`/${resource.path}/${row.id}/print`} class="link">
              {w.record.print}
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

interface GroupProps {
  readonly group: FactGroup;
  readonly row: Row;
  /** The maximum number of rows that a fact names; otherwise it shows their number. */
  readonly most?: number;
}

export function Group({ group, row, most = 5 }: GroupProps) {
  const { title, folded, filled } = group;
  const content = (
    <dl class="facts">
      {filled.map((field) => (
        <Fact key={field.name} field={field} row={row} most={most} />
      ))}
    </dl>
  );
  if (title === null) return <div class="group">{content}</div>;
  if (!folded)
    return (
      <section class="group" aria-label={title}>
        <h2>{title}</h2>
        {content}
      </section>
    );
  return (
    <details class="group">
      <summary>
        <h2>{title}</h2>
      </summary>
      {content}
    </details>
  );
}

function Fact({ field, row, most }: { field: Field; row: Row; most: number }) {
  const isLarge = kindOf(field).amount !== undefined;
  return (
    <div class={isWide(field) ? 'full' : isLarge ? 'large' : ''}>
      <dt>{field.label}</dt>
      <dd>
        <Shown field={field} row={row} folds={most} />
      </dd>
    </div>
  );
}

/** The headline facts, in large type. */
export function Headline({ resource, row, most = 2 }: Omit<FactsProps, 'showCode'> & { most?: number }) {
  const fields = headlineOf(resource, row);
  if (fields.length === 0) return null;
  return (
    <dl class="headline">
      {fields.map((field) => (
        <Fact key={field.name} field={field} row={row} most={most} />
      ))}
    </dl>
  );
}

/** Number, site, author and times: the facts of every row. */
function Origin({ resource, row }: Omit<FactsProps, 'showCode'>) {
  const [site, author] = [fieldOf(resource, 'site_id'), fieldOf(resource, 'created_by_id')];
  const clock = (value: unknown) => typeof value === 'string' && <Clock value={value} zone={zoneOf(row)} />;
  return (
    <>
      {row.id > 0 && <span>#{row.id}</span>}
      {site && !isEmpty(site, row) && (
        <span>
          <Shown field={site} row={row} />
        </span>
      )}
      {typeof row.created_at === 'string' && (
        <span>
          {w.record.created} {clock(row.created_at)}
          {author && !isEmpty(author, row) && (
            <>
              {' · '}
              <Shown field={author} row={row} />
            </>
          )}
        </span>
      )}
      {typeof row.updated_at === 'string' && row.updated_at !== row.created_at && (
        <span>
          {w.record.updated} {clock(row.updated_at)}
        </span>
      )}
    </>
  );
}
