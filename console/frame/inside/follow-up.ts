/** What is loaded after the first page. */
import { queries } from '../../service/queries.ts';
import { session } from '../../service/session.ts';

/** Milliseconds. */
const longestSilence = 2000;

/** @param isDevelopment whether the page follows changes of its sources */
export async function followUp(isDevelopment: boolean): Promise<void> {
  await answered();
  await painted();
  // Users go there next from almost every page.
  void Promise.allSettled([import('../../record/record-page.tsx'), import('../../home/home-page.tsx')]);
  if (isDevelopment) (await import('../development.ts')).followDevelopment();
  else await (await import('../kept-console.ts')).keepConsole();
}

/** Waits until it can be seen. A page in the background is not painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestSilence);
  });
}

/** Waits for the first answer that the page shows, so that later work does not compete for a slow network or processor. */
function answered(): Promise<void> {
  const cache = queries.getQueryCache();
  const isThere = cache.getAll().some(({ state }) => state.status !== 'pending');
  if (session.get().state !== 'in' || isThere) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    // Some pages request nothing.
    const timer = setTimeout(end, longestSilence);
    const stop = cache.subscribe((event) => {
      if (event.type === 'updated' && ['success', 'error'].includes(event.action.type)) end();
    });
  });
}
