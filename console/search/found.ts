/** The answer of the global search. */
import type { Resource } from '../service/metadata.ts';

/** A row with a scanned code. */
export interface Scanned {
  /** Path of its resource. */
  readonly resource: string;
  readonly id: number;
}

export interface Found extends Scanned {
  readonly label: string;
  /** A text that distinguishes it: the code by which it was found, or its parent. */
  readonly note?: string;
  readonly site_id?: number | null;
}

interface Group {
  readonly resource: Resource;
  readonly rows: readonly Found[];
}

/** By resource, in the order of the answer: the best first. */
export function groupsOf(found: readonly Found[], resources: readonly Resource[]): Group[] {
  return [...new Set(found.map(({ resource }) => resource))].flatMap((path) => {
    const resource = resources.find((one) => one.path === path);
    return resource ? [{ resource, rows: found.filter((row) => row.resource === path) }] : [];
  });
}

export const pathOf = ({ resource, id }: Scanned): string => `/${resource}/${id}`;

/** Whether a text equals the name of a row, or its code, ignoring case. */
export function isExactly({ label, note }: Found, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [label, note].some((one) => one?.toLowerCase() === wanted);
}
