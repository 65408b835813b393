/** Renders the console. */
import { render } from 'preact';
import { arrived, askFirst, spoken } from './early.ts';
import { App } from './frame/app.tsx';
import { holdStillWhilePressed } from './frame/press.ts';
import { applyTheme } from './frame/theme.ts';
import { formatShort } from './parts/format.ts';
import { hasToken } from './service/call.ts';
import { followOtherTabs } from './service/tabs.ts';
import { followTranslator } from './words/translated.ts';

/** It has no top-level `await`: modules that are loaded later wait until this file has run (`compile.ts`). */
async function start(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  applyTheme();
  holdStillWhilePressed();
  followTranslator();
  await spoken;
  const place = document.getElementById('app');
  if (place) render(<App prepare={askFirst} />, place);
  // The first date format takes a slow phone a tenth of a second: it is made while the service answers.
  if (hasToken()) formatShort(new Date().toISOString(), { locale: lang, timezone: null });
  followOtherTabs();
  await arrived;
  const { followUp } = await import('./frame/inside/signed-in.tsx');
  await followUp(dataset.development === 'true');
}

void start();
