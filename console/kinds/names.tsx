/** Referenced rows of a value, by name. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber } from '../parts/format.ts';
import { Link } from '../place/place.tsx';
import {
  type Field,
  may,
  nameOf,
  type Reference,
  type Resource,
  type Row,
  rowsUnder,
  titleOf,
} from '../service/metadata.ts';
import { useNames } from '../service/names.ts';
import { present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { isObject } from './nested.ts';

interface NamesProps {
  readonly reference: Reference;
  readonly ids: readonly number[];
  /** The rows embedded in the row; undefined if it only has their ids. */
  readonly rows?: readonly Row[];
  readonly plain: boolean;
  readonly most: number;
  readonly folds: number;
}

/** The rows of a value; null if it refers to none. */
export function namesIn(
  { reference, name }: Field,
  row: Row,
): Pick<NamesProps, 'reference' | 'ids' | 'rows'> | null {
  if (!reference) return null;
  const rows = rowsUnder(row, reference.embed);
  if (rows.length > 0) return { reference, rows, ids: rows.map(({ id }) => id) };
  const ids = [row[name]].flat().flatMap((id) => (typeof id === 'number' ? [id] : []));
  return ids.length > 0 ? { reference, ids } : null;
}

export function Names(props: NamesProps) {
  const { reference, ids, most, folds } = props;
  const [isOpen, setIsOpen] = useState(false);
  const others = Math.max(0, ids.length - most);
  const names = (
    <>
      {props.rows ? <Rows {...props} rows={props.rows.slice(0, most)} /> : <Numbered {...props} />}
      {others > 0 && ` ${w.list.others(others)}`}
    </>
  );
  const target = resourceAt(reference.resource);
  if (ids.length <= folds || !target) return names;
  return (
    <details class="many" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {formatNumber(ids.length, locale)} {target.labels.many.toLocaleLowerCase(locale)}
      </summary>
      {isOpen && names}
    </details>
  );
}

/** Rows of which only ids are known. */
function Numbered(props: NamesProps) {
  return <Rows {...props} rows={useNames(props.reference, props.ids.slice(0, props.most))} />;
}

interface RowLinkProps {
  readonly resource: Resource;
  readonly row: Row;
  /** The content; default: the name of the row. */
  readonly children?: ComponentChildren;
  /** Whether it is emphasized if it is no link. */
  readonly strong?: boolean;
}

/** The display of a row, as a link for users who may see it. */
export function RowLink({ resource, row, children, strong = false }: RowLinkProps): ComponentChildren {
  const content = children ?? titleOf(resource, row);
  if (may(resource, 'view'))
    return (
      <Link to={pageOf(resource, row)} isName>
        {content}
      </Link>
    );
  return strong ? <strong>{content}</strong> : content;
}

/** The page of a row; for an attached row, that of the row that it is attached to. */
const pageOf = (resource: Resource, row: Row): string =>
  placeOf(resource, row)?.page ?? `/${resource.path}/${row.id}`;

/** The row that it is attached to: the metadata contain the fields that identify it. Null for other rows. */
export function placeOf(
  { path, hangs }: Resource,
  row: Row,
): { readonly resource: Resource; readonly page: string } | null {
  const told = hangs && Object.entries(present().meta).find(([name]) => name === path)?.[1];
  if (!isObject(told) || typeof told.url !== 'string') return null;
  const asked = [...new URLSearchParams(told.url.split('?')[1])];
  const toldBy = (mark: string) => row[asked.find(([, value]) => value === mark)?.[0] ?? ''];
  const holder = resourceAt(String(toldBy('{resource}')));
  return holder ? { resource: holder, page: `/${holder.path}/${toldBy('{id}')}?tab=-${path}` } : null;
}

interface RowsProps {
  readonly reference: Reference;
  readonly rows: readonly Row[];
  readonly plain: boolean;
}

function Rows({ reference, rows, plain }: RowsProps): ComponentChildren {
  const target = resourceAt(reference.resource);
  return rows.map((one, index) => (
    <span key={one.id} translate={false}>
      {index > 0 && ', '}
      {plain || !target ? (
        nameOf(one, reference.display)
      ) : (
        <RowLink resource={target} row={one}>
          {nameOf(one, reference.display)}
        </RowLink>
      )}
    </span>
  ));
}
