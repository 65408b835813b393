/** How a client lays out a resource: its place in the navigation, its lists, forms and boards. Everything is optional. */
import type { English } from '../message.ts';
import type { ActionWhen, Fields, FilterQuery, SystemRow } from './types.ts';

/** Icons that a client can draw, by plain names. */
export const icons = [
  ...(['bell', 'bolt', 'book', 'box', 'brush', 'building', 'calendar', 'camera', 'chart', 'check'] as const),
  ...(['clock', 'document', 'drop', 'flag', 'flame', 'folder', 'gauge', 'gear', 'key', 'list'] as const),
  ...(['map', 'money', 'people', 'person', 'pin', 'shield', 'tag', 'truck', 'warning', 'wrench'] as const),
  ...(['arrows', 'history'] as const),
];
export type Icon = (typeof icons)[number];

/** A field of an answer, including the fields of every row. */
type ShownField<F extends Fields> = (keyof F & string) | keyof SystemRow;
type Dated<Filter extends string> = Filter | 'created_at' | 'updated_at';

/** The values that `counts?by=` takes. */
type CountedBy<Filter extends string, Through extends string> =
  | Filter
  | Through
  | 'site_id'
  | 'created_by_id'
  | `${Dated<Filter>}.${'day' | 'week' | 'month' | 'year'}`;

/** Rows of a list, in an order. */
interface Listed<F extends Fields, Filter extends string, Sort extends string, Through extends string> {
  /** Filters of the list with their values. */
  readonly list: FilterQuery<F, Filter> & { readonly [T in Exclude<Through, Filter>]?: string | number };
  /** Default: the default sort of the list. */
  readonly sort?: Sort | `-${Sort}`;
}

/** A part of the home page: a chart of counts, or the first rows of a list. */
type Overview<F extends Fields, Filter extends string, Sort extends string, Through extends string> =
  | { readonly by: CountedBy<Filter, Through>; readonly title?: English }
  | (Listed<F, Filter, Sort, Through> & {
      /** The filter that takes a person: only the user's own rows are shown, and nothing if there are none. */
      readonly mine?: Filter | Through | 'created_by_id';
      readonly title: English;
    });

/** The days of a calendar. */
export interface CalendarDates<Filter extends string> {
  readonly from: Dated<Filter>;
  /** The last day, for rows that take several days. */
  readonly until?: Dated<Filter>;
  /** The action that moves a row to another day, if a change of `from` cannot. Its input has a field with the name of `from`. */
  readonly move?: string;
}

/** Fields that are shown together in a form and beside a row. */
export interface Section<F extends Fields> {
  readonly title: English;
  readonly fields: readonly ShownField<F>[];
  /** Collapsed at first. */
  readonly folded?: true;
}

/** A button beside a row that creates another one. `with` fills in its form from the row: `{ material_id: 'id' }`. */
export interface QuickCreate<F extends Fields> {
  /** Path of a resource. */
  readonly create: string;
  /** Field of the new row → field of this one. */
  readonly with: Readonly<Record<string, ShownField<F>>>;
  /** Field of the new row → its initial value in the form. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  /** The text of the button. Default: the name of the resource. */
  readonly title?: English;
  /** Actions that create in place of a form. The button has the name of the possible action. */
  readonly toggle?: Toggle;
}

/** A button that starts and ends something. A user has at most one at a time. */
export interface Toggle {
  /** An action on the collection. `with` gives its whole input. */
  readonly on: string;
  /** The action on a row that ends it. The list can be filtered by the fields of its `when`. */
  readonly off: string;
  /** The filter that takes a person: it finds the user's own rows. */
  readonly mine: string;
}

/** The fields by which the bell finds the subject of a row, and whether it is unread. */
export interface Bell<F extends Fields, Filter extends string = string> {
  /** The name of the resource of the subject. */
  readonly resource: keyof F & string;
  /** The id of the subject. */
  readonly record: keyof F & string;
  /** Whether it is unread. The list can be filtered by it. */
  readonly unread: keyof F & Filter;
}

/** A form that creates several rows: one for each chosen row. */
export interface Several<F extends Fields> {
  /** The reference of which several are chosen. */
  readonly of: keyof F & string;
  /** A whole number that the user enters for each of them. */
  readonly amount?: keyof F & string;
}

/** When a row is late: its moment or day has passed, and the row still has the values of `while`. */
export interface Late<F extends Fields> {
  /** A day or a moment. Of several fields, the first one that has a value. */
  readonly at: ShownField<F> | readonly ShownField<F>[];
  /** The end of a window after `at`: the row is late once it has passed. Without a value, the row is never late. Default: `at`. */
  readonly after?: ShownField<F>;
  /** Field → the values with which the row can be late. Default: any. */
  readonly while?: ActionWhen<F>;
  /** The interval before the moment in which the row is due soon: days or hours, in ISO 8601. */
  readonly soon?: `P${number}D` | `PT${number}H`;
}

/** A list beside a row, in an order that differs from the default sort. */
export type RelatedOrder =
  | { readonly list: string; readonly sort: string }
  /** A date of its rows. Future rows come first, the next one on top; below them past rows, the latest on top. */
  | { readonly list: string; readonly from: string };

/** What a client stores, to be available offline. */
export interface Offline<F extends Fields, Filter extends string = string, Through extends string = string> {
  /** Filters of the stored list, with their values. Empty: all rows. Left out: none. */
  readonly list?: FilterQuery<F, Filter>;
  /** The filter that takes a person: the client stores only the user's own rows, unless the user chooses otherwise. */
  readonly own?: Filter | Through | 'created_by_id';
  /** Paths of resources whose rows are stored too: those that the rows refer to, and those that belong to them. */
  readonly with?: readonly string[];
  /** New rows can be queued while offline. */
  readonly create?: true;
  /** The fields whose changes can be queued while offline. */
  readonly update?: readonly (keyof F & string)[];
}

/**
 * Rows that a user answers one by one, with a thumb. A field of the row holds the question. Kinds that no field answers are
 * answered by files.
 */
export interface Checklist<F extends Fields> {
  /** An enumeration: the kind of answer. */
  readonly kind: keyof F & string;
  /** Kind → the field that holds the answer. */
  readonly answers: Readonly<Record<string, keyof F & string>>;
  /** Kinds whose only answer is yes. */
  readonly ticks?: readonly string[];
  /** An enumeration: the result of the answer, in its tones. */
  readonly status: keyof F & string;
  /** The status of rows without an answer. */
  readonly open: string;
  /** A field that explains the question. */
  readonly help?: keyof F & string;
  /** The field with the texts to choose from. */
  readonly choices?: keyof F & string;
  /** The fields with the expected minimum and maximum of a number. */
  readonly bounds?: readonly [least: keyof F & string, most: keyof F & string];
  /** The mark for "does not apply"; the note gives the reason. */
  readonly none?: keyof F & string;
  readonly note?: keyof F & string;
  /** The time of the answer: who answers without a network says when it was. */
  readonly at?: keyof F & string;
}

/**
 * The layout that `GET /resources` returns. Keys that are left out follow from the rest of the definition; see
 * `features/metadata/defaults.ts`.
 */
export interface View<
  F extends Fields,
  Filter extends string = string,
  Sort extends string = string,
  Through extends string = string,
> {
  readonly icon?: Icon;
  /** Its group in the navigation. */
  readonly group?: English;
  /** Its position there, smallest first. A group has the position of its first resource. Default: 1000. */
  readonly order?: number;
  /** Columns of a list. */
  readonly columns?: readonly ShownField<F>[];
  /** Up to three fields that a card shows below the row's name, on a phone or a board. */
  readonly card?: readonly ShownField<F>[];
  /** The fields, up to four, that a printed label shows beside its code. Left out: rows have no labels. */
  readonly label?: readonly ShownField<F>[];
  /** The field with the address that the code on a label contains. Default: the row's page. */
  readonly leads?: ShownField<F>;
  /** Sections of a form and of a row. Fields that no section names form a last section. */
  readonly sections?: readonly Section<F>[];
  /** The fields, up to four, that are shown large in the header of a row's page. */
  readonly headline?: readonly ShownField<F>[];
  readonly late?: Late<F>;
  /** The filter that takes a person: it finds the rows assigned to the user. */
  readonly mine?: Filter | Through | 'created_by_id';
  readonly offline?: Offline<F, Filter, Through>;
  /** How users answer its rows, on the page of the row that they belong to. */
  readonly checklist?: Checklist<F>;
  /** Paths of resources whose lists a row shows, in the order of the tabs. Others follow them. */
  readonly related?: readonly (string | RelatedOrder)[];
  /** Path of a resource, one of `related`: the page of a row shows its latest rows in a strip, each in the tone of its state. */
  readonly strip?: string;
  /** The enumeration that gives the columns of a board; null for no board. */
  readonly board?: Filter | null;
  /** The day of a row in a calendar, or its first and last day; null for no calendar. */
  readonly calendar?: Dated<Filter> | CalendarDates<Filter> | null;
  readonly overview?: readonly Overview<F, Filter, Sort, Through>[];
  /** The rows with which a client opens the list. Users can remove the filters. Default: all rows. */
  readonly start?: Listed<F, Filter, Sort, Through>;
  readonly quick?: readonly QuickCreate<F>[];
  /** The rows that a form creates at once. */
  readonly several?: Several<F>;
  /** It is shown on the user's account page, not in the navigation. */
  readonly account?: true;
  /** A home page offers to create a row. */
  readonly shortcut?: true;
  /** The bell shows its rows, and the navigation does not: for rows with a `NoticeText`. */
  readonly bell?: Bell<F, Filter>;
}

/** The path of a related list. */
export function relatedPath(related: string | RelatedOrder): string {
  return typeof related === 'string' ? related : related.list;
}
