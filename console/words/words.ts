/** The language of the page. Only its words are loaded. */
import type { Words } from './en.ts';

const languages: Readonly<Record<string, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('../../locales/fr/console.ts')).console,
};

/** That of the page, until a user has signed in. */
export let locale = 'en';
/** The console's own words in that language, else in English. Nothing is rendered before they are loaded. */
export let w: Words;

let turns = 0;
let isSpoken = false;

/**
 * Changes the language for later renders. The last call counts, also if its words are there first.
 * @throws Error if its words cannot be loaded; the language does not change then
 */
export async function speak(language: string): Promise<void> {
  const load = languages[language] ?? languages[language.split('-')[0] ?? ''] ?? languages.en;
  turns += 1;
  const turn = turns;
  const words = await load?.();
  // Any words are better than none: the page may be waiting for them.
  if (!words || (isSpoken && turn !== turns)) return;
  isSpoken = true;
  w = words;
  locale = language;
  document.documentElement.lang = language;
}
