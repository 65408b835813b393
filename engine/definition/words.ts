/** Translations of the names of resources, fields and values. */

import type { Language, Translations } from '../message.ts';
import { type AnyDefinition, formerNames } from './definition.ts';

/** The words of one resource in a language. */
export interface ResourceWords {
  readonly title?: { readonly one: string; readonly many: string };
  /** In lower case, as within a sentence. `compliance.until` is for the field of one action or report. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The heading over a column, for fields that have a `heading`. */
  readonly headings?: Readonly<Record<string, string>>;
  /** Field → value → its name. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The words of a language by resource name; `english` for a resource that is shown in English on purpose. */
export type Catalogue = Readonly<Record<string, ResourceWords | 'english'>>;

/** The default export of a language file in `locales/`. */
export interface Locale {
  /** English sentence of the code → its translation, with the same `{placeholders}`. */
  readonly sentences: Translations;
  /** The names of resources, their fields and values. */
  readonly words: Catalogue;
}

/** Every language except English, which needs no catalogue. */
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** English only, for definitions of tests. */
export const noCatalogues: Catalogues = {};

/** Catalogues in which the words of a renamed resource are also found under its new name, unless that has words already. */
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
