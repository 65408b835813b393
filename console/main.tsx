/** Renders the console. */
import { render } from 'preact';
import { App } from './frame/app.tsx';
import { holdStillWhilePressed } from './frame/press.ts';
import { applyTheme } from './frame/theme.ts';
import { formatShort } from './parts/format.ts';
import { queries } from './service/queries.ts';
import { loadSession, session } from './service/session.ts';
import { followOtherTabs } from './service/tabs.ts';
import { speak } from './words/words.ts';

/** Milliseconds. */
const longestSilence = 2000;

/** It has no top-level `await`: modules that are loaded later wait until this file has run (`compile.ts`). */
async function start(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  applyTheme();
  holdStillWhilePressed();
  await speak(lang);
  const place = document.getElementById('app');
  if (place) render(<App />, place);
  const asked = loadSession(false);
  // The first date format takes a slow phone a tenth of a second: it is made while the service answers.
  formatShort(new Date().toISOString(), { locale: lang, timezone: null });
  followOtherTabs();
  await asked;
  await answered();
  // Users go there next from almost every page.
  void Promise.allSettled([import('./record/record-page.tsx'), import('./home/home-page.tsx')]);
  if (dataset.development === 'true') (await import('./frame/development.ts')).followDevelopment();
  else await (await import('./frame/kept-console.ts')).keepConsole();
}

/** Waits for the first answer that the page shows, so that later work does not compete for a slow network or processor. */
function answered(): Promise<void> {
  if (session.get().state !== 'in') return Promise.resolve();
  const cache = queries.getQueryCache();
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

void start();
