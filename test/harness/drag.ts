/** What Firefox needs of a drag. Playwright drags nothing there, so Chromium tells whether a page gives it. */
import type { Page } from 'playwright-core';

/** Firefox drags nothing that carries no data, and opens what is dropped on a page that does not take it. */
export const firefoxNeeds = { carries: true, taken: true };

/** Watches the next drag. @returns tells what it was */
export async function watchDrag(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`
    globalThis.drag = { carries: false, taken: false };
    addEventListener('dragstart', ({ dataTransfer }) => { drag.carries = dataTransfer.types.length > 0; });
    addEventListener('drop', ({ defaultPrevented }) => { drag.taken = defaultPrevented; });`);
  return () => page.evaluate('drag');
}
