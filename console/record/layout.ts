/** The layout of a row's page: the groups of its facts, its related lists, and its next state. */
import { kindOf } from '../kinds/kinds.tsx';
import { withQuery } from '../service/call.ts';
import {
  type Field,
  fieldOf,
  fieldsOf,
  isOfNothing,
  isPossible,
  type Quick,
  type Related,
  type Resource,
  type Row,
  titleOf,
  wordOf,
} from '../service/metadata.ts';
import { relatedLabel } from '../service/session.ts';

/** Facts that are shown together. */
export interface FactGroup {
  /** Null for those without a section. */
  readonly title: string | null;
  readonly folded: boolean;
  readonly filled: readonly Field[];
  /** Empty fields: only their names are shown. */
  readonly empty: readonly Field[];
}

/** The fields of every row, and those that are shown in one line below the others. */
const ofEveryRow = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at']);

/** The facts of a row in the sections of its view. Facts that the page shows elsewhere, or that its other values rule out, are left out. */
export function factsOf(resource: Resource, row: Row): FactGroup[] {
  const elsewhere = new Set([
    ...headlineOf(resource, row).map(({ name }) => name),
    ...ofEveryRow,
    resource.display,
    resource.states?.field,
    // The address in the code of the row, which a button shows.
    resource.view.leads,
    ...resource.related.map((list) => list.count_field),
  ]);
  const title = titleOf(resource, row);
  // A number is shown with its unit.
  const units = resource.fields.map((field) => !isEmpty(field, row) && field.unit_field);
  const possible = resource.fields.filter((field) => isPossible(field, row));
  const shown = possible.filter(
    ({ name, write_only: isSecret }) =>
      !isSecret &&
      !elsewhere.has(name) &&
      !units.includes(name) &&
      name in row &&
      !(name === 'name' && row[name] === title) &&
      // The resource that the id refers to is a separate field.
      !(name.endsWith('_id') && fieldOf(resource, name.slice(0, -'_id'.length))),
  );
  const named = resource.view.sections.map((section) => ({
    title: section.title,
    folded: section.folded === true,
    fields: shown.filter(({ name }) => section.fields.includes(name)),
  }));
  const inSections = new Set(named.flatMap(({ fields }) => fields));
  const others = { title: null, folded: false, fields: shown.filter((field) => !inSections.has(field)) };
  return [...named, others]
    .filter(({ fields }) => fields.length > 0)
    .map(({ fields, ...group }) => ({
      ...group,
      filled: fields.filter((field) => !isEmpty(field, row)),
      empty: fields.filter((field) => isEmpty(field, row)),
    }));
}

/** The headline facts, as far as the row has them. */
export const headlineOf = (resource: Resource, row: Row): Field[] =>
  fieldsOf(resource, resource.view.headline ?? []).filter((field) => !isEmpty(field, row));

/** Whether a field of a row is empty; null is not, if it has a label. */
export function isEmpty(field: Field, row: Row): boolean {
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return field.null_label === undefined;
  if (isOfNothing(field, row)) return true;
  return Array.isArray(value) && value.length === 0;
}

/** Whether a value needs the whole width. */
export const isWide = (field: Field): boolean =>
  field.multiline === true || kindOf(field).structure !== undefined;

/** A tab of the page. */
export interface Tab {
  /** Its key in the address; those that are no list begin with `-`. */
  readonly key: string;
  readonly label: string;
  /** The number of its rows; null if unknown. */
  readonly count: number | null;
}

export interface RelatedTab extends Tab {
  readonly list: Related;
}

/** The related lists of a row, a tab each. */
export function relatedTabs({ related }: Resource, row: Row): RelatedTab[] {
  const seen = new Set<string>();
  return related.map((list) => {
    const key = seen.has(list.resource) ? `${list.resource}.${list.filter}` : list.resource;
    seen.add(list.resource);
    return { key, label: relatedLabel(list), count: countOf(list, row), list };
  });
}

/** The characters that a tab needs beside its label: its number, and padding. */
const besideLabel = 6;

/**
 * The visible tabs, and those behind "More"; the open one is always visible.
 * @param room how many characters fit
 */
export function fittingTabs<T extends Tab>(
  tabs: readonly T[],
  open: T,
  room: number,
): { readonly shown: readonly T[]; readonly behind: readonly T[] } {
  const widthOf = ({ label }: T) => label.length + besideLabel;
  let left = room - widthOf(open);
  let isFull = false;
  const shown = tabs.filter((tab) => {
    if (tab === open) return true;
    isFull ||= left < widthOf(tab);
    if (!isFull) left -= widthOf(tab);
    return !isFull;
  });
  return { shown, behind: tabs.filter((tab) => !shown.includes(tab)) };
}

function countOf({ count_field: counted }: Related, row: Row): number | null {
  const count = counted === undefined ? null : row[counted];
  return typeof count === 'number' ? count : null;
}

/** The tab in the address; else the first that is not empty. */
export function openTab<T extends Tab>(tabs: readonly T[], named: string | null): T | undefined {
  return tabs.find(({ key }) => key === named) ?? tabs.find(({ count }) => count !== 0) ?? tabs[0];
}

/** The initial values of a new related row; null if the filter is no settable field. */
export function withParent(target: Resource, { filter }: Related, row: Row): Record<string, string> | null {
  const field = fieldOf(target, filter);
  return field && !field.read_only && isOffered(field, row) ? { [`with.${filter}`]: String(row.id) } : null;
}

/** Whether a form offers this row in a field that refers to it, as far as the metadata tells. */
export function isOffered({ reference }: Field, row: Row): boolean {
  return !Object.entries(reference?.not ?? {}).some(([name, values]) => values.includes(String(row[name])));
}

/** The page to return to after creating a related row: at the list that shows it. */
export function backFrom(created: string, resource: Resource, row: Row): string {
  const tab = relatedTabs(resource, row).find(({ list }) => list.resource === created);
  return withQuery(`/${resource.path}/${row.id}`, { tab: tab?.key });
}

/** The initial values of a quick create, without empty values of this row. */
export function quickQuery(
  { with: given, set = {} }: Pick<Quick, 'with' | 'set'>,
  row: Row,
): Readonly<Record<string, string>> {
  const found = Object.entries(given).flatMap(([field, from]) => {
    const value = row[from];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[`with.${field}`, String(value)]]
      : [];
  });
  const fixed = Object.entries(set).map(([field, value]) => [`with.${field}`, String(value)]);
  return Object.fromEntries([...found, ...fixed]);
}

/** The single next state, by the tones of states: a state with the tone `good` has none. */
export function nextOf(field: Field, ways: readonly string[], row: Row): string | undefined {
  if (wordOf(field, row[field.name])?.tone === 'good') return undefined;
  const toneOf = (to: string) => wordOf(field, to)?.tone;
  return ways.find((to) => toneOf(to) === 'good') ?? ways.find((to) => toneOf(to) === 'info');
}
