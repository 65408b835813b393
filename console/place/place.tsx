/** The address of the page: its path, and its query, which is also the query of lists. */
import type { ComponentChildren } from 'preact';
import { consoleRoot } from '../service/address.ts';
import { createStore } from '../service/first/values.ts';
import { useStore } from '../service/store.ts';

interface Place {
  /** Decoded parts of the path, below `/console`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** Addresses of the rows that were just created: `/things/3`. */
  readonly made: readonly string[];
}

const place = createStore(read());

function read(): Place {
  const path = location.pathname.slice(consoleRoot.length);
  const { made } = { made: undefined, ...history.state };
  return {
    parts: path.split('/').filter(Boolean).map(decode),
    query: new URLSearchParams(location.search),
    made: Array.isArray(made) ? made : [],
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The position on a page that the user left by a link. */
interface Spot {
  readonly top: number;
  /** Address of the link. */
  readonly link: string | null;
}

/** By the address of the page, so that "Back" restores it. */
const spots = new Map<string, Spot>();
addEventListener('popstate', () => {
  place.set(read());
  const spot = spots.get(location.href);
  isReturning = spot !== undefined;
  if (spot) returnTo(spot, location.href);
});

function leave(): void {
  const focused = document.activeElement;
  const link = focused instanceof HTMLAnchorElement ? focused.getAttribute('href') : null;
  spots.set(location.href, { top: scrollY, link });
}

/** Whether the position is still being restored: any input of the user ends it. */
let isReturning = false;
for (const deed of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
  addEventListener(deed, () => (isReturning = false), { passive: true });
}

/** The content of lists appears after the page: it retries until the page is long enough, for at most ten seconds. */
function returnTo(spot: Spot, href: string, framesLeft = 600): void {
  if (location.href !== href || !isReturning) return;
  scrollTo(0, spot.top);
  const link = spot.link === null ? null : document.querySelector<HTMLElement>(`main ${linkTo(spot.link)}`);
  link?.focus({ preventScroll: true });
  const isThere = Math.abs(scrollY - spot.top) < 2 && (spot.link === null || link !== null);
  if (!isThere && framesLeft > 0) requestAnimationFrame(() => returnTo(spot, href, framesLeft - 1));
}

const linkTo = (address: string): string => `a[href="${CSS.escape(address)}"]`;

export const usePlace = (): Place => useStore(place);

interface Going {
  /** Replaces the present entry of the history. */
  readonly replace?: boolean;
  readonly made?: Place['made'];
}

/** Opens a path below the console, `/things/3?tab=history`. On another page, the heading gets the focus. */
export function go(to: string, { replace = false, made }: Going = {}): void {
  const samePage = new URL(consoleRoot + to, location.href).pathname === location.pathname;
  leave();
  history[replace ? 'replaceState' : 'pushState'](made ? { made } : null, '', consoleRoot + to);
  place.set(read());
  if (samePage) return;
  // The menu of a phone, for one. It returns the focus to its button, from where the heading takes it.
  for (const panel of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
    panel.hidePopover();
  scrollTo(0, 0);
  focusHeading();
}

/**
 * Tells a screen reader about the new page. A lazily loaded page has its heading later: it is waited for, about two seconds,
 * unless the user has moved the focus by then.
 */
function focusHeading(left = document.activeElement, framesLeft = 120): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    const { activeElement } = document;
    const isMoved = left !== null && activeElement !== left && activeElement !== document.body;
    if (isMoved && activeElement !== heading) return;
    heading?.focus({ preventScroll: true });
    const isThere = heading !== null && document.querySelector('main .waiting') === null;
    if (!isThere && framesLeft > 0) focusHeading(heading ?? left, framesLeft - 1);
  });
}

/** The present address with another query; null removes a name. A changed query starts at the first page. */
export function placeWith(changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(location.search);
  if (!('page' in changes)) query.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return location.pathname.slice(consoleRoot.length) + (text === '' ? '' : `?${text}`);
}

export function changeQuery(changes: Readonly<Record<string, string | null>>, going: Going = {}): void {
  go(placeWith(changes), going);
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** Whether it is the name of something, which a browser must not translate. */
  readonly isName?: boolean;
  /** Whether it is the present page. */
  readonly current?: boolean;
  readonly label?: string;
  /** Whether it replaces the present entry of the history. */
  readonly replace?: boolean;
  /** Called when the user follows it. */
  onGo?(): void;
}

/** A link that does not reload the page; with a modifier key it is an ordinary link. */
export function Link({
  to,
  children,
  current = false,
  isName = false,
  label,
  replace = false,
  class: name,
  onGo,
}: LinkProps) {
  return (
    <a
      href={consoleRoot + to}
      {...(name !== undefined && { class: name })}
      {...(isName && { translate: false })}
      {...(current && { 'aria-current': 'page' as const })}
      {...(label !== undefined && { 'aria-label': label })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        onGo?.();
        go(to, { replace });
      }}
    >
      {children}
    </a>
  );
}
