/**
 * Kinds of values: everything that depends on the kind of a field or a filter. A new kind is an entry here, and one in
 * `inputs.tsx`, which is loaded with forms.
 */
import type { ComponentChildren } from 'preact';
import {
  formatDay,
  formatInstant,
  formatNumber,
  formatShort,
  nameOfZone,
  shortDay,
} from '../parts/format.ts';
import { isWall, wallAfterGap } from '../parts/time/clock.ts';
import { addDays, dayOf } from '../parts/time/days.ts';
import { readClock } from '../parts/time/moments.ts';
import type { Field } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { incomplete } from './attributes.ts';
import { TypedDay, TypedLine, TypedNumber, TypedTime } from './typed-inputs.tsx';

/** The types of values, as clients know them. */
export type FieldType = Field['type'];

/** The props of the input for one end of a range. */
interface EndProps {
  readonly id: string;
  readonly value: string;
  onChange(event: { readonly currentTarget: HTMLInputElement }): void;
}

interface Kind {
  /**
   * A value as text, for a cell or a filter.
   * @param text as in an address or a body; an invalid value is shown as it is
   * @param timezone IANA, null for that of the browser; default: that of the current site
   */
  tell(text: string, timezone?: string | null): string;
  /** A shorter form for little room; left out if there is none. */
  brief?(text: string, timezone?: string | null): string;
  /** Parses a value of an address; undefined if it is invalid. */
  read(text: string): unknown;
  /** The empty value of a body, if null has another meaning. For a list, an empty list. */
  readonly nothing: null | '' | readonly never[];
  readonly filter: {
    /** The input for one end of a range. */
    end(props: EndProps): ComponentChildren;
    /** The next or previous value: the one before 5 is 4. Left out if a value has no neighbours. */
    step?(value: string, by: number): string;
  };
  /** Whether it is a day or an instant: only the service knows `now`, and charts and calendars filter by it. */
  readonly clock?: 'day' | 'instant';
  /** The default of a create that depends on the request; null if it is not known before. */
  atRequest?(usual: unknown): unknown;
  /** Set for numbers that are amounts. */
  readonly amount?: 'whole' | 'fraction';
  /** Set for structured values, which take the whole width of a page: with fields as parts, or any. */
  readonly structure?: 'parts' | 'any';
  /** It is chosen among known values only. */
  readonly isClosed?: true;
  /** A boolean: a checkbox, if it cannot be null. */
  readonly isYesNo?: true;
  readonly isText?: true;
  /** Why a value cannot be sent; empty if it can. */
  problem?(value: unknown): string;
  /** A message shown at once: a local time in a gap. @param timezone IANA name; null for that of the browser */
  gap?(value: unknown, timezone: string | null): string;
}

/** The name of a time's zone, to put after it; empty if it is that of the current site. */
export const zoneMark = (timezone: string | null): string =>
  timezone === null || timezone === present().meta.timezone ? '' : ` ${nameOfZone(timezone)}`;

const asItIs = (text: string): string => text;
const none = (): undefined => undefined;
const plain = {
  tell: asItIs,
  read: asItIs,
  nothing: null,
  filter: { end: (props: EndProps) => <TypedLine {...props} /> },
} as const;

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
const wholeIn = (text: string): number | undefined => {
  const number = numberIn(text);
  return Number.isSafeInteger(number) ? number : undefined;
};
const tellNumber = (text: string): string =>
  text !== '' && Number.isFinite(Number(text)) ? formatNumber(Number(text), locale) : text;
const halfTyped = (value: unknown): string => (value === incomplete ? w.form.incomplete : '');

const kinds: Readonly<Record<FieldType, Kind>> = {
  boolean: {
    ...plain,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    isYesNo: true,
  },
  integer: {
    ...plain,
    tell: tellNumber,
    read: wholeIn,
    filter: {
      end: (props) => <TypedNumber step="1" {...props} />,
      step: (value, by) => (/^-?\d+$/.test(value) ? String(Number(value) + by) : value),
    },
    amount: 'whole',
  },
  decimal: {
    ...plain,
    tell: tellNumber,
    read: (text) => (Number.isFinite(numberIn(text)) ? numberIn(text) : undefined),
    filter: { end: (props) => <TypedNumber step="0.01" {...props} /> },
    amount: 'fraction',
  },
  text: {
    ...plain,
    nothing: '',
    isText: true,
  },
  enum: { ...plain, isClosed: true },
  date: {
    ...plain,
    tell: (text) => (Number.isNaN(Date.parse(text)) ? text : formatDay(text, locale)),
    brief: (text) =>
      Number.isNaN(Date.parse(text))
        ? text
        : shortDay(locale, text, dayOf(Date.now(), present().meta.timezone)),
    filter: {
      end: (props) => <TypedDay {...props} />,
      step: (value, by) => (/^\d{4}-\d\d-\d\d$/.test(value) ? addDays(value, by) : value),
    },
    clock: 'day',
    atRequest: (usual) => {
      const days = Number(/^today([+-]\d+)?$/.exec(String(usual))?.[1] ?? 0);
      return addDays(dayOf(Date.now(), present().meta.timezone), days);
    },
    problem: halfTyped,
  },
  datetime: {
    ...plain,
    tell: (text, timezone = present().meta.timezone) =>
      readClock(text, timezone) ? formatInstant(text, { locale, timezone }) + zoneMark(timezone) : text,
    brief: (text, timezone = present().meta.timezone) =>
      readClock(text, timezone) ? formatShort(text, { locale, timezone }) + zoneMark(timezone) : text,
    clock: 'instant',
    atRequest: () => null,
    problem: halfTyped,
    gap: (value, timezone) =>
      isWall(value) ? w.form.gap(value.slice(11), wallAfterGap(value, timezone).slice(11)) : '',
  },
  time: {
    ...plain,
    filter: { end: (props) => <TypedTime {...props} /> },
    problem: halfTyped,
  },
  reference: { ...plain, read: wholeIn },
  references: {
    ...plain,
    read: (text) => {
      const ids = text.split(',').map(Number);
      return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : undefined;
    },
    nothing: [],
  },
  words: {
    ...plain,
    read: (text) => text.split(','),
    nothing: [],
  },
  nested: { ...plain, read: none, nothing: [], structure: 'parts' },
  json: {
    ...plain,
    read: none,
    structure: 'any',
    problem: (value) => (typeof value === 'string' ? w.form.unreadable : ''),
  },
};

/** The kind of a field or a filter. If a page is older than the service, it treats an unknown type as text. */
export const kindOf = ({ type }: { readonly type: FieldType }): Kind => kinds[type] ?? kinds.text;

/** Whether a value is a list, which may be empty. */
export const isSeveral = (field: { readonly type: FieldType }): boolean =>
  Array.isArray(kindOf(field).nothing);

/** Whether the parts of a value are fields. */
export const hasParts = (field: { readonly type: FieldType }): boolean => kindOf(field).structure === 'parts';

/** Whether its values are amounts, whose digits stand below each other. */
export const isAmount = (field: Field): boolean =>
  kindOf(field).amount !== undefined && field.values === undefined && !field.interval;

/** Whether it is the id of a row, which is no amount. */
export const isId = ({ name }: Pick<Field, 'name'>): boolean => /(?:^|_)id$/.test(name);
