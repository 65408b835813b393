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

/**
 * Changes the language for later renders.
 * @throws Error if its words cannot be loaded; the language does not change then
 */
export async function speak(language: string): Promise<void> {
  const load = languages[language] ?? languages[language.split('-')[0] ?? ''] ?? languages.en;
  if (load) w = await load();
  locale = language;
  document.documentElement.lang = language;
}
