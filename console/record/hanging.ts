/** The kinds of rows that are attached to a row, from the metadata: by a word of the resource, and common addresses. */
import { isObject } from '../kinds/nested.ts';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { listPath } from './tabs/changes.ts';

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
export function hangingOn(resource: Resource, row: Row): Hanging[] {
  const { resources, meta } = present();
  return resources.flatMap((hung): Hanging[] => {
    const told = hung.hangs && resource[hung.hangs];
    const addresses = addressesOf(Object.entries(meta).find(([name]) => name === hung.path)?.[1]);
    if (!told || !addresses) return [];
    const fill = (url: string) =>
      listPath(url.replace('{resource}', resource.path).replace('{id}', String(row.id)));
    const path = fill(addresses.url);
    const place = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
    const count = Number(row[`${hung.name.replaceAll('-', '_')}_count`] ?? 0);
    const { add, maxBytes } = addresses;
    return [{ hung, adds: told === 'add', path, addPath: fill(add), maxBytes, place, count }];
  });
}

/** @returns null for a resource that is not attached to rows */
function addressesOf(value: unknown): { url: string; add: string; maxBytes: number | null } | null {
  if (!isObject(value) || typeof value.url !== 'string') return null;
  const { url, create_url: create, upload_url: upload, max_bytes: most } = value;
  if (typeof create === 'string') return { url, add: create, maxBytes: null };
  return typeof upload === 'string' ? { url, add: upload, maxBytes: Number(most) } : null;
}

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
