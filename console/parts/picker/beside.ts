/** Lists that open above the page, without moving its content. */

/** Pixels between a list and its box, and between a list and the area that it keeps free. */
const gap = 4;
/** A smaller height in pixels is useless. */
const least = 120;

/**
 * Positions a list below a box or above it, where it does not cover what the user needs next: the button of the form stays
 * visible. It follows the box when that moves.
 * @returns repositions it after a change of its content, and removes it
 */
export function layBeside(list: HTMLElement, box: HTMLElement): { place(): void; end(): void } {
  // A popover is above everything, including dialogs; otherwise it is above its container.
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
