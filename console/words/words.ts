/** The language of the page. Its words alone are loaded: those of other languages stay where they are. */
import type { Words } from './en.ts';

const languages: Readonly<Record<string, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('../../locales/fr/console.ts')).console,
};

/** That of the page, until somebody has signed in. */
export let locale = 'en';
/** The console's own words in that language, in English where it has none. Nothing is drawn before they are there. */
export let w: Words;

/**
 * Changes the language; what is drawn afterwards is in it.
 * @throws Error where its words cannot be loaded; the language stays what it was then
 */
export async function speak(language: string): Promise<void> {
  const load = languages[language] ?? languages[language.split('-')[0] ?? ''] ?? languages.en;
  if (load) w = await load();
  locale = language;
  document.documentElement.lang = language;
}
