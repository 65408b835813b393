/** What a code says: an address of this console, or a text that stands on a thing. */

type Code =
  /** A path below the console. */
  | { readonly kind: 'here'; readonly path: string }
  /** Another address of this service, which it reads itself. */
  | { readonly kind: 'ours'; readonly text: string }
  /** An address that is none of this service. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'plain'; readonly text: string };

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
    return isBelow(text, root) ? { kind: 'here', path: below(text, root) } : { kind: 'plain', text };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !hosts.includes(url.host)) return { kind: 'elsewhere' };
  if (!isBelow(url.pathname, root)) return { kind: 'ours', text };
  return { kind: 'here', path: below(url.pathname, root) + url.search };
}

const isBelow = (path: string, root: string): boolean => path.startsWith(`${root}/`);
const below = (path: string, root: string): string => path.slice(root.length);
