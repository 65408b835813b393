/** The first rows of a related list, and a link to all of them. */
import { RowLink } from '../../kinds/names.tsx';
import { Badge, Late, Shown } from '../../kinds/value.tsx';
import { Problem, Waiting } from '../../parts/waiting.tsx';
import { Link, usePlace } from '../../place/place.tsx';
import { withQuery } from '../../service/call.ts';
import {
  type Field,
  fieldOf,
  fieldsOf,
  may,
  neededFields,
  type Resource,
  type Row,
  wordOf,
} from '../../service/metadata.ts';
import { resourceAt } from '../../service/session.ts';
import { w } from '../../words/words.ts';
import { isEmpty, type RelatedTab, withParent } from '../layout.ts';
import { useRelatedRows } from './related-rows.ts';

export interface RelatedListProps {
  readonly tab: RelatedTab;
  readonly row: Row;
  readonly isHere: boolean;
}

const mostValues = 4;

export function RelatedList({ tab: { key, list, label, count }, row, isHere }: RelatedListProps) {
  const { parts, made } = usePlace();
  const target = resourceAt(list.resource);
  const fields = target ? valuesOf(target, list.filter) : [];
  const names =
    target &&
    neededFields(
      target,
      fields.map(({ name }) => name),
    );
  const { rows, total, isThere, error, all, again } = useRelatedRows(list, target, {
    ...{ id: row.id, fields: names ?? '' },
    // A list that is known to be empty is not requested.
    wanted: target !== undefined && count !== 0,
  });
  if (!target) return null;
  const parent = isHere && may(target, 'create') ? withParent(target, list, row) : null;
  const many = total ?? count ?? 0;
  return (
    <section class="related" aria-label={label}>
      {!isThere && error && <Problem error={error} retry={again} />}
      {!isThere && !error && count !== 0 && <Waiting />}
      {(isThere || count === 0) && rows.length === 0 && (
        <p class="nothing">{parent ? w.record.addFirst : w.record.noneYet}</p>
      )}
      {rows.length > 0 && (
        <ul class="lines">
          {rows.map((one) => (
            <Line
              key={one.id}
              resource={target}
              row={one}
              fields={fields.filter((field) => !isSaid(field, one, row))}
              isNew={made.includes(`/${target.path}/${one.id}`)}
            />
          ))}
        </ul>
      )}
      <p class="buttons">
        {many > 0 && <Link to={all}>{w.record.showAll(many)}</Link>}
        {parent && (
          <Link
            class="button"
            to={withQuery(`/${target.path}/new`, {
              ...parent,
              back: withQuery(`/${parts.join('/')}`, { tab: key }),
            })}
          >
            + {target.labels.one}
          </Link>
        )}
      </p>
    </section>
  );
}

/** The fields of a row beside its title and state: the first columns of its list. */
function valuesOf(target: Resource, filter: string): Field[] {
  const said = new Set([filter, target.display, target.states?.field]);
  return fieldsOf(
    target,
    target.view.columns.filter((name) => !said.has(name)),
  ).slice(0, mostValues);
}

/** Whether the page already shows it: on a plan's page, each date would repeat the plan's machine. */
const isSaid = ({ name, reference }: Field, one: Row, page: Row): boolean =>
  reference !== undefined && one[name] === page[name];

interface LineProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly fields: readonly Field[];
  /** Whether it was just created. */
  readonly isNew: boolean;
}

function Line({ resource, row, fields, isNew }: LineProps) {
  const state = resource.states && fieldOf(resource, resource.states.field);
  const known = state && wordOf(state, row[state.name]);
  const told = fields.filter((field) => !isEmpty(field, row) && row[field.name] !== false);
  return (
    <li class={isNew ? 'made' : ''}>
      <span class="line">
        <RowLink resource={resource} row={row} strong />
        <span>
          {isNew && <Badge label={w.record.justMade} tone="info" />}
          {known && <Badge {...known} />}
          <Late resource={resource} row={row} beside={told} />
        </span>
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
