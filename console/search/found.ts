/** What the search over everything answers. */
import type { Resource } from '../service/metadata.ts';

/** What a code stands on. */
export interface Scanned {
  /** Path of its resource. */
  readonly resource: string;
  readonly id: number;
}

export interface Found extends Scanned {
  readonly label: string;
  /** What tells it apart: the code by which it was found, or what it belongs to. */
  readonly note?: string;
  readonly site_id?: number | null;
}

interface Group {
  readonly resource: Resource;
  readonly rows: readonly Found[];
}

/** By their resources, in the order of the answer: the best first. */
export function groupsOf(found: readonly Found[], resources: readonly Resource[]): Group[] {
  return [...new Set(found.map(({ resource }) => resource))].flatMap((path) => {
    const resource = resources.find((one) => one.path === path);
    return resource ? [{ resource, rows: found.filter((row) => row.resource === path) }] : [];
  });
}

export const pathOf = ({ resource, id }: Scanned): string => `/${resource}/${id}`;

/** Whether a text is all of what a row is called, or of its code, whatever the case of its letters. */
export function isExactly({ label, note }: Found, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [label, note].some((one) => one?.toLowerCase() === wanted);
}
