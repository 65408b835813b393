/** Finds missing words of a language, and words that nothing uses. */

import { type Finding, type Loaded, ownFieldsOf, ownPartsOf } from '../../engine/check/subject.ts';
import {
  type Catalogue,
  type Catalogues,
  followNames,
  type ResourceWords,
  wordsFor,
} from '../../engine/definition/words.ts';
import { features } from '../../engine/features/index.ts';
import { valueUnder } from '../../engine/json-object.ts';
import type { Facts } from '../../engine/kinds/facts.ts';
import { factsOf } from '../../engine/kinds/field.ts';
import { valuesOf } from '../../engine/kinds/kind.ts';

/**
 * Everything in definitions without words in a catalogue, and the other way round.
 * @param fileOf the file of the catalogue of a language, for the findings
 */
export function checkLabels(
  loaded: readonly Loaded[],
  catalogues: Catalogues,
  fileOf: (language: string) => string,
): Finding[] {
  const known = followNames(
    catalogues,
    loaded.map(({ definition }) => definition),
  );
  return Object.entries(known).flatMap(([language, catalogue]) => [
    ...loaded.flatMap((one) => missingWords(one, catalogue, fileOf(language))),
    ...spareWords(loaded, catalogue, fileOf(language)),
  ]);
}

function missingWords(loaded: Loaded, catalogue: Catalogue, place: string): Finding[] {
  const { file, definition } = loaded;
  const { name } = definition;
  if (catalogue[name] === 'english') return [];
  if (!Object.hasOwn(catalogue, name)) {
    return [
      {
        file,
        key: 'words',
        problem: `${place} has none for it.`,
        remedy: `Add there: ${name.includes('-') ? `'${name}'` : name}: { ${entryFor(definition)} }, or \`'${name}': 'english'\` to show this resource in English on purpose.`,
      },
    ];
  }
  const words = wordsFor(catalogue, name);
  const missing = (key: string, remedy: string): Finding => ({
    file,
    key,
    problem: `${place} has no words for it.`,
    remedy: `${remedy}; or write \`'${name}': 'english'\` there to show this resource in English on purpose.`,
  });
  const findings: Finding[] = [];
  if (!words.title) {
    findings.push(missing('title', `Add \`title: { one, many }\` under \`${name}\` there`));
  }
  for (const [field, facts] of namedFields(definition)) {
    if (!words.fields?.[field]) {
      findings.push(missing(`fields.${field}`, `Add it to \`fields\` under \`${name}\` there`));
    }
    if (facts.heading !== undefined && !words.headings?.[field]) {
      findings.push(missing(`fields.${field}.heading`, `Add it to \`headings\` under \`${name}\` there`));
    }
    const unnamed = valuesOf(facts).filter((value) => !valueUnder(words.values?.[field], value));
    if (unnamed.length > 0) {
      findings.push(
        missing(
          `fields.${field}`,
          `Add ${unnamed.join(', ')} to \`values.${field}\` under \`${name}\` there`,
        ),
      );
    }
  }
  return findings;
}

/** The entry of a catalogue for a definition, to be filled in. */
function entryFor(definition: Loaded['definition']): string {
  const object = (words: readonly string[]) => `{ ${words.join(', ')} }`;
  const fields = namedFields(definition);
  const unnamed = fields.map(([field]) => `${field}: '…'`);
  const values = fields.flatMap(([field, facts]) => {
    const words = valuesOf(facts).map((value) => `${/^\w+$/.test(value) ? value : `'${value}'`}: '…'`);
    return words.length > 0 ? [`${field}: ${object(words)}`] : [];
  });
  const headings = fields.flatMap(([field, facts]) => (facts.heading === undefined ? [] : [`${field}: '…'`]));
  return [
    "title: { one: '…', many: '…' }",
    ...(unnamed.length > 0 ? [`fields: ${object([...new Set(unnamed)])}`] : []),
    ...(headings.length > 0 ? [`headings: ${object([...new Set(headings)])}`] : []),
    ...(values.length > 0 ? [`values: ${object([...new Set(values)])}`] : []),
  ].join(', ');
}

/** Fields that users see: those of the resource, and those that its actions and reports take and answer. */
function namedFields(definition: Loaded['definition']): [string, Facts][] {
  const { fields } = definition;
  const own = ownFieldsOf(definition, ownPartsOf(definition, features)).map(([, some]) => some);
  return [fields, ...own]
    .flatMap((some) => Object.entries(some))
    .map(([name, field]): [string, Facts] => [name, factsOf(field)])
    .filter(([, facts]) => !facts.internal);
}

/** The fields of actions and reports by names such as `compliance.until`, under which a word is for one of them alone. */
function scopedFields(definition: Loaded['definition']): [string, Facts][] {
  return ownPartsOf(definition, features).flatMap(({ name: own, part: { input = {}, answer = {} } }) =>
    Object.entries({ ...input, ...answer }).map(([name, field]): [string, Facts] => [
      `${own}.${name}`,
      factsOf(field),
    ]),
  );
}

function spareWords(loaded: readonly Loaded[], catalogue: Catalogue, file: string): Finding[] {
  return Object.entries(catalogue).flatMap(([name, words]): Finding[] => {
    const definition = loaded.find((one) => one.definition.name === name)?.definition;
    const spare = (key: string): Finding => ({
      file,
      key,
      problem: 'nothing has this name.',
      remedy: 'Remove it, or correct it.',
    });
    if (!definition) return [spare(name)];
    if (words === 'english') return [];
    const known = new Map([...namedFields(definition), ...scopedFields(definition)]);
    return spareKeys(words, known).map((key) => spare(`${name}.${key}`));
  });
}

function spareKeys(words: ResourceWords, known: ReadonlyMap<string, Facts>): string[] {
  const { fields = {}, headings = {}, values = {} } = words;
  const spareFields = Object.keys(fields).filter((field) => !known.has(field));
  const spareValues = Object.entries(values).flatMap(([field, labels]) => {
    const facts = known.get(field);
    const there = facts ? valuesOf(facts) : [];
    return Object.keys(labels)
      .filter((value) => !there.includes(value))
      .map((value) => `values.${field}.${value}`);
  });
  const spareHeadings = Object.keys(headings).filter((field) => known.get(field)?.heading === undefined);
  return [
    ...spareFields.map((field) => `fields.${field}`),
    ...spareHeadings.map((field) => `headings.${field}`),
    ...spareValues,
  ];
}
