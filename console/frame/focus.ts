/** Keeps the focus near its place when the focused element disappears, for users of keyboards and screen readers. */

/** An element that had or contained the focus, with its position among its siblings. */
interface Around {
  readonly element: Element;
  readonly index: number;
}

/** Elements that may be focused automatically: no text inputs, for which a phone would open its keyboard. */
const near =
  'a[href], button:not(:disabled), select, summary, input[type=checkbox], h1[tabindex], h2[tabindex]';

let path = '';
/** From the focused element outwards. */
let around: readonly Around[] = [];

/** @returns stops it */
export function keepFocus(): () => void {
  const observer = new MutationObserver(() => {
    // The code that removes an element may set a better focus itself.
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(goOn));
  });
  addEventListener('focusin', remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

function remember({ target }: FocusEvent): void {
  path = location.pathname;
  const found: Around[] = [];
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement)
    found.push({ element: one, index: one.parentElement ? [...one.parentElement.children].indexOf(one) : 0 });
  around = found;
}

/** Another page has a heading that takes the focus. */
function isLost(): boolean {
  const [last] = around;
  return (
    last !== undefined &&
    !last.element.isConnected &&
    document.activeElement === document.body &&
    location.pathname === path
  );
}

function goOn(): void {
  if (!isLost()) return;
  const kept = around.findIndex(({ element }) => element.isConnected);
  const index = around[kept - 1]?.index ?? 0;
  const places = kept < 0 ? [] : around.slice(kept).map(({ element }) => element);
  // An element as large as the page has a heading to start from.
  const small = places.filter((one) => !one.matches('main, :has(main)'));
  const [found = document.querySelector<HTMLElement>('main h1')] = small.flatMap(({ children }) => {
    const neighbours = [...children];
    return [...neighbours.slice(index), ...neighbours.slice(0, index).reverse()].flatMap(focusable);
  });
  found?.focus({ preventScroll: true });
}

function focusable(place: Element): HTMLElement[] {
  return [place, ...place.querySelectorAll(near)].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(near) && one.checkVisibility(),
  );
}
