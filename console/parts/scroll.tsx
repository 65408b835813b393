/** A table in a box with a sticky header. A table that is wider than the page scrolls in its box, others with the page. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface ScrollProps {
  /** Set if it is a region that the keyboard can reach. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function Scroll({ label, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const table = current?.firstElementChild;
    if (!(current && table instanceof HTMLElement)) return;
    const look = () => current.classList.toggle('fits', table.offsetWidth <= current.offsetWidth);
    const watch = new ResizeObserver(look);
    watch.observe(current);
    watch.observe(table);
    look();
    return () => watch.disconnect();
  }, []);
  const region = label === undefined ? {} : ({ role: 'region', 'aria-label': label, tabIndex: 0 } as const);
  return (
    <div ref={box} class="scroll" {...region}>
      {children}
    </div>
  );
}
