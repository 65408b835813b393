/** The latest related rows as ticks in the tones of their state: they show since when there is a problem. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { type Field, type Page, type Resource, type Row, titleOf, wordOf } from '../service/metadata.ts';
import { useQuery } from '../service/queries.ts';
import { resourceAt } from '../service/session.ts';

/** The maximum of a line. */
const most = 60;

interface StripProps {
  readonly resource: Resource;
  readonly row: Row;
}

export function Strip({ resource, row }: StripProps) {
  const list = resource.related.find((one) => one.resource === resource.view.strip);
  const target = list && resourceAt(list.resource);
  const field = target?.fields.find(hasTones);
  const path =
    list && field
      ? withQuery(`/${list.resource}`, { [list.filter]: row.id, sort: '-created_at', per_page: most })
      : null;
  const { data } = useQuery<Page>(path);
  const line = useRef<HTMLUListElement>(null);
  const rows = data?.body.data ?? [];
  // The latest are at the right end, even if there is no room for all.
  useLayoutEffect(() => {
    if (line.current) line.current.scrollLeft = line.current.scrollWidth;
  }, [rows.length]);
  if (!list || !target || !field || rows.length === 0) return null;
  return (
    <ul ref={line} class="strip" aria-label={target.labels.many}>
      {rows.toReversed().map((one) => (
        <Tick key={one.id} resource={target} field={field} row={one} />
      ))}
    </ul>
  );
}

function hasTones({ values }: Field): boolean {
  return values?.some(({ tone }) => tone !== undefined) ?? false;
}

interface TickProps extends StripProps {
  readonly field: Field;
}

function Tick({ resource, field, row }: TickProps) {
  const word = wordOf(field, row[field.name]);
  const name = `${titleOf(resource, row)}: ${word?.label ?? ''}`;
  return (
    <li title={name}>
      <Link to={`/${resource.path}/${row.id}`} label={name}>
        <span class={`tick ${word?.tone ?? 'neutral'}`} />
      </Link>
    </li>
  );
}
