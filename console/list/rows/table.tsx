/** Rows as a table, with sortable columns. */
import { isAmount, kindOf } from '../../kinds/kinds.tsx';
import { Late, Shown } from '../../kinds/value.tsx';
import type { Field, Resource, Row } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import { changeList } from '../going.ts';
import { type Choosing, FieldLink, RefusedHere, RowBox, rowClass } from './row-parts.tsx';

interface TableProps {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly columns: readonly Field[];
  /** As in the address: `-started_at,name`. */
  readonly sort: string;
  readonly choosing: Choosing | null;
}

export function Table({ resource, rows, columns, sort, choosing }: TableProps) {
  return (
    <table class="list" onPointerOver={tellWhole}>
      <caption class="hidden">{resource.labels.many}</caption>
      <thead>
        <tr>
          {choosing && (
            <td class="box">
              <AllBox rows={rows} choosing={choosing} />
            </td>
          )}
          {columns.map((field) => (
            <Head key={field.name} resource={resource} field={field} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} class={rowClass(row, choosing)}>
            {choosing && (
              <td class="box">
                <RowBox resource={resource} row={row} choosing={choosing} />
              </td>
            )}
            {columns.map((field, index) => (
              <td key={field.name} class={classOf(field, index)}>
                {index === 0 ? (
                  <>
                    <FieldLink resource={resource} row={row} field={field} />
                    <Late resource={resource} row={row} beside={columns} />
                    <RefusedHere row={row} choosing={choosing} />
                  </>
                ) : (
                  <Shown field={field} row={row} most={mostNamed} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of rows named in a cell; their page names all of them. */
const mostNamed = 3;

/** Names and texts shrink if there is little room; dates, numbers and states do not. */
function classOf(field: Field, index: number): string {
  if (index === 0) return 'first';
  if (isAmount(field)) return 'number';
  const isShort =
    kindOf(field).clock !== undefined ||
    field.values !== undefined ||
    field.interval ||
    kindOf(field).isYesNo;
  return isShort ? '' : 'wide';
}

/** A truncated text is shown as a tooltip. */
function tellWhole({ target }: { readonly target: EventTarget | null }): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}

type Direction = 'ascending' | 'descending' | undefined;

function directionOf({ name }: Field, sort: string): Direction {
  const [first] = sort.split(',');
  if (first === name) return 'ascending';
  return first === `-${name}` ? 'descending' : undefined;
}

const arrows = { ascending: '↑', descending: '↓' };

function Head({ resource, field, sort }: { resource: Resource; field: Field; sort: string }) {
  const direction = directionOf(field, sort);
  const isSortable = resource.sort.fields.some(({ name }) => name === field.name);
  const next = direction === 'ascending' ? `-${field.name}` : field.name;
  return (
    <th
      scope="col"
      class={isAmount(field) ? 'number' : ''}
      {...(direction !== undefined && { 'aria-sort': direction })}
    >
      {isSortable ? (
        <button type="button" class="plain" onClick={() => changeList({ sort: next })}>
          {field.label}
          <span class="arrow" aria-hidden="true">
            {direction === undefined ? '↕' : arrows[direction]}
          </span>
        </button>
      ) : (
        field.label
      )}
    </th>
  );
}

/** Chooses all rows of the page, or none of them. */
export function AllBox({ rows, choosing }: { rows: readonly Row[]; choosing: Choosing }) {
  const chosen = rows.filter(({ id }) => choosing.selection.has(id)).length;
  return (
    <label class="choose">
      <input
        type="checkbox"
        checked={rows.length > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={() => choosing.toggleAll(rows)}
      />
      <span class="hidden">{w.list.chooseAll}</span>
    </label>
  );
}
