/**
 * The labels of resources, fields and values. English comes from the definition, else from their names; other languages from
 * their catalogues, else from English.
 */

import type { AnyDefinition } from '../definition/definition.ts';
import { systemHeadings, systemLabels } from '../definition/system-fields.ts';
import { type Catalogues, type ResourceWords, wordsFor } from '../definition/words.ts';
import { valueUnder } from '../json-object.ts';
import type { Facts } from '../kinds/facts.ts';
import { type Field, factsOf } from '../kinds/field.ts';
import { nestedFields, valuesOf } from '../kinds/kind.ts';
import { type English, say, type Text } from '../message.ts';
import { referredName } from '../plural.ts';
import type { FieldModel } from './resource.ts';

/**
 * Fields by name, with their labels.
 *
 * @param own the action or report that has them: a word such as `compliance.until` is for its field alone
 */
export function modelFields(
  resource: string,
  fields: Readonly<Record<string, Field>>,
  catalogues: Catalogues,
  own?: string,
): Map<string, FieldModel> {
  return new Map(
    Object.entries(fields).map(([name, schema]) => {
      const facts = factsOf(schema);
      const label = labelOf(resource, name, facts, catalogues, own);
      const heading = headingOf(resource, name, facts, catalogues) ?? label;
      const values = valueLabelsOf(resource, name, facts, catalogues);
      const parts = modelFields(resource, nestedFields(facts), catalogues);
      return [name, { name, schema, facts, label, heading, values, parts }];
    }),
  );
}

/** The singular and plural of a resource. */
export function resourceTitle(definition: AnyDefinition, catalogues: Catalogues): { one: Text; many: Text } {
  const { name, path, title = { one: spell(name), many: spell(path) } } = definition;
  return {
    one: inEach(title.one, name, catalogues, (words) => words.title?.one),
    many: inEach(title.many, name, catalogues, (words) => words.title?.many),
  };
}

/** The label of a field, in lower case as within a sentence. */
function labelOf(
  resource: string,
  name: string,
  facts: Facts,
  catalogues: Catalogues,
  own: string | undefined,
): Text {
  const english = facts.label ?? systemLabels[name]?.en ?? spell(referredName(name));
  return inEach(english, resource, catalogues, ({ fields = {} }) => fields[`${own}.${name}`] ?? fields[name]);
}

/** The heading of a field over a column or in a form, if it differs from its capitalised label. */
function headingOf(resource: string, name: string, facts: Facts, catalogues: Catalogues): Text | undefined {
  const english = facts.heading ?? systemHeadings[name]?.en;
  if (english === undefined) return undefined;
  return inEach(english, resource, catalogues, (words) => words.headings?.[name]);
}

/** The labels of the possible values of a field, in order; empty for a field without a list of values. */
function valueLabelsOf(
  resource: string,
  name: string,
  facts: Facts,
  catalogues: Catalogues,
): ReadonlyMap<string, Text> {
  const labelled = (value: string) =>
    inEach(spell(value), resource, catalogues, (words) => valueUnder(words.values?.[name], value));
  return new Map(valuesOf(facts).map((value) => [value, labelled(value)]));
}

/** An English text with its translations from the catalogues. */
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
