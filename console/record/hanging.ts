/** The kinds of rows that are attached to a row, from the metadata: by a word of the resource, and common addresses. */
import type { Field, Resource, Row } from '../service/metadata.ts';
import { filledPath, hungCount, hungKinds } from '../service/seen/hung.ts';
import { present } from '../service/session.ts';

/** A kind of attached rows. */
export interface Hanging {
  readonly hung: Resource;
  /** Whether the user may add to it. */
  readonly adds: boolean;
  /** Its address for the list and for adding. */
  readonly path: string;
  readonly addPath: string;
  /** The maximum size in bytes, for files; null for others. */
  readonly maxBytes: number | null;
  /** The query of the list, which forms also use. */
  readonly place: Readonly<Record<string, string>>;
  /** The number of attached rows. */
  readonly count: number;
}

/** The kinds of rows attached to a row. */
export const hangingOn = (resource: Resource, row: Row): Hanging[] =>
  hungKinds(present(), resource).map((kind) => {
    const path = filledPath(kind.listUrl, resource, row.id);
    return {
      ...{ hung: kind.hung, adds: kind.adds, maxBytes: kind.maxBytes, path },
      addPath: filledPath(kind.addUrl, resource, row.id),
      place: Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')),
      count: hungCount(kind, row),
    };
  });

/** The fields of a new one. */
export const addedFields = ({ fields }: Resource): Field[] =>
  fields.filter(({ read_only, update_only }) => !read_only && !update_only);

/** The shown fields beside author, time and text: without those that identify the row, and without its display. */
export function saidBeside({ fields, display }: Resource, row: Row, place: Hanging['place']): Field[] {
  const others = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at', display]);
  return fields.filter((field) => {
    const value = row[field.name];
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !field.multiline && !others.has(field.name) && !(field.name in place);
  });
}
