/** How a client lays a resource out: its place in the navigation, its lists, forms and boards. All of it may be left out. */
import type { English } from '../message.ts';
import type { ActionWhen, Fields, FilterQuery, SystemRow } from './types.ts';

/** Pictures that a client can draw, in plain words. */
export const icons = [
  ...(['bell', 'bolt', 'book', 'box', 'brush', 'building', 'calendar', 'camera', 'chart', 'check'] as const),
  ...(['clock', 'document', 'drop', 'flag', 'flame', 'folder', 'gauge', 'gear', 'key', 'list'] as const),
  ...(['map', 'money', 'people', 'person', 'pin', 'shield', 'tag', 'truck', 'warning', 'wrench'] as const),
  ...(['arrows', 'history'] as const),
];
export type Icon = (typeof icons)[number];

/** A field of an answer, those of every row included. */
type ShownField<F extends Fields> = (keyof F & string) | keyof SystemRow;
type Dated<Filter extends string> = Filter | 'created_at' | 'updated_at';

/** What `counts?by=` takes. */
type CountedBy<Filter extends string, Through extends string> =
  | Filter
  | Through
  | 'site_id'
  | 'created_by_id'
  | `${Dated<Filter>}.${'day' | 'week' | 'month' | 'year'}`;

/** Part of the home page: a chart of counts, or the first rows of a list. */
type Overview<F extends Fields, Filter extends string, Sort extends string, Through extends string> =
  | { readonly by: CountedBy<Filter, Through>; readonly title?: English }
  | {
      /** Filters of the list with their values. */
      readonly list: FilterQuery<F, Filter> & { readonly [T in Exclude<Through, Filter>]?: string | number };
      /** The list's usual order where nothing is said. */
      readonly sort?: Sort | `-${Sort}`;
      readonly title: English;
    };

/** The days of a calendar. */
export interface CalendarDates<Filter extends string> {
  readonly from: Dated<Filter>;
  /** The end of what takes days. */
  readonly until?: Dated<Filter>;
  /** The action by which a row comes to another day, where no change of `from` does: its input has a field of that name. */
  readonly move?: string;
}

/** Fields that belong together in a form and beside a row. */
export interface Section<F extends Fields> {
  readonly title: English;
  readonly fields: readonly ShownField<F>[];
  /** Closed until somebody opens it. */
  readonly folded?: true;
}

/** What a button beside a row creates, with what the form is filled in from that row: `{ material_id: 'id' }`. */
export interface QuickCreate<F extends Fields> {
  /** Path of a resource. */
  readonly create: string;
  /** Field of the new row → field of this one. */
  readonly with: Readonly<Record<string, ShownField<F>>>;
  /** Field of the new row → the value that the form begins with. */
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  /** What stands on its button; the name of what is created where nothing is said. */
  readonly title?: English;
  /** Actions that create in place of a form: the button has the name of the one that is possible. */
  readonly toggle?: Toggle;
}

/** What a button begins and ends: its user has one at a time. */
export interface Toggle {
  /** An action on the collection, which is given what `with` says and needs nothing else. */
  readonly on: string;
  /** The action on a row that ends it. What its `when` names are filters of the list. */
  readonly off: string;
  /** The filter that takes a person, by which the user finds their own. */
  readonly mine: string;
}

/** By which fields the bell knows what a row tells of, and whether somebody has read it. */
export interface Bell<F extends Fields, Filter extends string = string> {
  /** The name of the resource that a row tells of. */
  readonly resource: keyof F & string;
  /** The id of the row there. */
  readonly record: keyof F & string;
  /** Whether it is unread; lists are filtered by it. */
  readonly unread: keyof F & Filter;
}

/** New rows that are filled in together: a row for each that is chosen. */
export interface Several<F extends Fields> {
  /** The reference of which several are chosen. */
  readonly of: keyof F & string;
  /** A whole number that is counted beside each of them. */
  readonly amount?: keyof F & string;
}

/** When a row is late: its moment has passed, or its day, and nothing has been done about it. */
export interface Late<F extends Fields> {
  /** A day or a moment; of several, the first that the row has. */
  readonly at: ShownField<F> | readonly ShownField<F>[];
  /** Field → the values with which it can be late; any where nothing is said. */
  readonly while?: ActionWhen<F>;
  /** How long before that it is due: days or hours, as ISO 8601 writes them. */
  readonly soon?: `P${number}D` | `PT${number}H`;
}

/** A list beside a row, with an order that is not the list's usual one. */
export type RelatedOrder =
  | { readonly list: string; readonly sort: string }
  /** A date of its rows: those to come stand first, the next of them on top, and below them the latest that have passed. */
  | { readonly list: string; readonly from: string };

/** What a client takes along, to be there without a network. */
export interface Offline<F extends Fields, Filter extends string = string, Through extends string = string> {
  /** Filters of the list that is taken along, with their values: of all rows where it is empty, of none where it is left out. */
  readonly list?: FilterQuery<F, Filter>;
  /** The filter that takes a person: only their own rows of it, unless they choose otherwise. */
  readonly own?: Filter | Through | 'created_by_id';
  /** Paths of resources whose rows go with them: those that they refer to, and those that belong to them. */
  readonly with?: readonly string[];
  /** Whether a new row can be written down until there is a network. */
  readonly create?: true;
  /** The fields whose changes can be. */
  readonly update?: readonly (keyof F & string)[];
}

/** Rows that are answered one by one, with a thumb. What one asks stands in a field of it; a kind that no field answers is answered by files. */
export interface Checklist<F extends Fields> {
  /** An enumeration: what a row asks for. */
  readonly kind: keyof F & string;
  /** Kind → the field that takes the answer. */
  readonly answers: Readonly<Record<string, keyof F & string>>;
  /** Kinds of which the answer is yes, and never no. */
  readonly ticks?: readonly string[];
  /** An enumeration: what follows from the answer, in its tones. */
  readonly status: keyof F & string;
  /** The status of what is still to be answered. */
  readonly open: string;
  /** What says more of what is asked. */
  readonly help?: keyof F & string;
  /** The texts that an answer is one of. */
  readonly choices?: keyof F & string;
  /** The least and the most that a number should be. */
  readonly bounds?: readonly [least: keyof F & string, most: keyof F & string];
  /** The mark of what does not apply; the note says why. */
  readonly none?: keyof F & string;
  readonly note?: keyof F & string;
}

/**
 * What `GET /resources` tells a client of how to lay a resource out. What is left out follows from the rest of the definition;
 * see `describe/view/defaults.ts`.
 */
export interface View<
  F extends Fields,
  Filter extends string = string,
  Sort extends string = string,
  Through extends string = string,
> {
  readonly icon?: Icon;
  /** What it stands under in the navigation. */
  readonly group?: English;
  /** Its place there, smallest first; a group stands where its first resource does. 1000 where nothing is said. */
  readonly order?: number;
  /** Columns of a list. */
  readonly columns?: readonly ShownField<F>[];
  /** Up to three fields that a card shows under the row's name, on a phone or a board. */
  readonly card?: readonly ShownField<F>[];
  /** What a label to stick on a thing says beside its code: up to four fields. Rows have no labels where nothing is said. */
  readonly label?: readonly ShownField<F>[];
  /** The field that has the address to which the code on a label leads; the row's page where nothing is said. */
  readonly leads?: ShownField<F>;
  /** Of a form and of a row. Fields that none of them names come last, in a section of their own. */
  readonly sections?: readonly Section<F>[];
  /** What stands large in the head of a page about one row: up to four fields. */
  readonly headline?: readonly ShownField<F>[];
  readonly late?: Late<F>;
  /** The filter that takes a person, by which somebody finds the rows that are theirs to do. */
  readonly mine?: Filter | Through | 'created_by_id';
  readonly offline?: Offline<F, Filter, Through>;
  /** How its rows are answered on the page of the row that they belong to. */
  readonly checklist?: Checklist<F>;
  /** Paths of resources of which a row shows lists, in the order of tabs; those that are not named come behind. */
  readonly related?: readonly (string | RelatedOrder)[];
  /** Path of a resource whose latest rows a page shows in a line, each in the tone of its state: one of those of `related`. */
  readonly strip?: string;
  /** The enumeration by which a board has its columns; null for none. */
  readonly board?: Filter | null;
  /** The day on which a row stands in a calendar, or the days from which and until which it does; null for none. */
  readonly calendar?: Dated<Filter> | CalendarDates<Filter> | null;
  readonly overview?: readonly Overview<F, Filter, Sort, Through>[];
  readonly quick?: readonly QuickCreate<F>[];
  /** What a form of new rows takes several of at once. */
  readonly several?: Several<F>;
  /** Whether it stands on the page of one's own account, and not in the navigation. */
  readonly account?: true;
  /** Whether a home page offers to create a row. */
  readonly shortcut?: true;
  /** Whether its rows stand at the bell, in place of the navigation: those of a `NoticeText`. */
  readonly bell?: Bell<F, Filter>;
}

/** The path of a related list. */
export function relatedPath(related: string | RelatedOrder): string {
  return typeof related === 'string' ? related : related.list;
}
