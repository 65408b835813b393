/** Finds words of the console that a language does not have, and words that the console has no more. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { en } from '../../console/words/en.ts';
import type { Finding } from '../../engine/check/subject.ts';
import type { Language } from '../../engine/message.ts';

const locales = join(import.meta.dirname, '../../locales');

/**
 * Checks each language except English, which is in the code: `locales/fr/console.ts` is read for French.
 * @param placeOf the file of the sentences of a language, for the findings
 */
export async function checkConsoleWords(
  languages: readonly Language[],
  placeOf: (language: Language) => string,
): Promise<Finding[]> {
  const found = languages
    .filter((language) => language !== 'en')
    .map(async (language) => {
      const file = `locales/${language}/console.ts`;
      const words = await readWords(join(locales, language, 'console.ts'));
      return words === null ? [noWords(placeOf(language), file)] : compareWords(file, words);
    });
  return (await Promise.all(found)).flat();
}

function noWords(place: string, file: string): Finding {
  const problem = `${place} has no words for the console.`;
  const remedy = `Write them into ${file}, like the English in console/words/en.ts. Until then users read English.`;
  return { file: place, key: 'console', problem, remedy };
}

/** Null if there is no such file. */
async function readWords(file: string): Promise<object | null> {
  if (!existsSync(file)) return null;
  const { console: words }: { readonly console?: object } = await import(pathToFileURL(file).href);
  return words ?? {};
}

/** @param file the file of the words, for the findings */
export function compareWords(file: string, words: object): Finding[] {
  const [wanted, there] = [keysOf(en), keysOf(words)];
  const finding = (key: string, problem: string, remedy: string): Finding => ({ file, key, problem, remedy });
  return [
    ...wanted
      .filter((key) => !there.includes(key))
      .map((key) => finding(key, 'it is missing.', 'Add it; `console/words/en.ts` has the English.')),
    ...there
      .filter((key) => !wanted.includes(key))
      .map((key) => finding(key, 'the console has no such word.', 'Remove it, or correct its name.')),
  ];
}

/** The names of all words: `frame.skip`. */
function keysOf(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([name, word]: [string, unknown]) =>
    typeof word === 'object' && word !== null ? keysOf(word, `${before}${name}.`) : [`${before}${name}`],
  );
}
