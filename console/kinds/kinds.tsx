/** Kinds of values: all that the console does by what a field or a filter holds. A new kind is an entry here, and one in `inputs.tsx`, which is loaded with forms. */
import type { ComponentChildren } from 'preact';
import { formatDay, formatInstant, formatNumber } from '../parts/format.ts';
import { isWall, wallAfterGap } from '../parts/time/clock.ts';
import { addDays } from '../parts/time/days.ts';
import { readClock } from '../parts/time/moments.ts';
import type { Field } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { incomplete } from './attributes.ts';

/** What clients know kinds of values by. */
export type FieldType = Field['type'];

/** What the input for one end of a range is given. */
export interface EndProps {
  readonly id: string;
  readonly value: string;
  onChange(event: { readonly currentTarget: HTMLInputElement }): void;
}

export interface Kind {
  /** A value as a cell and a filter tell it. @param text as an address and a body have it; what cannot be read is told as it is */
  tell(text: string): string;
  /** A value out of an address; undefined for what is none. */
  read(text: string): unknown;
  /** The schema that a part of a value has which is of this kind; left out where that takes more than its type. */
  readonly schema?: { readonly type: string; readonly format?: string };
  /** How a body says that there is nothing, where null says something else. Of what holds several, an empty list. */
  readonly nothing: null | '' | readonly never[];
  readonly filter: {
    /** The input for one end of a range. */
    end(props: EndProps): ComponentChildren;
    /** The value that follows, or the one before: one less than 5 is 4. Left out where a value has no neighbours. */
    step?(value: string, by: number): string;
  };
  /** What a value says of time: `now` is known only to the service, and charts and calendars ask by it. */
  readonly clock?: 'day' | 'instant';
  /** Numbers that are amounts of something. */
  readonly amount?: 'whole' | 'fraction';
  /** Values with a structure, which take the whole width of a page: one that a schema tells the parts of, or any. */
  readonly structure?: 'parts' | 'any';
  /** Chosen among known values, and no others. */
  readonly isClosed?: true;
  /** Yes or no: where it cannot be null, a box to check. */
  readonly isYesNo?: true;
  readonly isText?: true;
  /** Why a value cannot be sent; empty where it can. */
  problem?(value: unknown): string;
  /** What is told at the input at once: a time that no clock of the place shows. @param timezone IANA name; null for that of the browser */
  gap?(value: unknown, timezone: string | null): string;
}

const asItIs = (text: string): string => text;
const none = (): undefined => undefined;
const plain = {
  tell: asItIs,
  read: asItIs,
  nothing: null,
  filter: { end: (props: EndProps) => <input type="text" {...props} /> },
} as const;

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
const wholeIn = (text: string): number | undefined => {
  const number = numberIn(text);
  return Number.isSafeInteger(number) ? number : undefined;
};
const tellNumber = (text: string): string =>
  text !== '' && Number.isFinite(Number(text)) ? formatNumber(Number(text), locale) : text;
const halfTyped = (value: unknown): string => (value === incomplete ? w.form.incomplete : '');

/** In the order in which a schema of several types is taken for one. */
const kinds: Readonly<Record<FieldType, Kind>> = {
  boolean: {
    ...plain,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    schema: { type: 'boolean' },
    isYesNo: true,
  },
  integer: {
    ...plain,
    tell: tellNumber,
    read: wholeIn,
    schema: { type: 'integer' },
    filter: {
      end: (props) => <input type="number" step="1" {...props} />,
      step: (value, by) => (/^-?\d+$/.test(value) ? String(Number(value) + by) : value),
    },
    amount: 'whole',
  },
  decimal: {
    ...plain,
    tell: tellNumber,
    read: (text) => (Number.isFinite(numberIn(text)) ? numberIn(text) : undefined),
    schema: { type: 'number' },
    filter: { end: (props) => <input type="number" step="0.01" {...props} /> },
    amount: 'fraction',
  },
  text: {
    ...plain,
    schema: { type: 'string' },
    nothing: '',
    isText: true,
  },
  enum: { ...plain, isClosed: true },
  date: {
    ...plain,
    tell: (text) => (Number.isNaN(Date.parse(text)) ? text : formatDay(text, locale)),
    filter: {
      end: (props) => <input type="date" {...props} />,
      step: (value, by) => (/^\d{4}-\d\d-\d\d$/.test(value) ? addDays(value, by) : value),
    },
    schema: { type: 'string', format: 'date' },
    clock: 'day',
    problem: halfTyped,
  },
  datetime: {
    ...plain,
    tell: (text) => {
      const { timezone } = present().meta;
      return readClock(text, timezone) ? formatInstant(text, { locale, timezone }) : text;
    },
    schema: { type: 'string', format: 'date-time' },
    clock: 'instant',
    problem: halfTyped,
    gap: (value, timezone) =>
      isWall(value) ? w.form.gap(value.slice(11), wallAfterGap(value, timezone).slice(11)) : '',
  },
  time: {
    ...plain,
    schema: { type: 'string', format: 'time' },
    filter: { end: (props) => <input type="time" {...props} /> },
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

/** What the console does with values of a field or a filter. A page that is older than the service takes a kind that it does not know for text. */
export const kindOf = ({ type }: { readonly type: FieldType }): Kind => kinds[type] ?? kinds.text;

const isType = (name: string): name is FieldType => name in kinds;

/** The kind of a part of a value, by its schema; undefined for what is more than a plain value. */
export function typeOfSchema(types: readonly unknown[], format: unknown): FieldType | undefined {
  const plain = Object.keys(kinds)
    .filter(isType)
    .map((type) => ({ type, schema: kinds[type].schema }));
  const all = plain.filter(({ schema }) => schema && types.includes(schema.type));
  const found =
    all.find(({ schema }) => schema?.format === format) ?? all.find(({ schema }) => !schema?.format);
  return found?.type;
}

/** Whether a value is several, of which there may be none. */
export const isSeveral = (field: { readonly type: FieldType }): boolean =>
  Array.isArray(kindOf(field).nothing);

/** Whether the parts of a value are fields of their own. */
export const hasParts = (field: { readonly type: FieldType }): boolean => kindOf(field).structure === 'parts';
