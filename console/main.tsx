/** Renders the console. */
import { render } from 'preact';
import { App } from './frame/app.tsx';
import { holdStillWhilePressed } from './frame/press.ts';
import { applyTheme } from './frame/theme.ts';
import { formatShort } from './parts/format.ts';
import { loadSession } from './service/session.ts';
import { followOtherTabs } from './service/tabs.ts';
import { speak } from './words/words.ts';

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
  if (dataset.development === 'true') (await import('./frame/development.ts')).followDevelopment();
  else await (await import('./frame/kept-console.ts')).keepConsole();
}

void start();
