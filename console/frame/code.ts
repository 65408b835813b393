/** What a code says: an address of this console, or a text that stands on a thing. */
import { kindOf } from '../kinds/kinds.tsx';
import type { Resource, Row } from '../service/metadata.ts';

type Code =
  /** A path below the console. */
  | { readonly kind: 'here'; readonly path: string }
  /** An address that is none of this service. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'text'; readonly text: string };

/** Where this console can be reached. */
interface Here {
  /** Hosts by which the service is known: that of the page, that of its addresses. */
  readonly hosts: readonly string[];
  /** `/console`, or what a proxy has before it. */
  readonly root: string;
}

export function readCode(scanned: string, { hosts, root }: Here): Code {
  const text = scanned.trim();
  if (!/^https?:\/\//i.test(text)) {
    return isBelow(text, root) ? { kind: 'here', path: below(text, root) } : { kind: 'text', text };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !hosts.includes(url.host) || !isBelow(url.pathname, root)) return { kind: 'elsewhere' };
  return { kind: 'here', path: below(url.pathname, root) + url.search };
}

const isBelow = (path: string, root: string): boolean => path.startsWith(`${root}/`);
const below = (path: string, root: string): string => path.slice(root.length);

/** How many lists are asked at once: people wait for the first one that knows the code. */
const together = 3;

/** The lists that are searched for a code, in turns: first those of what people stand before. */
export function searchTurns(resources: readonly Resource[]): Resource[][] {
  const searched = resources
    .filter(({ search, operations }) => search && operations.includes('list') && operations.includes('view'))
    .toSorted(
      (one, other) => other.view.quick.length - one.view.quick.length || one.view.order - other.view.order,
    );
  return Array.from({ length: Math.ceil(searched.length / together) }, (_, turn) =>
    searched.slice(turn * together, (turn + 1) * together),
  );
}

/** Whether one of the row's own texts is the code, whatever the case of its letters. */
export function isExactly({ fields }: Resource, row: Row, code: string): boolean {
  const wanted = code.trim().toLowerCase();
  return fields.some((field) => {
    const value = row[field.name];
    return (
      kindOf(field).isText && !field.multiline && typeof value === 'string' && value.toLowerCase() === wanted
    );
  });
}
