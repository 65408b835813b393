/** Draws the console into its page. */
import { render } from 'preact';
import { App } from './frame/app.tsx';
import { applyTheme } from './frame/theme.ts';
import { loadSession } from './service/session.ts';
import { followOtherTabs } from './service/tabs.ts';
import { speak } from './words/words.ts';

/** No `await` stands outside of it: what is loaded later waits until this file has run (`compile.ts`). */
async function start(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  applyTheme();
  await speak(lang);
  const place = document.getElementById('app');
  if (place) render(<App />, place);
  void loadSession(false);
  followOtherTabs();
  if (dataset.development === 'true') {
    const { followDevelopment } = await import('./frame/development.ts');
    followDevelopment();
  }
}

void start();
