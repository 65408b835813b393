/**
 * What people call resources, fields and values. English comes from their names where a definition says nothing; other
 * languages from their catalogues, else they show the English.
 */

import type { AnyDefinition } from '../definition/definition.ts';
import type { Facts } from '../definition/field-options.ts';
import { systemLabels } from '../definition/system-fields.ts';
import { type Catalogues, type ResourceWords, valuesOf, wordsFor } from '../definition/words.ts';
import { type English, say, type Text } from '../message.ts';
import { referredName } from '../plural.ts';

/** What one and several rows are called. */
export function titleOf(definition: AnyDefinition, catalogues: Catalogues): { one: Text; many: Text } {
  const { name, path, title = { one: spell(name), many: spell(path) } } = definition;
  return {
    one: inEach(title.one, name, catalogues, (words) => words.title?.one),
    many: inEach(title.many, name, catalogues, (words) => words.title?.many),
  };
}

/** The label of a field, in lower case as in the middle of a sentence. */
export function labelOf(resource: string, name: string, facts: Facts, catalogues: Catalogues): Text {
  const english = facts.label ?? systemLabels[name]?.en ?? spell(referredName(name));
  return inEach(english, resource, catalogues, (words) => words.fields?.[name]);
}

/** The labels of the values that a field can have, in their order; empty for a field without such a list. */
export function valueLabelsOf(
  resource: string,
  name: string,
  facts: Facts,
  catalogues: Catalogues,
): ReadonlyMap<string, Text> {
  const labelled = (value: string) =>
    inEach(spell(value), resource, catalogues, (words) => words.values?.[name]?.[value]);
  return new Map(valuesOf(facts).map((value) => [value, labelled(value)]));
}

/** An English text with what the catalogues of other languages have for it. */
function inEach(
  english: English,
  resource: string,
  catalogues: Catalogues,
  find: (words: ResourceWords) => string | undefined,
): Text {
  const found = Object.entries(catalogues).flatMap(([language, catalogue]) => {
    const word = find(wordsFor(catalogue, resource));
    return word === undefined ? [] : [[language, word]];
  });
  const { text } = say(english);
  return { ...Object.fromEntries(found), ...text };
}

/** `item-movements` → "item movements". */
export function spell(name: string): string {
  return name.replaceAll(/[_-]/g, ' ');
}
