/** Values of rows for people. Everything is text: a value never becomes markup. */
import type { ComponentChildren } from 'preact';
import { formatMinutes, formatMoney, formatNumber, formatShare, formatSize } from '../parts/format.ts';
import { type Lateness, latenessOf } from '../parts/late.ts';
import { piecesOf } from '../parts/pieces.ts';
import {
  type Field,
  fieldOf,
  isOfNothing,
  type Resource,
  type Row,
  rowsUnder,
  type Tone,
  wordOf,
} from '../service/metadata.ts';
import { useWords } from '../service/names.ts';
import { present, zoneOf } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { type FieldType, hasParts, isId, isSeveral, kindOf } from './kinds.tsx';
import { Names, namesIn } from './names.tsx';
import { isObject } from './nested.ts';
import { Entries, Parts } from './parts.tsx';

export function Badge({ label, tone }: { readonly label: string; readonly tone?: Tone | undefined }) {
  return <span class={`badge ${tone ?? 'neutral'}`}>{label}</span>;
}

/** Says of a row that something of it waits for a network. */
export const Unsent = ({ row }: { readonly row: Row }) =>
  row.unsent ? <Badge label={w.queue.mark} tone="warn" /> : null;

const moneyDecimals = 2;

const nothing = (
  <span class="nothing" aria-hidden="true">
    —
  </span>
);

interface ShownProps {
  readonly field: Field;
  readonly row: Row;
  /** Whether it is inside a link, and must not contain one. */
  readonly plain?: boolean;
  /** How many rows are named if only ids are known; the others are counted. */
  readonly most?: number;
  /** More rows than this are shown as a number, with their names behind it. */
  readonly folds?: number;
}

/** A value of a row. */
export function Shown(props: ShownProps): ComponentChildren {
  const { field, row, plain = false, most = 100 } = props;
  const names = namesIn(field, row);
  if (names) return <Names {...names} {...{ most, plain }} folds={props.folds ?? Infinity} />;
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return field.null_label ?? nothing;
  if (Array.isArray(value) && value.length === 0) return nothing;
  const known = wordOf(field, value);
  if (known) return known.tone ? <Badge {...known} /> : known.label;
  if (typeof value === 'boolean') return value ? w.frame.yes : w.frame.no;
  if (typeof value === 'number') return <Amount field={field} row={row} value={value} />;
  if (typeof value === 'string' && kindOf(field).clock)
    return <Dated field={field} row={row} value={value} />;
  if (typeof value === 'string') return <Text field={field} value={value} plain={plain} />;
  if (isSeveral(field) && !hasParts(field) && Array.isArray(value)) {
    return field.options_url ? <Offered field={field} words={value} /> : badges(field, value);
  }
  const { parts } = field;
  if (!parts) return <Parts value={value} />;
  const tell = (one: unknown) => (
    <Described value={one} parts={shownParts(field, one)} plain={plain} leads={field.ordered} />
  );
  return Array.isArray(value) ? <Entries all={value} tell={tell} ordered={field.ordered} /> : tell(value);
}

/** The shown parts of an entry: for an owned row those that are filled in and differ from the default, without its id. */
function shownParts({ parts = [], ordered }: Field, entry: unknown): readonly Field[] {
  if (!ordered || !isObject(entry)) return parts;
  return parts.filter(
    ({ name, default: usual }) => name !== 'id' && entry[name] !== null && entry[name] !== usual,
  );
}

const badges = (known: Pick<Field, 'values'>, words: readonly unknown[]): ComponentChildren =>
  words.map((one) => <Badge key={String(one)} label={wordOf(known, one)?.label ?? String(one)} />);

/** Labels that must be requested from the service. */
function Offered({ field, words }: { readonly field: Field; readonly words: readonly unknown[] }) {
  const values = useWords(field);
  return values && badges({ values: [...values] }, words);
}

interface DescribedProps {
  readonly value: unknown;
  readonly parts: readonly Field[];
  readonly plain: boolean;
  /** Whether its first part names it. */
  readonly leads?: true | undefined;
}

/** A value whose parts are fields. */
function Described({ value, parts, plain, leads }: DescribedProps): ComponentChildren {
  const row = { ...(isObject(value) ? value : {}), id: 0 };
  return parts.map((part, index) => {
    const told = <Shown field={part} row={row} plain={plain} />;
    return (
      <span key={part.name}>
        {index > 0 && ' · '}
        {leads && index === 0 ? (
          <strong>{told}</strong>
        ) : (
          <>
            <span class="of">{part.label}</span> {told}
          </>
        )}
      </span>
    );
  });
}

function Text({ field, value, plain }: { field: Field; value: string; plain: boolean }): ComponentChildren {
  if (field.limits?.format === 'email' && !plain) return <a href={`mailto:${value}`}>{value}</a>;
  return (
    <span class="text" translate={field.multiline === true}>
      {plain
        ? value
        : piecesOf(value).map(({ text, isLink }, index) =>
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

/** A date, with how late it is, or how soon, if the row is due by it. */
function Dated({ field, row, value }: { readonly field: Field; readonly row: Row; readonly value: string }) {
  const lateness = lateHere(ownerOf(field), row);
  return (
    <>
      <Clock type={field.type} value={value} zone={zoneOf(row)} />
      {lateness?.field === field.name && (
        <LateBadge lateness={lateness} at={kindOf(field).tell(value, zoneOf(row))} />
      )}
    </>
  );
}

interface LateProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Other fields that are shown of the row: if they include the date, it shows this itself. */
  readonly beside: readonly Field[];
  /** Without the name of the date, which is shown as a tooltip: if there is little room. */
  readonly brief?: boolean;
}

/** Shows that a row is late, or due soon, and by which date; and that a change of it is not sent. */
export const Late = (props: LateProps) => (
  <>
    <Unsent row={props.row} />
    <OwnLate {...props} />
  </>
);

function OwnLate({ resource, row, beside, brief = false }: LateProps) {
  const lateness = lateHere(resource, row);
  const field = lateness && fieldOf(resource, lateness.field);
  if (!field || beside.includes(field)) return null;
  const at = kindOf(field).tell(String(row[field.name]), zoneOf(row));
  return <LateBadge lateness={lateness} at={`${field.label}: ${at}`} label={brief ? '' : field.label} />;
}

function LateBadge({ lateness, at, label = '' }: { lateness: Lateness; at: string; label?: string }) {
  return (
    <span class={`badge late ${lateness.tone}`} title={at}>
      {label !== '' && `${label}: `}
      {lateness.words}
    </span>
  );
}

/** Values without an id belong to no row: those of a report, or former values of a row. */
const lateHere = (resource: Resource | undefined, row: Row): Lateness | null =>
  resource && row.id > 0 ? latenessOf(resource, row, present().meta) : null;

/** The resource of a field; undefined for a field of a report or an action. */
const ownerOf = (field: Field): Resource | undefined =>
  present().resources.find(({ fields }) => fields.includes(field));

interface ClockProps {
  readonly value: string;
  readonly type?: FieldType;
  /** The time zone, IANA; null for the browser's. */
  readonly zone: string | null;
}

/** A day or an instant, as short as possible; the full form is a tooltip. */
export function Clock({ value, type = 'datetime', zone }: ClockProps) {
  const { tell, brief = tell } = kindOf({ type });
  return (
    <time dateTime={value} title={tell(value, zone)} translate={false}>
      {brief(value, zone)}
    </time>
  );
}

function Amount({ field, row, value }: { field: Field; row: Row; value: number }): ComponentChildren {
  const { currency } = present().meta;
  if (isId(field)) return String(value);
  if (field.unit !== undefined && field.unit === currency) return formatMoney(value, locale, currency);
  if (field.ratio) return formatShare(value, locale);
  if (isOfNothing(field, row)) return null;
  if (field.unit === w.value.minutes) return formatMinutes(value, locale);
  if (field.unit === w.value.bytes) return formatSize(value, locale);
  const unit = unitOf(field, row, value);
  if (field.interval && unit !== '') return w.value.every(value, unit);
  const decimals = field.limits?.decimals;
  // Amounts of money are padded, measures are not.
  const number = formatNumber(
    value,
    locale,
    decimals,
    unit === '' && decimals === moneyDecimals ? decimals : 0,
  );
  if (unit === '') return number;
  return (
    <>
      {number} <span class="unit">{unit}</span>
    </>
  );
}

/** The unit of a number, if its field or a row has one: `unit`, or `item.unit` of the row in `item`. */
export function unitOf(field: Field, row: Row, count: number): string {
  if (field.unit_field === undefined) return field.unit ? w.value.declared(count, field.unit) : '';
  const [first = '', second] = field.unit_field.split('.');
  const unit = second === undefined ? row[first] : rowsUnder(row, first)[0]?.[second];
  if (typeof unit !== 'string') return '';
  const own = ownerOf(field);
  const known = own && fieldOf(own, first);
  // A recurrence is a sentence, which contains the unit.
  if (field.interval) return unit;
  return w.value.counted(count, (known && wordOf(known, unit)?.label.toLocaleLowerCase(locale)) ?? unit);
}
