/** How a page about one row is laid out: which facts stand where, and which lists belong to it. */
import { kindOf } from '../kinds/kinds.tsx';
import {
  type Field,
  fieldOf,
  type Quick,
  type Related,
  type Resource,
  type Row,
  titleOf,
} from '../service/metadata.ts';

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
    ...ofEveryRow,
    resource.display,
    resource.states?.field,
    ...resource.related.map((list) => list.count_field),
  ]);
  const title = titleOf(resource, row);
  const shown = resource.fields.filter(
    ({ name, write_only: isSecret }) =>
      !isSecret &&
      !elsewhere.has(name) &&
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

/** Whether a row says nothing by a field; null says something where it has a name. */
export function isEmpty(field: Field, row: Row): boolean {
  const value = row[field.name];
  if (value === null || value === undefined || value === '') return field.null_label === undefined;
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
    return { key, label: list.label, count: countOf(list, row), list };
  });
}

function countOf({ count_field: counted }: Related, row: Row): number | null {
  const count = counted === null ? null : row[counted];
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
