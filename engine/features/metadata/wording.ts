/** How a field and its values are shown: metadata beside type and limits. */

import { valueUnder } from '../../json-object.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isMark, scalarOf } from '../../kinds/kind.ts';
import type { OfferContext, Tones, Unit } from '../../kinds/wording.ts';
import { heading, type Language, render, say } from '../../message.ts';
import { wordsOffer } from '../../model/choices.ts';
import type { FieldModel, Resource } from '../../model/resource.ts';
import { offeredWords } from '../options/options.ts';
import type { FieldMetadata, ValueMetadata } from './metadata-schema.ts';
import type { ResourceMetadata } from './resource-schema.ts';

/** The settings that affect how fields are shown. */
export interface Wordings {
  readonly language: Language;
  /** Languages that a user may choose. */
  readonly locales: readonly string[];
  /** ISO 4217 code of all money; null if none is configured. */
  readonly currency: string | null;
}

type InputHints = Pick<
  FieldMetadata,
  'multiline' | 'unit' | 'ratio' | 'unit_field' | 'interval' | 'help' | 'formula'
>;

/** Keys that are left out have defaults: one line, no unit, no help. */
export function describeWording({ language, currency }: Wordings, { facts }: FieldModel): InputHints {
  const { unit, unitField, interval } = unitOf(facts);
  return {
    ...(interval && { interval }),
    ...('multiline' in facts && facts.multiline && { multiline: true as const }),
    ...(facts.help !== undefined && { help: render(say(facts.help), language) }),
    ...(unit !== undefined && { unit: render(say(unit), language) }),
    ...(scalarOf(facts)?.currency && currency !== null && { unit: currency }),
    ...(scalarOf(facts)?.ratio && { ratio: true as const }),
    ...(unitField !== undefined && { unit_field: unitField }),
    ...(facts.formula !== undefined && { formula: render(say(facts.formula), language) }),
  };
}

/** The label of null, if it has one. */
export function describeNull({ nullLabel }: Facts, language: Language): Pick<FieldMetadata, 'null_label'> {
  return nullLabel === undefined ? {} : { null_label: heading(nullLabel, language) };
}

const unitOf = (facts: Facts): Unit => ('unit' in facts || 'unitField' in facts ? facts : {});

/** The possible values of a field with a list of words; for a boolean, if one of its values has a tone. */
export function describeValues({ language, locales }: Wordings, field: FieldModel): ValueMetadata[] {
  const { facts, schema, values } = field;
  if (schema.format === 'locale') {
    // Each in its own language: readers find theirs even if they read no other.
    return locales.map((value) => {
      const name = new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value;
      return { value, label: heading(name, language) };
    });
  }
  const tones: Tones = ('tones' in facts && facts.tones) || {};
  const named = isMark(facts) && Object.keys(tones).length > 0 ? truths : [...values.entries()];
  return named.map(([value, label]) => {
    const tone = valueUnder(tones, String(value));
    return { value, label: heading(label, language), ...(tone && { tone }) };
  });
}

const truths = [[true, say('yes')] as const, [false, say('no')] as const];

/** Adds values that depend on the service and the user to fields and filters, except to those with a list of options. */
export function withOffered<Part extends Pick<ResourceMetadata, 'fields' | 'filters'>>(
  metadata: Part,
  resource: Resource,
  context: OfferContext,
  language: Language,
): Part {
  const offered = new Map(
    [...resource.fields.values()].flatMap(({ name, facts }) => {
      const offer = 'offered' in facts && !wordsOffer(resource, name) ? facts.offered : undefined;
      return offer ? [[name, offeredWords(offer, context, language)] as const] : [];
    }),
  );
  if (offered.size === 0) return metadata;
  const fill = <Named extends { readonly name: string }>(one: Named): Named => {
    const values = offered.get(one.name);
    return values && values.length > 0 ? { ...one, values } : one;
  };
  return { ...metadata, fields: metadata.fields.map(fill), filters: metadata.filters.map(fill) };
}
