/** The content of a code: an address of this console, or a text that is printed on a thing. */

type Code =
  /** A path below the console. */
  | { readonly kind: 'here'; readonly path: string }
  /** Another address of this service, which the service resolves. */
  | { readonly kind: 'ours'; readonly text: string }
  /** An address of another service. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'plain'; readonly text: string };

/** The addresses of this console. */
interface Here {
  /** Hosts of the service: that of the page, and that of its own addresses. */
  readonly hosts: readonly string[];
  /** `/console`, possibly with the path of a proxy before it. */
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
