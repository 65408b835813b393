/** The language of the page. */
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';

const languages: Readonly<Record<string, Words>> = { en, fr };

/** Before anybody has signed in it is the browser's. */
export let locale = globalThis.navigator?.language ?? 'en';
/** The console's own words in that language, in English where it has none. */
export let w: Words = wordsOf(locale);

function wordsOf(language: string): Words {
  return languages[language] ?? languages[language.split('-')[0] ?? ''] ?? en;
}

/** Changes the language; what is drawn afterwards is in it. */
export function speak(language: string): void {
  locale = language;
  w = wordsOf(language);
  document.documentElement.lang = language;
}
