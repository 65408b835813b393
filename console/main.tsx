/** Draws the console into its page. */
import { render } from 'preact';
import { App } from './frame/app.tsx';
import { applyTheme } from './frame/theme.ts';
import { loadSession } from './service/session.ts';
import { followOtherTabs } from './service/tabs.ts';
import { locale, speak } from './words/words.ts';

applyTheme();
speak(locale);
const place = document.getElementById('app');
if (place) render(<App />, place);
void loadSession(false);
followOtherTabs();
if (document.documentElement.dataset.development === 'true') {
  void import('./frame/development.ts').then(({ followDevelopment }) => followDevelopment());
}
