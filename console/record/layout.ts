/** How a page about one row is laid out: which facts stand where, and which lists belong to it. */
import { kindOf } from '../kinds/kinds.tsx';
import { withQuery } from '../service/call.ts';
import {
  type Field,
  fieldOf,
  fieldsOf,
  isOfNothing,
  type Quick,
  type Related,
  type Resource,
  type Row,
  titleOf,
} from '../service/metadata.ts';
import { relatedLabel } from '../service/session.ts';

/** Facts that stand together. */
export interface FactGroup {
  /** Null for those that no section names. */
  readonly title: string | null;
  readonly folded: boolean;
  readonly filled: readonly Field[];
  /** Those of which the row says nothing: their names are enough. */
  readonly empty: readonly Field[];
}

/** What every row has, and what is told of it in one line below the others. */
const ofEveryRow = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at']);

/** The facts of a row in the sections of its view. What stands elsewhere on the page is not said again. */
export function factsOf(resource: Resource, row: Row): FactGroup[] {
  const elsewhere = new Set([
    ...headlineOf(resource, row).map(({ name }) => name),
    ...ofEveryRow,
    resource.display,
    resource.states?.field,
    ...resource.related.map((list) => list.count_field),
  ]);
  const title = titleOf(resource, row);
  // A number tells its unit.
  const units = resource.fields.map((field) => !isEmpty(field, row) && field.unit_field);
  const shown = resource.fields.filter(
    ({ name, write_only: isSecret }) =>
      !isSecret &&
      !elsewhere.has(name) &&
      !units.includes(name) &&
      name in row &&
      !(name === 'name' && row[name] === title) &&
      // What the number refers to is a field of its own.
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

/** The facts that one came for, as far as the row has them. */
export const headlineOf = (resource: Resource, row: Row): Field[] =>
  fieldsOf(resource, resource.view.headline ?? []).filter((field) => !isEmpty(field, row));

/** Whether a row says nothing by a field; null says something where it has a name. */
export function isEmpty(field: Field, row: Row): boolean {
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return field.null_label === undefined;
  if (isOfNothing(field, row)) return true;
  return Array.isArray(value) && value.length === 0;
}

/** Whether a value needs the whole width. */
export const isWide = (field: Field): boolean =>
  field.multiline === true || kindOf(field).structure !== undefined;

/** A part of the page that is shown when somebody chooses it. */
export interface Tab {
  /** As it stands in the address; those that are no list begin with `-`. */
  readonly key: string;
  readonly label: string;
  /** How many rows it lists; null where nothing counts them. */
  readonly count: number | null;
}

export interface RelatedTab extends Tab {
  readonly list: Related;
}

/** The lists that belong to a row, a tab each. */
export function relatedTabs({ related }: Resource, row: Row): RelatedTab[] {
  const seen = new Set<string>();
  return related.map((list) => {
    const key = seen.has(list.resource) ? `${list.resource}.${list.filter}` : list.resource;
    seen.add(list.resource);
    return { key, label: relatedLabel(list), count: countOf(list, row), list };
  });
}

/** Characters that a tab takes beside its label: its number, and room around both. */
const besideLabel = 6;

/**
 * The tabs that stand beside each other, and those behind them; the open one is never behind.
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

/** The tab that an address names; else the first that holds something. */
export function openTab<T extends Tab>(tabs: readonly T[], named: string | null): T | undefined {
  return tabs.find(({ key }) => key === named) ?? tabs.find(({ count }) => count !== 0) ?? tabs[0];
}

/** What a new row that belongs to this one is filled in with; null where the filter is no field that can be set. */
export function withParent(target: Resource, { filter }: Related, row: Row): Record<string, string> | null {
  const field = fieldOf(target, filter);
  return field && !field.read_only ? { [`with.${filter}`]: String(row.id) } : null;
}

/** Where somebody is back who has created a row that belongs to this one: at the list that shows it. */
export function backFrom(created: string, resource: Resource, row: Row): string {
  const tab = relatedTabs(resource, row).find(({ list }) => list.resource === created);
  return withQuery(`/${resource.path}/${row.id}`, { tab: tab?.key });
}

/** What a quick create begins with. Nothing is said of what this row leaves empty. */
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
