/** Facts of rows that people are told, as a definition declares them. */
import type { Where } from '../kinds/where.ts';
import type { English } from '../message.ts';
import type { Permission } from '../policy.ts';
import type { Fields } from './types.ts';

/**
 * Who is told: the people in a field of the row, or those who hold a permission at the row's site, one of the resource (`update`) or of
 * another (`maintenance-plan.update`).
 */
export type NoticeTo<F extends Fields> = (keyof F & string) | { readonly holders: Permission };

/** How people are told at first; each chooses for themselves. */
export type NoticeChannel = 'page' | 'mail';

/** What every notice says. */
interface NoticeWords<F extends Fields> {
  /** What the kind is called where people choose how they are told: `An item runs low`. */
  readonly label: English;
  /** The sentence, with fields of the row in braces: `{name} is overdue since {at}`; `at` is the moment of one that has a moment. */
  readonly says: English;
  /** The first of these that gives anybody. */
  readonly to: NoticeTo<F> | readonly NoticeTo<F>[];
  readonly channel: NoticeChannel;
}

/** A fact that becomes true by a write: of a new row, or of one that did not meet the condition before. */
interface NoticeWhen {
  readonly when: Where;
}

/**
 * A value that gets worse by a write. Of an enumeration the later value is the worse one, of `Case` the earlier one. Getting better tells
 * nobody, and it may get worse again.
 */
interface NoticeWorsens<F extends Fields> {
  readonly worsens: keyof F & string;
  /** The first value that is told, also of a new row. Without it, a new row tells nothing. */
  readonly from?: string;
  /** Outside of it the value is as good as can be. */
  readonly while?: Where;
}

/** Somebody who comes into a field of people by a write: they alone are told. */
interface NoticeJoins<F extends Fields> {
  readonly joins: keyof F & string;
  readonly while?: Where;
}

/** A moment of the row that comes: the first of these fields that has a value. */
interface NoticeAt<F extends Fields> {
  readonly at: (keyof F & string) | readonly (keyof F & string)[];
  /** So long before it, each a time of its own; at the moment itself where nothing is said. */
  readonly before?: readonly NoticeBefore[];
  readonly while?: Where;
  /**
   * Of rows that meet it, a moment that has passed when a write sets it is told as well, by that write: it follows from what is entered
   * later. Of others such a moment is no news.
   */
  readonly passed?: Where;
}

/** `7 days`, `12 hours`: of 24 hours each day. */
type NoticeBefore = `${number} ${'hour' | 'hours' | 'day' | 'days'}`;

export type Notice<F extends Fields> = NoticeWords<F> &
  (NoticeWhen | NoticeWorsens<F> | NoticeJoins<F> | NoticeAt<F>);

/** A step before a moment in milliseconds; null for a text that is not one, or of more than a year. */
export function parseBefore(before: string): number | null {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3}) (hour|day)s?$/.exec(before) ?? [];
  const hours = Number(number) * (unit === 'day' ? 24 : 1);
  return hours > 0 && hours <= 366 * 24 ? hours * 3_600_000 : null;
}

/** The whole name of the permission whose holders are told. */
export function heldName(resource: string, { holders }: { readonly holders: Permission }): string {
  return holders.includes('.') ? holders : `${resource}.${holders}`;
}

/** The fields that a sentence names beside what the row is called. */
export function saidFields({ says }: Pick<Notice<Fields>, 'says'>): string[] {
  return [...says.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'name' ? [] : [name]));
}
