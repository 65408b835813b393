/** Words for resources, fields and values in every language but English, which makes them from their names. */
import type { Catalogues } from '../engine/definition/words.ts';
import { fr } from './fr.ts';

export const catalogues: Catalogues = { fr };

/** The languages that there are words in. English is made from names. */
export const languages: readonly string[] = ['en', ...Object.keys(catalogues)];

/** Where the words of a language are, for whoever has to add some. */
export function catalogueFile(language: string): string {
  return `locales/${language}.ts`;
}
