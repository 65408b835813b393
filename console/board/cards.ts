/** What stands on a board: which rows are asked for, in which columns they lie, and where each may go. */
import { type Query, withQuery } from '../service/call.ts';
import {
  type Field,
  neededFields,
  type Page,
  type Resource,
  type Row,
  type Value,
  wordOf,
} from '../service/metadata.ts';

/** Rows of what is going on, and of what is over: the latest of these. */
const mostGoing = 100;
const mostOver = 20;

/** Filters and search of the list that the board shows. */
export type Asked = Readonly<Record<string, string>>;

export interface Counts {
  readonly data: readonly { readonly value: string | null; readonly count: number }[];
}

/** The values that are columns: all of the enumeration, or those that the list is filtered by. */
function valuesOf(field: Field, asked: Asked): Value[] {
  const wanted = asked[field.name]?.split(',');
  return (field.values ?? []).filter(({ value }) => !wanted || wanted.includes(String(value)));
}

/** A state that leads nowhere: most rows end up in one. */
function isOver({ states }: Resource, field: Field, { value }: Value): boolean {
  return states?.field === field.name && states.transitions[String(value)]?.length === 0;
}

/** What a board asks for: how many rows are in each column, those that are going on, and the latest of those that are over. */
export function boardPaths(resource: Resource, field: Field, asked: Asked) {
  const { path } = resource;
  const values = valuesOf(field, asked);
  const over = values.filter((value) => isOver(resource, field, value));
  const going = values.filter((value) => !over.includes(value));
  const list = (some: readonly Value[], query: Query) =>
    some.length === 0
      ? null
      : withQuery(`/${path}`, {
          ...asked,
          ...query,
          [field.name]: some.map(({ value }) => value).join(','),
          fields: neededFields(resource, [...cardFields(resource, field), field.name]),
          with: 'can,etag',
        });
  const latest = resource.sort.fields.some(({ name }) => name === 'updated_at') ? '-updated_at' : undefined;
  return {
    counts: withQuery(`/${path}/counts`, { ...asked, by: field.name }),
    going: list(going, { per_page: mostGoing }),
    over: list(over, { per_page: mostOver, sort: latest }),
  };
}

/** What a card shows under the name of its row. */
export function cardFields({ view, display }: Resource, board: Field): readonly string[] {
  return view.card ?? view.columns.filter((name) => name !== display && name !== board.name).slice(0, 3);
}

export interface ColumnOfCards {
  readonly value: string;
  readonly label: string;
  readonly tone: Value['tone'];
  readonly total: number;
  readonly rows: readonly Row[];
  /** The list of all of them. */
  readonly to: string;
}

/** The columns of a board in the order of the enumeration, each with those of its rows that were asked for. */
export function columnsOf(
  resource: Resource,
  field: Field,
  asked: Asked,
  counts: Counts,
  pages: readonly Page[],
): ColumnOfCards[] {
  const rows = pages.flatMap(({ data }) => data);
  return valuesOf(field, asked).map(({ value, label, tone }) => ({
    value: String(value),
    label,
    tone,
    total: counts.data.find((one) => one.value === value)?.count ?? 0,
    rows: rows.filter((row) => row[field.name] === value),
    to: withQuery(`/${resource.path}`, { ...asked, [field.name]: String(value) }),
  }));
}

/** The columns to which somebody may move a card. */
export function waysOf({ states }: Resource, field: Field, { can, ...row }: Row): Value[] {
  if (field.read_only || field.fixed || !can) return [];
  const here = row[field.name];
  const ways = states?.field === field.name ? can.transitions : can.update ? allValues(field) : [];
  return ways.flatMap((way) => (way === here ? [] : (wordOf(field, way) ?? [])));
}

const allValues = ({ values = [] }: Field): string[] => values.map(({ value }) => String(value));
