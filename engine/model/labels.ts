/**
 * What people call resources, fields and values. English comes from their names where a definition says nothing; other
 * languages from the definition's own labels and titles, else from a catalogue.
 */

import type { AnyDefinition } from '../definition/definition.ts';
import type { Facts } from '../definition/field-options.ts';
import { referredName } from '../definition/plural.ts';
import { systemLabels } from '../definition/system-fields.ts';
import { type Catalogues, valuesOf, wordsFor } from '../definition/words.ts';
import type { Text } from '../message.ts';

/** What one and several rows are called. */
export function titleOf(definition: AnyDefinition, { fr }: Catalogues): { one: Text; many: Text } {
  if (definition.title) return definition.title;
  const french = wordsFor(fr, definition.name).title;
  const [one, many] = [spell(definition.name), spell(definition.path)];
  return { one: { en: one, fr: french?.one ?? one }, many: { en: many, fr: french?.many ?? many } };
}

/** The label of a field, in lower case as in the middle of a sentence. */
export function labelOf(resource: string, name: string, facts: Facts, { fr }: Catalogues): Text {
  const known = facts.label ?? systemLabels[name];
  if (known) return known;
  const words = spell(referredName(name));
  return { en: words, fr: wordsFor(fr, resource).fields?.[name] ?? words };
}

/** The labels of the values that a field can have, in their order; empty for a field without such a list. */
export function valueLabelsOf(
  resource: string,
  name: string,
  facts: Facts,
  { fr }: Catalogues,
): ReadonlyMap<string, Text> {
  const french = wordsFor(fr, resource).values?.[name];
  return new Map(
    valuesOf(facts).map((value) => [value, { en: spell(value), fr: french?.[value] ?? spell(value) }]),
  );
}

/** `item-movements` → "item movements". */
export function spell(name: string): string {
  return name.replaceAll(/[_-]/g, ' ');
}
