/** What is known of a row, in the sections of its view. */

import { Shown } from '../kinds/value.tsx';
import { formatInstant } from '../parts/format.ts';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { fieldOf } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { type FactGroup, factsOf, isEmpty, isWide } from './layout.ts';

interface FactsProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Shows the code that leads here. */
  showCode(): void;
}

export function Facts({ resource, row, showCode }: FactsProps) {
  return (
    <section class="sheet facts-sheet" aria-label={w.record.facts}>
      {factsOf(resource, row).map((group) => (
        <Group key={group.title ?? ''} group={group} row={row} />
      ))}
      <p class="small foot">
        <Origin resource={resource} row={row} />
        <button type="button" class="plain link" onClick={showCode}>
          {w.record.code}
        </button>
      </p>
    </section>
  );
}

function Group({ group, row }: { group: FactGroup; row: Row }) {
  const { title, folded, filled, empty } = group;
  const content = (
    <>
      {filled.length > 0 && (
        <dl class="facts">
          {filled.map((field) => (
            <Fact key={field.name} field={field} row={row} />
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <p class="small">
          {w.record.empty} {empty.map(({ label }) => label).join(', ')}
        </p>
      )}
    </>
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

function Fact({ field, row }: { field: Field; row: Row }) {
  return (
    <div class={isWide(field) ? 'full' : ''}>
      <dt>{field.label}</dt>
      <dd>
        <Shown field={field} row={row} />
      </dd>
    </div>
  );
}

/** Number, site, author and times: what every row has. */
function Origin({ resource, row }: Omit<FactsProps, 'showCode'>) {
  const { timezone } = present().meta;
  const [site, author] = [fieldOf(resource, 'site_id'), fieldOf(resource, 'created_by_id')];
  const clock = (value: unknown) =>
    typeof value === 'string' && <time dateTime={value}>{formatInstant(value, { locale, timezone })}</time>;
  return (
    <>
      <span>#{row.id}</span>
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
