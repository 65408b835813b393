/** What hangs on rows, as the metadata tells of it: by a word of the resource, and addresses beside all resources. */
import { isObject } from '../kinds/nested.ts';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { listPath } from './tabs/changes.ts';

/** What hangs on a row. */
export interface Hanging {
  readonly hung: Resource;
  /** Whether somebody may add to it. */
  readonly adds: boolean;
  /** Where it is listed, and added to. */
  readonly path: string;
  readonly addPath: string;
  /** Most bytes of one, where they are files; null where they are none. */
  readonly maxBytes: number | null;
  /** What the list is asked by: what a form takes along of the row. */
  readonly place: Readonly<Record<string, string>>;
  /** How many there are. */
  readonly count: number;
}

/** What hangs on the rows of a resource. */
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

/** @returns null of what does not hang on rows */
function addressesOf(value: unknown): { url: string; add: string; maxBytes: number | null } | null {
  if (!isObject(value) || typeof value.url !== 'string') return null;
  const { url, create_url: create, upload_url: upload, max_bytes: most } = value;
  if (typeof create === 'string') return { url, add: create, maxBytes: null };
  return typeof upload === 'string' ? { url, add: upload, maxBytes: Number(most) } : null;
}

/** What can be filled in of a new one. */
export const addedFields = ({ fields }: Resource): Field[] =>
  fields.filter(({ read_only, update_only }) => !read_only && !update_only);

/** What is said of one beside who wrote it, when, and its text: not where it hangs, and not what stands for it. */
export function saidBeside({ fields, display }: Resource, row: Row, place: Hanging['place']): Field[] {
  const others = new Set(['id', 'site_id', 'created_by_id', 'created_at', 'updated_at', display]);
  return fields.filter((field) => {
    const value = row[field.name];
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !field.multiline && !others.has(field.name) && !(field.name in place);
  });
}
