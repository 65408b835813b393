/** Finds sentences of the code that a language has no translation for, and translations of sentences that the code no longer has. */

import { type Finding, ownFieldsOf, ownPartsOf } from '../../engine/check/subject.ts';
import type { AnyDefinition } from '../../engine/definition/definition.ts';
import { actionLabel } from '../../engine/definition/own/action.ts';
import type { Fields } from '../../engine/definition/types.ts';
import { features } from '../../engine/features/index.ts';
import { factsOf } from '../../engine/kinds/field.ts';
import type { Language, Translations } from '../../engine/message.ts';

/** An English sentence and the file that says it. */
export interface Sentence {
  readonly file: string;
  readonly english: string;
}

/**
 * The sentences of a source: the texts that `say` gets literally. A text that the program puts together cannot be translated, and
 * is not included.
 */
export function sentencesIn(file: string, source: string): Sentence[] {
  const said = source.matchAll(/\bsay\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g);
  return [...said].map(([, single, double]) => ({
    file,
    english: (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  }));
}

/** The sentences of a definition outside its hooks. */
export function sentencesOf(file: string, definition: AnyDefinition): Sentence[] {
  const {
    unique = [],
    restrictDelete = [],
    deleteAdvice,
    reports = {},
    notices = {},
    fields,
    permissions = [],
    view = {},
  } = definition;
  const own = ownPartsOf(definition, features);
  const said = [
    ...unique.map((set) => ('taken' in set ? set.taken : undefined)),
    ...restrictDelete.flatMap((rule) => [rule.what, rule.one]),
    deleteAdvice,
    definition.hung?.counted,
    ...own.flatMap(({ name, part }) => [actionLabel(name, part), part.summary]),
    // The label of the permission in the options of a role.
    ...permissions.map((name) => name.replaceAll('-', ' ')),
    ...Object.values(reports).flatMap(({ charts = [] }) => charts.map(({ title }) => title)),
    ...Object.values(notices).flatMap(({ label, says }) => [label, ...[says].flat()]),
    ...[fields, ...ownFieldsOf(definition, own).map(([, one]) => one)].flatMap(wordsOf),
    view.group,
    ...(view.sections ?? []).map(({ title }) => title),
    ...(view.overview ?? []).map(({ title }) => title),
    ...(view.quick ?? []).map(({ title }) => title),
  ];
  return said.flatMap((english) => (typeof english === 'string' ? [{ file, english }] : []));
}

/** The other sentences of fields, beside their names. */
function wordsOf(fields: Fields): (string | undefined)[] {
  return Object.values(fields).flatMap((field) => {
    const facts = factsOf(field);
    return [facts.help, facts.formula, facts.nullLabel, 'unit' in facts ? facts.unit : undefined];
  });
}

/**
 * All sentences that a language lacks, and the other way round; and translations with other `{placeholders}` than the English.
 * @param placeOf the file of the sentences of a language, for the findings
 */
export function checkSentences(
  said: readonly Sentence[],
  translations: Readonly<Record<Language, Translations>>,
  placeOf: (language: Language) => string,
): Finding[] {
  const files = new Map(said.map(({ file, english }) => [english, file]));
  return Object.entries(translations).flatMap(([language, words]) => {
    const place = placeOf(language);
    const missing = [...files].filter(([english]) => !Object.hasOwn(words, english));
    return [
      ...missing.map(([english, file]) => ({
        file,
        key: 'say',
        problem: `${place} has no translation of “${english}”.`,
        remedy: 'Add it there, with the same {placeholders}. Until then users read English.',
      })),
      ...Object.entries(words).flatMap(([english, text]) =>
        oddities(english, text, files).map((found) => ({ file: place, key: english, ...found })),
      ),
    ];
  });
}

function oddities(english: string, text: string, files: ReadonlyMap<string, string>) {
  if (!files.has(english)) {
    return [
      {
        problem: 'no code uses this sentence.',
        remedy: 'Remove it, or correct it. It must be the English of the code.',
      },
    ];
  }
  if (namesIn(text) === namesIn(english)) return [];
  const names = namesIn(english) || 'none';
  return [
    { problem: 'the translation has other placeholders.', remedy: `Use those of the English: ${names}.` },
  ];
}

function namesIn(text: string): string {
  return [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort().join(' ');
}
