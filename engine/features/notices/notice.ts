/** Facts about rows that people are notified of, as a definition declares them. */
import type { Fields } from '../../definition/types.ts';
import type { Where } from '../../kinds/where.ts';
import type { English } from '../../message.ts';
import type { Permission } from '../../policy.ts';
import { fieldsIn } from '../../read/sentences.ts';

/**
 * The recipients: the people in a field of the row, or the holders of a permission at the row's site, of this resource (`update`)
 * or another one (`maintenance-plan.update`).
 */
export type NoticeTo<F extends Fields> = (keyof F & string) | { readonly holders: Permission };

/** The default channel; each person can choose another. */
export type NoticeChannel = 'page' | 'mail';

/** The texts and recipients of every notice. */
interface NoticeWords<F extends Fields> {
  /** The name of the kind, where people choose their channels: `An item runs low`. */
  readonly label: English;
  /**
   * The sentence, with fields of the row in braces: `{name} is overdue since {at}`. `at` is the moment of a `NoticeAt`. Of several
   * sentences, the first whose fields all have a value, else the last.
   */
  readonly says: English | readonly English[];
  /** The first of these that yields at least one person. */
  readonly to: NoticeTo<F> | readonly NoticeTo<F>[];
  readonly channel: NoticeChannel;
}

/** A condition that becomes true by a write: for a new row, or a row that did not meet it before. */
interface NoticeWhen {
  readonly when: Where;
}

/**
 * A value that worsens by a write. In an enumeration the later value is worse, in a `Case` the earlier one. An improvement sends
 * no notice; the value may worsen again later.
 */
interface NoticeWorsens<F extends Fields> {
  readonly worsens: keyof F & string;
  /** The first value that is reported, also for a new row. Without it, a new row sends no notice. */
  readonly from?: string;
  /** Rows that do not meet this condition have the best value. */
  readonly while?: Where;
}

/** A person who is added to a field of people by a write. Only this person is notified. */
interface NoticeJoins<F extends Fields> {
  readonly joins: keyof F & string;
  readonly while?: Where;
}

/** An upcoming moment of the row: the first of these fields that has a value. */
interface NoticeAt<F extends Fields> {
  readonly at: (keyof F & string) | readonly (keyof F & string)[];
  /** Intervals before the moment, with a notice at each. Default: at the moment itself. */
  readonly before?: readonly NoticeBefore[];
  readonly while?: Where;
  /**
   * For rows that meet this condition: if a write sets a moment in the past, that write also sends the notice, since the moment
   * follows from data entered late. For other rows, a past moment sends no notice.
   */
  readonly passed?: Where;
}

/** `7 days`, `12 hours`. A day has 24 hours. */
type NoticeBefore = `${number} ${'hour' | 'hours' | 'day' | 'days'}`;

/** A fact that a hook tells with `rows(path).tell`, and the names of the values that it gives: sentences have them in braces, too. */
interface NoticeTold {
  readonly told: readonly string[];
}

export type Notice<F extends Fields> = NoticeWords<F> &
  (NoticeWhen | NoticeWorsens<F> | NoticeJoins<F> | NoticeAt<F> | NoticeTold);

/** The interval in milliseconds; null for a text that is not an interval, or is more than a year. */
export function parseBefore(before: string): number | null {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3}) (hour|day)s?$/.exec(before) ?? [];
  const hours = Number(number) * (unit === 'day' ? 24 : 1);
  return hours > 0 && hours <= 366 * 24 ? hours * 3_600_000 : null;
}

/** The full name of the permission whose holders are notified. */
export function heldName(resource: string, { holders }: { readonly holders: Permission }): string {
  return holders.includes('.') ? holders : `${resource}.${holders}`;
}

/** The fields that a sentence names, without the name of the row. */
export function saidFields({ says }: Pick<Notice<Fields>, 'says'>): string[] {
  return [says].flat().flatMap(fieldsIn);
}

declare module '../../definition/definition.ts' {
  interface FeatureKeys<F extends Fields> {
    /** Facts about rows that people are notified of, by the last part of their name: `low_stock` of `item` is `item.low_stock`. */
    readonly notices?: Readonly<Record<string, Notice<F>>>;
  }
}

declare module '../../definition/hooks.ts' {
  interface OtherRows<R> {
    /** Notes a fact of a row for a notice that is `told`, with the values of its sentence. */
    tell(row: Pick<OtherRow, 'id' | 'site_id'>, notice: string, values: Partial<OtherRow>): Promise<void>;
  }
}
