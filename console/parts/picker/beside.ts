/** What opens lies over the page, and moves nothing of it. */

/** Pixels between a list and its box, and between a list and what it leaves free. */
const gap = 4;
/** Pixels less than which are no use. */
const least = 120;

/**
 * Lays a list over the page, below a box or above it, wherever it covers nothing that somebody needs next: the button of the
 * form stays free. It follows the box wherever it goes.
 * @returns what lays it anew once it holds something else, and what takes it away
 */
export function layBeside(list: HTMLElement, box: HTMLElement): { place(): void; end(): void } {
  // It is in front of everything there, dialogs too; else it is laid over what it stands in.
  list.showPopover?.();
  const place = () => {
    const { left, width, top, bottom } = box.getBoundingClientRect();
    const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
    const button = box.closest('form')?.querySelector('[type=submit]')?.getBoundingClientRect();
    const end = offsetTop + height;
    const below = Math.min(end, button && button.top >= bottom ? button.top : end) - bottom - 2 * gap;
    const above = top - offsetTop - 2 * gap;
    list.style.maxHeight = '';
    const isAbove = below < Math.min(list.offsetHeight, above);
    Object.assign(list.style, {
      left: `${left}px`,
      width: `${width}px`,
      maxHeight: `${Math.max(isAbove ? above : below, least)}px`,
      top: isAbove ? 'auto' : `${bottom + gap}px`,
      bottom: isAbove ? `${document.documentElement.clientHeight - top + gap}px` : 'auto',
    });
  };
  const follow = new ResizeObserver(place);
  for (const one of [list.parentElement, box.closest('dialog'), document.body]) if (one) follow.observe(one);
  const scrolls = (event: Event) => event.target instanceof Node && !list.contains(event.target) && place();
  addEventListener('scroll', scrolls, { capture: true, passive: true });
  visualViewport?.addEventListener('resize', place);
  return {
    place,
    end: () => {
      follow.disconnect();
      removeEventListener('scroll', scrolls, { capture: true });
      visualViewport?.removeEventListener('resize', place);
      list.hidePopover?.();
    },
  };
}
