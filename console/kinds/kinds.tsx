/** Kinds of values: all that the console does by what a field or a filter holds. A new kind is an entry here, and one in `inputs.tsx`, which is loaded with forms. */
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
import { DayInput } from './day-input.tsx';

/** What clients know kinds of values by. */
export type FieldType = Field['type'];

/** What the input for one end of a range is given. */
interface EndProps {
  readonly id: string;
  readonly value: string;
  onChange(event: { readonly currentTarget: HTMLInputElement }): void;
}

interface Kind {
  /**
   * A value as a cell and a filter tell it.
   * @param text as an address and a body have it; what cannot be read is told as it is
   * @param timezone IANA, null for that of the browser; that of the current site where it is left out
   */
  tell(text: string, timezone?: string | null): string;
  /** The same as short as a row has room for; left out where that is no shorter. */
  brief?(text: string, timezone?: string | null): string;
  /** A value out of an address; undefined for what is none. */
  read(text: string): unknown;
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
  /** What a create takes by itself, where its default follows from the request; null for what is not known before. */
  atRequest?(usual: unknown): unknown;
  /** Numbers that are amounts of something. */
  readonly amount?: 'whole' | 'fraction';
  /** Values with a structure, which take the whole width of a page: one whose parts are fields, or any. */
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

/** A clock that is not that of the current site is named. */
const named = (timezone: string | null): string =>
  timezone === null || timezone === present().meta.timezone ? '' : ` ${nameOfZone(timezone)}`;

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
      end: (props) => <input type="number" step="1" {...props} />,
      step: (value, by) => (/^-?\d+$/.test(value) ? String(Number(value) + by) : value),
    },
    amount: 'whole',
  },
  decimal: {
    ...plain,
    tell: tellNumber,
    read: (text) => (Number.isFinite(numberIn(text)) ? numberIn(text) : undefined),
    filter: { end: (props) => <input type="number" step="0.01" {...props} /> },
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
      end: (props) => <DayInput {...props} />,
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
      readClock(text, timezone) ? formatInstant(text, { locale, timezone }) + named(timezone) : text,
    brief: (text, timezone = present().meta.timezone) =>
      readClock(text, timezone) ? formatShort(text, { locale, timezone }) + named(timezone) : text,
    clock: 'instant',
    atRequest: () => null,
    problem: halfTyped,
    gap: (value, timezone) =>
      isWall(value) ? w.form.gap(value.slice(11), wallAfterGap(value, timezone).slice(11)) : '',
  },
  time: {
    ...plain,
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

/** Whether a value is several, of which there may be none. */
export const isSeveral = (field: { readonly type: FieldType }): boolean =>
  Array.isArray(kindOf(field).nothing);

/** Whether the parts of a value are fields of their own. */
export const hasParts = (field: { readonly type: FieldType }): boolean => kindOf(field).structure === 'parts';
