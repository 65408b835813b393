/** What other languages than English call resources, fields and values. */

import type { Language, Translations } from '../message.ts';
import { type AnyDefinition, formerNames } from './definition.ts';

/** What a language calls one resource. */
export interface ResourceWords {
  readonly title?: { readonly one: string; readonly many: string };
  /** In lower case, as in the middle of a sentence. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Over a column, of fields that have a `heading` of their own. */
  readonly headings?: Readonly<Record<string, string>>;
  /** Field → value → what to call it. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The words of a language by the name of the resource; `english` for one that is shown in English on purpose. */
export type Catalogue = Readonly<Record<string, ResourceWords | 'english'>>;

/** What a file of a language in `locales/` exports as its default. */
export interface Locale {
  /** English sentence of the code → the same in this language, with the same `{placeholders}`. */
  readonly sentences: Translations;
  /** What resources, their fields and values are called. */
  readonly words: Catalogue;
}

/** Every language but English, which needs none. */
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** English alone, for definitions of tests. */
export const noCatalogues: Catalogues = {};

/** Catalogues in which the words of a resource that has another name now stand under that, where nothing else does. */
export function followNames(catalogues: Catalogues, definitions: readonly AnyDefinition[]): Catalogues {
  const names = definitions.flatMap((one) => {
    const former = formerNames(one)?.name;
    return former === undefined || former === one.name ? [] : [[former, one.name] as const];
  });
  const follow = (catalogue: Catalogue): Catalogue =>
    Object.fromEntries(
      Object.entries(catalogue).flatMap(([name, words]) => {
        const [, now] = names.find(([former]) => former === name) ?? [];
        if (now === undefined) return [[name, words]];
        return Object.hasOwn(catalogue, now) ? [] : [[now, words]];
      }),
    );
  if (names.length === 0) return catalogues;
  return Object.fromEntries(
    Object.entries(catalogues).map(([language, catalogue]) => [language, follow(catalogue)]),
  );
}

export function wordsFor(catalogue: Catalogue, resource: string): ResourceWords {
  const words = Object.hasOwn(catalogue, resource) ? catalogue[resource] : undefined;
  return words === undefined || words === 'english' ? {} : words;
}
