/** The first rows of a list that belongs to a row, and the way to all of them. */
import { Badge, Shown } from '../../kinds/value.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import {
  type Field,
  fieldOf,
  fieldsOf,
  may,
  neededFields,
  type Page,
  type Resource,
  type Row,
  titleOf,
  wordOf,
} from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { resourceAt } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { isEmpty, type RelatedTab, withParent } from '../layout.ts';

interface RelatedListProps {
  readonly tab: RelatedTab;
  readonly row: Row;
  readonly isHere: boolean;
}

const shown = 8;
const mostValues = 4;

export function RelatedList({ tab: { list, label, count }, row, isHere }: RelatedListProps) {
  const target = resourceAt(list.resource);
  const fields = target ? valuesOf(target, list.filter) : [];
  const query = { [list.filter]: row.id };
  const names =
    target &&
    neededFields(
      target,
      fields.map(({ name }) => name),
    );
  const { data, error, refetch } = useQuery<Page>(
    // A list that is known to be empty need not be asked for.
    target && count !== 0
      ? withQuery(`/${list.resource}`, { ...query, per_page: shown, fields: names })
      : null,
  );
  if (!target) return null;
  const parent = isHere && may(target, 'create') ? withParent(target, list, row) : null;
  const total = data?.body.meta.total ?? count ?? 0;
  const rows = data?.body.data ?? [];
  return (
    <section class="related" aria-label={label}>
      {!data && error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && count !== 0 && <Waiting />}
      {(data || count === 0) && rows.length === 0 && <p class="nothing">{w.record.noneYet}</p>}
      {rows.length > 0 && (
        <ul class="lines">
          {rows.map((one) => (
            <Line key={one.id} resource={target} row={one} fields={fields} />
          ))}
        </ul>
      )}
      <p class="buttons">
        {total > 0 && <Link to={withQuery(`/${list.resource}`, query)}>{w.record.showAll(total)}</Link>}
        {parent && (
          <Link class="button" to={withQuery(`/${target.path}/new`, parent)}>
            + {target.labels.one}
          </Link>
        )}
      </p>
    </section>
  );
}

/** What is told of a row beside its title and its state: the first columns of its list. */
function valuesOf(target: Resource, filter: string): Field[] {
  const said = new Set([filter, target.display, target.states?.field]);
  return fieldsOf(
    target,
    target.view.columns.filter((name) => !said.has(name)),
  ).slice(0, mostValues);
}

interface LineProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly fields: readonly Field[];
}

function Line({ resource, row, fields }: LineProps) {
  const state = resource.states && fieldOf(resource, resource.states.field);
  const known = state && wordOf(state, row[state.name]);
  const told = fields.filter((field) => !isEmpty(field, row));
  return (
    <li>
      <span class="line">
        <Title resource={resource} row={row} />
        {known && <Badge {...known} />}
      </span>
      {told.length > 0 && (
        <span class="told">
          {told.map((field) => (
            <span key={field.name}>
              <span class="of">{field.label}</span> <Shown field={field} row={row} plain />
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

function Title({ resource, row }: Omit<LineProps, 'fields'>) {
  const title = titleOf(resource, row);
  if (!may(resource, 'view')) return <strong>{title}</strong>;
  return <Link to={`/${resource.path}/${row.id}`}>{title}</Link>;
}
