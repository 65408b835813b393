/** How a client lays a resource out: its place in the navigation, its lists, forms and boards. All of it may be left out. */
import type { English } from '../message.ts';
import type { Fields, FilterQuery, SystemRow } from './types.ts';

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
  /** Of a form and of a row. Fields that none of them names come last, in a section of their own. */
  readonly sections?: readonly Section<F>[];
  /** Paths of resources of which a row shows lists, in the order of tabs; those that are not named come behind. */
  readonly related?: readonly string[];
  /** The enumeration by which a board has its columns; null for none. */
  readonly board?: Filter | null;
  /** The day on which a row stands in a calendar, or the days from which and until which it does; null for none. */
  readonly calendar?: Dated<Filter> | { readonly from: Dated<Filter>; readonly until: Dated<Filter> } | null;
  readonly overview?: readonly Overview<F, Filter, Sort, Through>[];
  readonly quick?: readonly QuickCreate<F>[];
}
