/**
 * Every language but English, found by being here: `locales/de.ts`, or the folder `locales/de` with an `index.ts` where one
 * file would be long.
 */
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Catalogues, Locale } from '../engine/definition/words.ts';
import type { Language, Translations } from '../engine/message.ts';

/** As this very file: in TypeScript, or compiled. */
const ending = extname(import.meta.filename);

const locales: readonly (readonly [Language, Locale])[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((name) => !/^index\.|^\.|\.d\.ts$/.test(name))
    .sort()
    .map(async (name): Promise<[Language, Locale]> => [name.replace(/\.[jt]s$/, ''), await readLocale(name)]),
);

export const catalogues: Catalogues = Object.fromEntries(
  locales.map(([language, { words }]) => [language, words]),
);

export const translations: Readonly<Record<Language, Translations>> = Object.fromEntries(
  locales.map(([language, { sentences }]) => [language, sentences]),
);

/** The languages that there are words in. English is what the code says. */
export const languages: readonly Language[] = ['en', ...Object.keys(catalogues)];

/** Where the words of a language are, for whoever has to add some. */
export function catalogueFile(language: Language): string {
  return isFolder(language) ? `locales/${language}/words.ts` : `locales/${language}.ts`;
}

/** Where the sentences of a language are. */
export function sentencesPlace(language: Language): string {
  return isFolder(language) ? `locales/${language}/` : `locales/${language}.ts`;
}

function isFolder(language: Language): boolean {
  return existsSync(join(import.meta.dirname, language, `index${ending}`));
}

async function readLocale(name: string): Promise<Locale> {
  const file = name.endsWith(ending) ? name : `${name}/index${ending}`;
  const { default: locale }: { readonly default?: Partial<Locale> } = await import(`./${file}`);
  if (!locale?.sentences || !locale.words) {
    throw new Error(`locales/${file} has no \`export default\` with \`sentences\` and \`words\`.`);
  }
  return { sentences: locale.sentences, words: locale.words };
}
