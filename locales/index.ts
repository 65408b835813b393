/**
 * Every language but English, found by being here: `locales/de.ts`, or the folder `locales/de` with an `index.ts` where one
 * file would be long. A project's own folder of the same kind can be added.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Catalogue, Locale } from '../engine/definition/words.ts';
import type { Language, Translations } from '../engine/message.ts';

const ending = /\.m?[jt]s$/;

const words: Record<Language, Catalogue> = {};
const sentences: Record<Language, Translations> = {};
const spoken: Language[] = ['en'];

/** What resources are called, by language. */
export const catalogues: Readonly<Record<Language, Catalogue>> = words;

export const translations: Readonly<Record<Language, Translations>> = sentences;

/** The languages that there are words in. English is what the code says. */
export const languages: readonly Language[] = spoken;

await addLocales(import.meta.dirname);

/**
 * Adds the languages of a folder: what they say goes before what has been said so far. Their words of a resource stand in place of
 * all that was there for it.
 *
 * @throws Error for a file that is no language
 */
export async function addLocales(folder: string): Promise<void> {
  for (const [language, locale] of await readLocales(folder)) {
    words[language] = { ...words[language], ...locale.words };
    sentences[language] = { ...sentences[language], ...locale.sentences };
    if (!spoken.includes(language)) spoken.push(language);
  }
}

/** The languages of a folder, in the order of their names. @throws Error for a file that is no language */
export async function readLocales(folder: string): Promise<(readonly [Language, Locale])[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() || isModule(entry.name)) && !/^(?:index)?\./.test(entry.name))
    .map(({ name }) => name)
    .sort();
  return Promise.all(
    names.map(async (name) => [name.replace(ending, ''), await readLocale(join(folder, name))] as const),
  );
}

function isModule(name: string): boolean {
  return ending.test(name) && !/\.d\.m?ts$/.test(name);
}

/** Where the words of a language are, for whoever has to add some. */
export function catalogueFile(language: Language): string {
  return isFolder(language) ? `locales/${language}/words.ts` : `locales/${language}.ts`;
}

/** Where the sentences of a language are. */
export function sentencesPlace(language: Language): string {
  return isFolder(language) ? `locales/${language}/` : `locales/${language}.ts`;
}

function isFolder(language: Language): boolean {
  return existsSync(join(import.meta.dirname, language));
}

async function readLocale(path: string): Promise<Locale> {
  const file = ending.test(path) ? path : indexOf(path);
  const { default: locale }: { readonly default?: Partial<Locale> } = await import(pathToFileURL(file).href);
  if (!locale?.sentences || !locale.words) {
    throw new Error(`locales/${basename(path)} has no \`export default\` with \`sentences\` and \`words\`.`);
  }
  return { sentences: locale.sentences, words: locale.words };
}

function indexOf(folder: string): string {
  // As this very file: in TypeScript, or compiled; a project has its own way.
  const endings = [extname(import.meta.filename), '.ts', '.js', '.mjs', '.mts'];
  const found = endings.map((one) => join(folder, `index${one}`)).find((file) => existsSync(file));
  return found ?? join(folder, 'index.ts');
}
