/** What a client needs to show a field, and to edit it in a form. */

import { besideIn, describeBeside } from '../../describe/openapi/beside.ts';
import type { Facts } from '../../kinds/facts.ts';
import {
  hasParts,
  isColumn,
  isEnumeration,
  isOwned,
  isReference,
  isReferring,
  namedRows,
  scalarOf,
  typeOf,
} from '../../kinds/kind.ts';
import { passwordBytes } from '../../kinds/scalars/text.ts';
import { heading, say } from '../../message.ts';
import { type Choice, choicesOf, isFilledIn, optionNames, wordsOffer } from '../../model/choices.ts';
import { filterField, filterTarget } from '../../model/filter-target.ts';
import { embeddedNames } from '../../model/projection.ts';
import {
  embedName,
  type FieldModel,
  type Registry,
  type Resource,
  resourceAt,
} from '../../model/resource.ts';
import { referredName } from '../../plural.ts';
import { isRequired } from '../../request/body.ts';
import { formParameters } from '../options/options.ts';
import { type FieldMetadata, formats } from './metadata-schema.ts';
import { describeNull, describeValues, describeWording, type Wordings } from './wording.ts';

type Limits = NonNullable<FieldMetadata['limits']>;

/** The context of metadata. */
export interface Viewing extends Wordings {
  readonly registry: Registry;
  /** Base of addresses, e.g. `https://assets.example.com/api/v1`. */
  readonly baseUrl: string;
}

/** The name of a tree's filter: the rows within another one. */
const within = say('within');

/** The name of a filter: that of its field, else that of the rows that it finds. */
export function filterHeading({ registry, language }: Viewing, resource: Resource, name: string): string {
  if (resource.filters.get(name)?.tree) return heading(within, language);
  const field = filterField(resource, name);
  const label = field ? field.heading : filterTarget(registry, resource, name)?.title.one;
  return label ? heading(label, language) : name;
}

export function describeField(viewing: Viewing, resource: Resource, field: FieldModel): FieldMetadata {
  const { name, facts, schema } = field;
  const values = describeValues(viewing, field);
  const usual = schema.default ?? facts.default;
  // A field with this name of an own action is a different field.
  const isKept = facts.readOnly === true || (resource.fields.get(name) === field && !isFilledIn(resource));
  const limits = { ...writtenDecimals(facts), ...(!isKept && limitsOf(schema, facts)) };
  // Keys that differ between fields come before those that most fields share: this compresses best.
  return {
    name,
    label: heading(field.heading, viewing.language),
    ...(facts.writeOnly && { write_only: true }),
    ...describeWording(viewing, field),
    type: schema.format === 'locale' ? 'enum' : typeOf(facts),
    ...describeReference(viewing, resource, field),
    ...(isOwned(facts) && { ordered: true }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(hasParts(facts) && {
      ...(field.parts.size === 0 && !isKept && { schema: jsonOf(field) }),
      ...describeParts(viewing, resource, field),
    }),
    ...describeBeside(resource, field),
    ...(!isKept && isRequired(field) && { required: true }),
    ...(facts.updateOnly && { update_only: true }),
    ...(facts.viewOnly && { view_only: true }),
    ...([schema.type].flat().includes('null') && { nullable: true }),
    ...(facts.fixed && { fixed: true }),
    ...(isKept && { read_only: true }),
    ...describeNull(facts, viewing.language),
    ...(!isKept && usual !== undefined && { default: usual }),
    ...(values.length > 0 && { values }),
  };
}

/** JSON Schema's limits, under names in the style of the answer. */
const limitNames = [
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minLength', 'min_length'],
  ['maxLength', 'max_length'],
  ['minItems', 'min_items'],
  ['maxItems', 'max_items'],
] as const;

/** The decimals of a number, also for users who only read it. */
function writtenDecimals(facts: Facts): Pick<Limits, 'decimals'> {
  const scale = scalarOf(facts)?.scale;
  return scale ? { decimals: scale } : {};
}

function limitsOf(schema: Readonly<Record<string, unknown>>, facts: Facts): Limits {
  const limits: Limits = {};
  for (const [keyword, name] of isReference(facts) ? [] : limitNames) {
    const limit = schema[keyword];
    if (typeof limit === 'number') limits[name] = limit;
  }
  const format = formats.find((one) => one === schema.format);
  return {
    ...limits,
    ...(typeof schema.pattern === 'string' && { pattern: schema.pattern }),
    ...(format && { format }),
    ...(format === 'password' && { min_bytes: passwordBytes.min, max_bytes: passwordBytes.max }),
    ...(isColumn(facts) && facts.past && { past: true }),
  };
}

function describeReference(
  { registry, baseUrl }: Viewing,
  resource: Resource,
  field: FieldModel,
): Pick<FieldMetadata, 'reference' | 'options_url'> {
  const { facts, name } = field;
  if (resource.fields.get(name) === field && wordsOffer(resource, name)) {
    return { options_url: `${baseUrl}/${resource.path}/options/${name}` };
  }
  const rows = namedRows(facts);
  if (rows) return describeRows(registry, baseUrl, rows.to);
  const embed = embedName(field);
  if (embed === null || !isReferring(facts)) return {};
  const target = resourceAt(registry, facts.to);
  const choice = choicesOf(registry, resource).find((one) => one.name === name);
  const { options_url, ...options } = describeChoice(baseUrl, resource, choice);
  const fields = ['id', ...embeddedNames(target, facts.include)];
  // The order begins like that of a filter, again for compression.
  return {
    reference: {
      ...{ resource: target.path, display: target.display, options_url, embed, fields },
      ...options,
      ...describeOffer(target, facts),
    },
  };
}

/** The words with one of which a row is not offered, as far as a definition tells without code. */
function describeOffer(
  { fields }: Resource,
  facts: Facts,
): Pick<NonNullable<FieldMetadata['reference']>, 'not'> {
  const { offer } = isReference(facts) ? facts : {};
  const not = Object.entries(typeof offer === 'object' ? offer : {}).flatMap(([name, wanted]) => {
    const field = fields.get(name)?.facts;
    if (!isEnumeration(field)) return [];
    const others =
      typeof wanted === 'object' && wanted !== null && 'not' in wanted ? [wanted.not].flat() : null;
    const of = (value: string) => (others ? !others.includes(value) : [wanted].flat().includes(value));
    return [[name, (field.values ?? []).filter((value) => !of(value))] as const];
  });
  return not.length > 0 ? { not: Object.fromEntries(not) } : {};
}

/** The metadata for a user without forms of the resource: without options. */
export function withoutChoices(field: FieldMetadata): FieldMetadata {
  const { reference, choices, parts } = field;
  if (!reference && !choices) return field;
  return {
    ...field,
    ...(reference && { reference: { ...reference, ...nowhere } }),
    ...(parts && { parts: parts.map(withoutChoices) }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, ...nowhere })) }),
  };
}

const nowhere = { options_url: null, options_fields: [], options_parameters: [] };

/** Rows that only occur as ids are chosen among those that can be listed, with their names from there. */
function describeRows(registry: Registry, baseUrl: string, path: string): Pick<FieldMetadata, 'reference'> {
  const { display } = resourceAt(registry, path);
  const fields = ['id', display];
  return {
    reference: {
      ...{ resource: path, display, options_url: `${baseUrl}/${path}`, embed: '', fields },
      ...{ options_fields: fields, options_parameters: [] },
    },
  };
}

/** The address and parameters of options; none if nothing can be chosen. */
function describeChoice(baseUrl: string, resource: Resource, choice: Choice | undefined) {
  if (!choice) return nowhere;
  return {
    options_url: `${baseUrl}/${resource.path}/options/${choice.name}`,
    options_fields: ['id', ...optionNames(choice)],
    options_parameters: formParameters(choice),
  };
}

/** The parts of a nested value as fields; if its parts are not declared, its references. */
function describeParts(
  viewing: Viewing,
  resource: Resource,
  { name, parts, facts }: FieldModel,
): Pick<FieldMetadata, 'parts' | 'choices'> {
  const { registry, baseUrl } = viewing;
  const choices = choicesOf(registry, resource).flatMap((choice) => {
    const [of, part = ''] = choice.name.split('.');
    const { target } = choice;
    return of === name && part !== ''
      ? [
          {
            name: part,
            resource: target.path,
            display: target.display,
            ...describeChoice(baseUrl, resource, choice),
          },
        ]
      : [];
  });
  if (parts.size === 0) return choices.length > 0 ? { choices } : {};
  const described = [...parts.values()].map((part) => {
    const choice = choices.find((one) => one.name === part.name);
    const beside = isOwned(facts) ? besideIn(facts, part.name) : {};
    const { reference, ...field } = { ...describeField(viewing, resource, part), ...beside };
    if (!choice || !reference) return field;
    const { name: _name, ...options } = choice;
    const embed = referredName(part.name);
    return { ...field, reference: { ...reference, ...options, embed } };
  });
  return { parts: described };
}

/** A schema without the symbols of TypeBox and the engine. */
const jsonOf = ({ schema }: FieldModel): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(schema));
