/** Values of rows as people read them. Everything is text: a value never becomes markup. */
import type { ComponentChildren } from 'preact';
import { Link } from '../place/place.tsx';
import { type Field, may, nameOf, type Row, rowsUnder, type Tone, wordOf } from '../service/metadata.ts';
import { present, resourceAt } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { formatDay, formatInstant, formatMoney, formatNumber } from './format.ts';

export function Badge({ label, tone }: { readonly label: string; readonly tone?: Tone | undefined }) {
  return <span class={`badge ${tone ?? 'plain'}`}>{label}</span>;
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
}

/** A value of a row. */
export function Shown({ field, row, plain = false }: ShownProps): ComponentChildren {
  if (field.reference) return <Referred field={field} row={row} plain={plain} />;
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return nothing;
  if (Array.isArray(value) && value.length === 0) return nothing;
  const known = wordOf(field, value);
  if (known) return known.tone || field.type === 'enum' ? <Badge {...known} /> : known.label;
  if (typeof value === 'boolean') return value ? w.frame.yes : w.frame.no;
  if (typeof value === 'number') return <Amount field={field} row={row} value={value} />;
  if (typeof value === 'string') return <Text field={field} value={value} plain={plain} />;
  if (field.type === 'words' && Array.isArray(value)) {
    return value.map((one) => <Badge key={one} label={wordOf(field, one)?.label ?? String(one)} />);
  }
  return <Parts value={value} />;
}

function Text({ field, value, plain }: { field: Field; value: string; plain: boolean }): ComponentChildren {
  const { timezone } = present().meta;
  if (field.type === 'datetime')
    return <time dateTime={value}>{formatInstant(value, { locale, timezone })}</time>;
  if (field.type === 'date') return <time dateTime={value}>{formatDay(value, locale)}</time>;
  if (field.limits.format === 'email' && !plain) return <a href={`mailto:${value}`}>{value}</a>;
  return <span class="text">{value}</span>;
}

function Amount({ field, row, value }: { field: Field; row: Row; value: number }): ComponentChildren {
  const { currency } = present().meta;
  if (field.name === 'id') return String(value);
  if (field.unit !== undefined && field.unit === currency) return formatMoney(value, locale, currency);
  const unit = field.unit ?? unitOf(field, row);
  return `${formatNumber(value, locale, field.limits.decimals)}${unit === '' ? '' : ` ${unit}`}`;
}

/** What the number counts, where a row says so: `unit`, or `item.unit` in the row under `item`. */
function unitOf({ unit_field: path }: Field, row: Row): string {
  if (path === undefined) return '';
  const [first = '', second] = path.split('.');
  const unit = second === undefined ? row[first] : rowsUnder(row, first)[0]?.[second];
  return typeof unit === 'string' ? unit : '';
}

function Referred({ field, row, plain }: { field: Field; row: Row; plain: boolean }): ComponentChildren {
  const { reference } = field;
  const rows = reference ? rowsUnder(row, reference.embed) : [];
  if (!reference || rows.length === 0) return nothing;
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

/** A value with parts of its own. */
function Parts({ value }: { value: unknown }): ComponentChildren {
  if (Array.isArray(value)) {
    return (
      <ul class="parts">
        {value.map((one, index) => (
          <li key={index}>
            <Parts value={one} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value);
  const name = entries.find(([key]) => key === 'name' || key === 'full_name');
  if (name) return String(name[1]);
  // A number beside its row says nothing that the row does not.
  const told = entries.filter(([key]) => !/_ids?$/.test(key));
  return told.map(([key, one], index) => (
    <span key={key}>
      {index > 0 && ': '}
      {Array.isArray(one) ? one.map((part) => nameOfPart(part)).join(', ') : <Parts value={one} />}
    </span>
  ));
}

function nameOfPart(part: unknown): string {
  return typeof part === 'object' && part !== null && 'name' in part ? String(part.name) : String(part);
}
