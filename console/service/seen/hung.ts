/** What hangs on rows, such as comments and files: where it is listed and added, from the metadata. */
import { withQuery } from '../call.ts';
import type { Meta, Resource, Row } from '../metadata.ts';

/** A kind of rows that hang on those of a resource. */
export interface HungKind {
  readonly hung: Resource;
  /** Whether the user may add to it. */
  readonly adds: boolean;
  /** Addresses: templates with `{resource}` and `{id}`. */
  readonly listUrl: string;
  readonly addUrl: string;
  /** The maximum size in bytes, for files; null for others. */
  readonly maxBytes: number | null;
}

/** The kinds of rows that hang on those of a resource. */
export function hungKinds(
  { resources, meta }: { readonly resources: readonly Resource[]; readonly meta: Meta },
  resource: Resource,
): HungKind[] {
  return resources.flatMap((hung): HungKind[] => {
    const told = hung.hangs && resource[hung.hangs];
    const addresses = addressesOf(Object.entries(meta).find(([name]) => name === hung.path)?.[1]);
    return told && addresses ? [{ hung, adds: told === 'add', ...addresses }] : [];
  });
}

/** @returns null for a resource that does not hang on rows */
function addressesOf(value: unknown): Pick<HungKind, 'listUrl' | 'addUrl' | 'maxBytes'> | null {
  if (typeof value !== 'object' || value === null) return null;
  const told: Readonly<Record<string, unknown>> = { ...value };
  const { url: listUrl, create_url: create, upload_url: upload, max_bytes: most } = told;
  if (typeof listUrl !== 'string') return null;
  if (typeof create === 'string') return { listUrl, addUrl: create, maxBytes: null };
  return typeof upload === 'string' ? { listUrl, addUrl: upload, maxBytes: Number(most) } : null;
}

/** A template of a kind, filled in: a path below the API. */
export const filledPath = (template: string, { path }: Pick<Resource, 'path'>, id: number | string): string =>
  listPath(template.replace('{resource}', path).replace('{id}', String(id)));

/** The path of a list below the console, which is that of the API. */
export function listPath(url: string): string {
  const start = url.indexOf('/api/v1/');
  return start < 0 ? url : url.slice(start + '/api/v1'.length);
}

/** How many hang on a row. */
export const hungCount = ({ hung }: Pick<HungKind, 'hung'>, row: Row): number =>
  Number(row[`${hung.name.replaceAll('-', '_')}_count`] ?? 0);

/** How many a page shows. */
export const shownOf = ({ maxBytes }: Pick<HungKind, 'maxBytes'>): number => (maxBytes === null ? 25 : 100);

/** The list of what hangs on a row, as its page asks for it. @param list its path, without more */
export const hungPath = (list: string, kind: Pick<HungKind, 'maxBytes'>): string =>
  withQuery(list, { with: 'can', per_page: shownOf(kind) });
