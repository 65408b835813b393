/** What a client has to know of a field to show it, and to ask for it in a form. */

import { retitled } from '../../json-schema.ts';
import type { Facts } from '../../kinds/field.ts';
import { isColumn } from '../../kinds/kind.ts';
import { typeOfScalar } from '../../kinds/scalars/known.ts';
import { passwordBytes } from '../../kinds/scalars/text.ts';
import { heading, type Language } from '../../message.ts';
import { type Choice, choicesOf, isFilledIn, optionNames } from '../../model/choices.ts';
import { embeddedNames } from '../../model/projection.ts';
import {
  embedName,
  type FieldModel,
  type Registry,
  type Resource,
  resourceAt,
} from '../../model/resource.ts';
import { formParameters } from '../../read/options.ts';
import { isRequired } from '../../request/body.ts';
import { describeBeside } from './beside.ts';
import { type FieldMetadata, formats } from './metadata-schema.ts';
import { describeValues, describeWording, type Wordings } from './wording.ts';

/** Where metadata is made for. */
export interface Viewing extends Wordings {
  readonly registry: Registry;
  /** Base of addresses, e.g. `https://assets.example.com/api/v1`. */
  readonly baseUrl: string;
}

export function describeField(viewing: Viewing, resource: Resource, field: FieldModel): FieldMetadata {
  const { name, facts, schema } = field;
  const values = describeValues(viewing, field);
  const usual = schema.default ?? facts.default;
  // A field of that name of an own action is another one.
  const isKept = facts.readOnly === true || (resource.fields.get(name) === field && !isFilledIn(resource));
  // What differs from field to field stands before what most have in common: so it takes the fewest bytes compressed.
  return {
    name,
    label: heading(field.heading, viewing.language),
    ...describeWording(viewing, field),
    type: schema.format === 'locale' ? 'enum' : typeOf(facts),
    ...describeReference(viewing, resource, field),
    ...(facts.kind === 'nested' && {
      schema: jsonOf(schema, viewing.language),
      choices: describeParts(viewing, resource, field),
    }),
    limits: isKept ? {} : limitsOf(schema, facts),
    ...describeBeside(resource, name),
    required: !isKept && isRequired(field),
    ...(facts.updateOnly && { update_only: true }),
    write_only: facts.writeOnly === true,
    nullable: [schema.type].flat().includes('null'),
    fixed: facts.fixed === true,
    read_only: isKept,
    ...(!isKept && usual !== undefined && { default: usual }),
    ...(values.length > 0 && { values }),
  };
}

function typeOf(facts: Facts): FieldMetadata['type'] {
  if ('rows' in facts && facts.kind === 'column') return 'references';
  if (facts.kind === 'labels') return 'json';
  if (facts.kind === 'reference' || !('scalar' in facts)) return facts.kind;
  return typeOfScalar(facts.scalar);
}

/** JSON Schema's limits under names like those of everything else in an answer. */
const limitNames = [
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minLength', 'min_length'],
  ['maxLength', 'max_length'],
  ['minItems', 'min_items'],
  ['maxItems', 'max_items'],
] as const;

function limitsOf(schema: Readonly<Record<string, unknown>>, facts: Facts): FieldMetadata['limits'] {
  const limits: FieldMetadata['limits'] = {};
  for (const [keyword, name] of facts.kind === 'reference' ? [] : limitNames) {
    const limit = schema[keyword];
    if (typeof limit === 'number') limits[name] = limit;
  }
  const format = formats.find((one) => one === schema.format);
  return {
    ...limits,
    ...(typeof schema.pattern === 'string' && { pattern: schema.pattern }),
    ...(format && { format }),
    ...(format === 'password' && { min_bytes: passwordBytes.min, max_bytes: passwordBytes.max }),
    ...(isColumn(facts) && facts.scalar.scale && { decimals: facts.scalar.scale }),
    ...('past' in facts && facts.past && { past: true }),
  };
}

function describeReference(
  { registry, baseUrl }: Viewing,
  resource: Resource,
  field: FieldModel,
): Pick<FieldMetadata, 'reference'> {
  const { facts, name } = field;
  if ('rows' in facts && facts.rows !== undefined) return describeRows(registry, baseUrl, facts.rows);
  const embed = embedName(field);
  if (embed === null || (facts.kind !== 'reference' && facts.kind !== 'references')) return {};
  const target = resourceAt(registry, facts.to);
  const choice = choicesOf(registry, resource).find((one) => one.name === name);
  const { options_url, ...options } = describeChoice(baseUrl, resource, choice);
  const fields = ['id', ...embeddedNames(target, facts.include)];
  // It begins like that of a filter, again for the bytes.
  return {
    reference: {
      ...{ resource: target.path, display: target.display, options_url, embed, fields },
      ...options,
    },
  };
}

/** The same for somebody who fills in no form of the resource: they are offered nothing. */
export function withoutChoices(field: FieldMetadata): FieldMetadata {
  const { reference, choices } = field;
  if (!reference && !choices) return field;
  return {
    ...field,
    ...(reference && { reference: { ...reference, ...nowhere } }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice, ...nowhere })) }),
  };
}

const nowhere = { options_url: null, options_fields: [], options_parameters: [] };

/** Rows of which only ids are told are chosen among those that can be listed, and are called as there. */
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

/** Where to ask for choices, and with what; nowhere where nothing can be chosen. */
function describeChoice(baseUrl: string, resource: Resource, choice: Choice | undefined) {
  if (!choice) return nowhere;
  return {
    options_url: `${baseUrl}/${resource.path}/options/${choice.name}`,
    options_fields: ['id', ...optionNames(choice)],
    options_parameters: formParameters(choice),
  };
}

function describeParts(
  { registry, baseUrl }: Viewing,
  resource: Resource,
  { name }: FieldModel,
): NonNullable<FieldMetadata['choices']> {
  const parts = choicesOf(registry, resource).filter((choice) => choice.name.startsWith(`${name}.`));
  return parts.map((choice) => ({
    name: choice.name.slice(name.length + 1),
    resource: choice.target.path,
    display: choice.target.display,
    ...describeChoice(baseUrl, resource, choice),
  }));
}

/** A schema with its titles in a language, and without the symbols that TypeBox and the engine keep on it. */
function jsonOf(
  schema: Readonly<Record<string, unknown>>,
  language: Language,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, retitled(part, (title) => heading(title, language))]),
  );
}
