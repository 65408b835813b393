/** Nothing moves between press and release: changes in between are rendered with the click, before its handlers run. */
import { options } from 'preact';

/** After this distance in pixels, the user is dragging, and must see what they drag. */
const slack = 8;
/** Milliseconds within which a click follows its release. */
const soon = 100;

export function holdStillWhilePressed(): void {
  let from: { readonly x: number; readonly y: number } | null = null;
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    from = null;
    const draw = waiting;
    waiting = null;
    draw?.();
  };
  options.debounceRendering = (draw) => {
    if (from) waiting = draw;
    else queueMicrotask(draw);
  };
  const hear = <Name extends keyof WindowEventMap>(
    names: Name[],
    hears: (event: WindowEventMap[Name]) => void,
  ) => {
    for (const name of names) addEventListener(name, hears, { capture: true, passive: true });
  };
  // Mouse events follow those of a tap: the focus changes with them.
  hear(['pointerdown', 'mousedown'], ({ button, clientX: x, clientY: y }) => {
    clearTimeout(timer);
    if (button === 0) from = { x, y };
  });
  hear(['pointermove'], ({ buttons, clientX, clientY }) => {
    if (from && (buttons === 0 || Math.hypot(clientX - from.x, clientY - from.y) > slack)) release();
  });
  // If it were rendered before the click, the pressed element might no longer exist.
  hear(['pointerup', 'mouseup'], () => {
    clearTimeout(timer);
    timer = setTimeout(release, soon);
  });
  hear(['click', 'pointercancel', 'dragstart', 'contextmenu', 'keydown'], release);
  hear(['blur'], ({ target }) => target === window && release());
}
