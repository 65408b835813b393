/** Values of rows as people read them. Everything is text: a value never becomes markup. */
import type { ComponentChildren } from 'preact';
import { formatMoney, formatNumber } from '../parts/format.ts';
import { Parts } from '../parts/parts.tsx';
import { piecesOf } from '../parts/text.ts';
import { Link } from '../place/place.tsx';
import {
  type Field,
  fieldOf,
  may,
  nameOf,
  type Reference,
  type Row,
  rowsUnder,
  type Tone,
  wordOf,
} from '../service/metadata.ts';
import { useNames } from '../service/names.ts';
import { present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { hasParts, isSeveral, kindOf } from './kinds.tsx';

export function Badge({ label, tone }: { readonly label: string; readonly tone?: Tone | undefined }) {
  return <span class={`badge ${tone ?? 'neutral'}`}>{label}</span>;
}

const nothing = (
  <span class="nothing" aria-hidden="true">
    —
  </span>
);

interface ShownProps {
  readonly field: Field;
  readonly row: Row;
  /** Whether it stands inside a link, and must not be one. */
  readonly plain?: boolean;
  /** How many of the rows are named of which only ids are told; the others are counted. */
  readonly most?: number;
}

/** A value of a row. */
export function Shown({ field, row, plain = false, most = 100 }: ShownProps): ComponentChildren {
  if (field.reference && rowsUnder(row, field.reference.embed).length > 0)
    return <Referred reference={field.reference} row={row} plain={plain} />;
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return field.null_label ?? nothing;
  if (Array.isArray(value) && value.length === 0) return nothing;
  if (field.reference) {
    const ids = [value].flat().flatMap((id) => (typeof id === 'number' ? [id] : []));
    return <Numbered reference={field.reference} ids={ids} plain={plain} most={most} />;
  }
  const known = wordOf(field, value);
  if (known) return known.tone ? <Badge {...known} /> : known.label;
  if (typeof value === 'boolean') return value ? w.frame.yes : w.frame.no;
  if (typeof value === 'number') return <Amount field={field} row={row} value={value} />;
  if (typeof value === 'string') return <Text field={field} value={value} plain={plain} />;
  if (isSeveral(field) && !hasParts(field) && Array.isArray(value)) {
    return value.map((one) => <Badge key={one} label={wordOf(field, one)?.label ?? String(one)} />);
  }
  return <Parts value={value} field={field} plain={plain} />;
}

function Text({ field, value, plain }: { field: Field; value: string; plain: boolean }): ComponentChildren {
  const { clock, tell } = kindOf(field);
  if (clock) return <time dateTime={value}>{tell(value)}</time>;
  if (field.limits.format === 'email' && !plain) return <a href={`mailto:${value}`}>{value}</a>;
  if (plain) return <span class="text">{value}</span>;
  return (
    <span class="text">
      {piecesOf(value).map(({ text, isLink }, index) =>
        isLink ? (
          <a key={index} href={text} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </span>
  );
}

function Amount({ field, row, value }: { field: Field; row: Row; value: number }): ComponentChildren {
  const { currency } = present().meta;
  if (field.name === 'id') return String(value);
  if (field.unit !== undefined && field.unit === currency) return formatMoney(value, locale, currency);
  const unit = field.unit ?? unitOf(field, row);
  return `${formatNumber(value, locale, field.limits.decimals)}${unit === '' ? '' : ` ${unit}`}`;
}

/** What the number counts, where a row says so: `unit`, or `item.unit` in the row under `item`. */
function unitOf(field: Field, row: Row): string {
  if (field.unit_field === undefined) return '';
  const [first = '', second] = field.unit_field.split('.');
  const unit = second === undefined ? row[first] : rowsUnder(row, first)[0]?.[second];
  if (typeof unit !== 'string') return '';
  const own = present().resources.find(({ fields }) => fields.includes(field));
  const known = own && fieldOf(own, first);
  return (known && wordOf(known, unit)?.label.toLocaleLowerCase(locale)) ?? unit;
}

interface NumberedProps {
  readonly reference: Reference;
  readonly ids: readonly number[];
  readonly plain: boolean;
  readonly most: number;
}

/** Rows of which only numbers are there. */
function Numbered({ reference, ids, plain, most }: NumberedProps) {
  const rows = useNames(reference, ids.slice(0, most));
  const others = ids.length - rows.length;
  return (
    <>
      <Rows reference={reference} rows={rows} plain={plain} />
      {others > 0 && ` ${w.list.others(others)}`}
    </>
  );
}

interface ReferredProps {
  readonly reference: Reference;
  readonly row: Row;
  readonly plain: boolean;
}

const Referred = ({ reference, row, plain }: ReferredProps) => (
  <Rows reference={reference} rows={rowsUnder(row, reference.embed)} plain={plain} />
);

interface RowsProps {
  readonly reference: Reference;
  readonly rows: readonly Row[];
  readonly plain: boolean;
}

function Rows({ reference, rows, plain }: RowsProps): ComponentChildren {
  const target = resourceAt(reference.resource);
  const leads = !plain && target !== undefined && may(target, 'view');
  return rows.map((one, index) => (
    <span key={one.id}>
      {index > 0 && ', '}
      {leads ? (
        <Link to={`/${reference.resource}/${one.id}`}>{nameOf(one, reference.display)}</Link>
      ) : (
        nameOf(one, reference.display)
      )}
    </span>
  ));
}
