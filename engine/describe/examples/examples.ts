/** Realistic examples of values and rows, made from the definitions: the same ones every time. */

import type { ColumnFacts, StructureName } from '../../kinds/facts.ts';
import { isOwned, isReference, isReferring, isText, referredPath } from '../../kinds/kind.ts';
import { exampleOf } from '../../kinds/scalars/known.ts';
import { type AliasPart, aliasParts } from '../../kinds/structures/alias.ts';
import { byStructure, type EachOf } from '../../kinds/structures/structures.ts';
import { linkOf, partField } from '../../model/expression.ts';
import { embeddedNames } from '../../model/projection.ts';
import {
  type FieldModel,
  fieldOf,
  type Output,
  type Resource,
  refersToOne,
  resourceAt,
  transitionsFrom,
} from '../../model/resource.ts';
import { referredName } from '../../plural.ts';
import { isRequired } from '../../request/body.ts';
import { capitalise } from '../openapi/names.ts';
import { isSchema, type Schema } from '../openapi/spec.ts';
import type { Setting } from '../openapi/values.ts';
import { exampleWords } from './example-words.ts';

export type Example = Readonly<Record<string, unknown>>;

/** A row as in a list. */
export function rowExample(setting: Setting, keys = setting.resource.listedKeys): Example {
  const { outputs } = setting.resource;
  return Object.fromEntries(
    [...outputs.values()].flatMap((output) =>
      keys.includes(output.key) ? [[output.key, outputExample(setting, output)]] : [],
    ),
  );
}

/** A single row, with its possible transitions. */
export function singleExample(setting: Setting): Example {
  const { resource } = setting;
  const row = rowExample(setting, resource.keys);
  const key = resource.singleKeys.find((one) => !resource.outputs.has(one));
  const state = resource.definition.states?.field;
  return key && state ? { ...row, [key]: [...transitionsFrom(resource, row[state])] } : row;
}

/** `{id, name, …}` of a referenced row. */
export function referenceExample(setting: Setting, target: Resource, include: readonly string[]): Example {
  const inTarget = { ...setting, resource: target };
  const id = referredId(setting, target);
  const parts = embeddedNames(target, include).map((key) => {
    const field = target.fields.get(key) ?? fieldOf(target, `${key}_id`);
    const embedded = refersToOne(field) && field.name !== key;
    return [key, embedded ? embeddedExample(inTarget, field) : valueExample(inTarget, field, id)];
  });
  return { id, ...Object.fromEntries(parts) };
}

function outputExample(setting: Setting, { field, part }: Output): unknown {
  return part === 'embed' ? embeddedExample(setting, field) : valueExample(setting, field);
}

function embeddedExample(setting: Setting, { facts }: FieldModel): unknown {
  const target = resourceAt(setting.registry, referredPath(facts) ?? '');
  const reference = referenceExample(setting, target, isReferring(facts) ? facts.include : []);
  return isReference(facts) ? reference : [reference];
}

/** The value of a field. A value that is only known later (the end of something open) is null. */
export function valueExample(setting: Setting, field: FieldModel, id = exampleId(setting.resource)): unknown {
  return byStructure(valueExamples, field.facts, setting, field, id);
}

const ofSchema = (_facts: unknown, _setting: unknown, { schema }: FieldModel) => schemaExample(schema);

const valueExamples: EachOf<StructureName, [Setting, FieldModel, id: number], unknown> = {
  ...{
    words: ofSchema,
    aggregate: ofSchema,
    total: ofSchema,
    pairs: ofSchema,
    labels: ofSchema,
    sentence: ofSchema,
  },
  column: columnExample,
  reference: ({ to }, setting) => referredId(setting, resourceAt(setting.registry, to)),
  references: ({ to }, setting) => [referredId(setting, resourceAt(setting.registry, to))],
  derived: ({ otherwise }) => otherwise,
  alias: ({ of, link, scalar }, setting, { schema }, id) =>
    scalar.scale === undefined ? textOfParts(setting, of, link, id) : schemaExample(schema),
  first: (facts, setting, _field, id) =>
    textOfParts(setting, facts.otherwise, linkOf(setting.registry, facts) === null ? undefined : true, id),
  nested: (_facts, setting, field) => nestedExample(setting, field, true),
  owned: (_facts, setting, field) => nestedExample(setting, field, true),
};

/** An entry with its required parts, and in answers with its id; its other parts are empty. */
function entryExample(setting: Setting, { parts }: FieldModel, answered: boolean): Example {
  const told = [...parts.values()].filter((part) => answered || isRequired(part));
  return Object.fromEntries(
    told.map((part) => [part.name, part.facts.nullable ? null : valueExample(setting, part)]),
  );
}

/** @param answered whether the rows are beside their ids */
export function nestedExample(setting: Setting, field: FieldModel, answered: boolean): unknown {
  const { schema, parts, facts } = field;
  if (parts.size === 0) return schemaExample(schema);
  if (isOwned(facts)) return [entryExample(setting, field, answered)];
  const values = [...parts.values()].flatMap((part) => [
    [part.name, valueExample(setting, part)],
    ...(answered && referredPath(part.facts)
      ? [[referredName(part.name), embeddedExample(setting, part)]]
      : []),
  ]);
  const entry = Object.fromEntries(values);
  return schema.items === undefined ? entry : [entry];
}

function textOfParts(setting: Setting, of: string, link: true | undefined, id: number): string {
  const home = link ? setting.baseUrl.slice(0, -setting.prefix.length) : '';
  const parts = aliasParts(of).map((part) => partExample(setting, part, id));
  return home + parts.join('');
}

/** A part of a template: for a reference, the name of the row. */
function partExample(setting: Setting, part: AliasPart, id: number): string {
  if ('text' in part) return part.text;
  const field = partField(setting.resource, part.field);
  if (field.name === part.field || !isReference(field.facts)) return String(valueExample(setting, field, id));
  const target = resourceAt(setting.registry, field.facts.to);
  const inTarget = { ...setting, resource: target };
  return String(valueExample(inTarget, fieldOf(target, target.display), referredId(setting, target)));
}

function columnExample(facts: ColumnFacts, setting: Setting, field: FieldModel, id: number): unknown {
  const { name, schema } = field;
  const { resource, registry } = setting;
  if (facts.rows) return [referredId(setting, resourceAt(registry, facts.rows.to))];
  if (name === 'id') return id;
  if (facts.default !== undefined && !facts.scalar.atRequest) return facts.default;
  // Later moments have not happened yet.
  if (facts.scalar.zoned && facts.nullable && resource.definition.states) return null;
  return (
    facts.scalar.example?.(name) ?? (isText(facts) ? textExample(resource, field, id) : schemaExample(schema))
  );
}

function textExample(resource: Resource, { name, facts, schema, label }: FieldModel, id: number): unknown {
  if (typeof facts.default === 'string') return facts.default;
  const named = name === resource.display || name === 'name';
  const words = exampleWords(name) ?? (named ? `${resource.title.one.en} ${id}` : label.en);
  const text = capitalise(words).slice(0, typeof schema.maxLength === 'number' ? schema.maxLength : 255);
  // regexp-safe: it reads a label of ours.
  const fits = typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(text);
  return fits ? text : null;
}

/** A row never refers to itself. */
function referredId({ resource }: Setting, target: Resource): number {
  return exampleId(target) + (target === resource ? 1 : 0);
}

/** An id that is always the same for a resource, and rarely that of another one. */
export function exampleId({ path }: Resource): number {
  let sum = 0;
  for (const letter of path) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 89;
  return sum + 2;
}

/** A value that a plain schema allows. */
function schemaExample(schema: Schema): unknown {
  const {
    type,
    enum: values,
    examples,
    default: usual,
    minimum,
    maximum,
    items,
    properties,
    required,
  } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (usual !== undefined) return usual;
  if (Array.isArray(values)) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
      return Math.min(Math.max(Number(minimum ?? 0), 3), Number(maximum ?? 3));
    case 'number':
      return Math.min(Math.max(Number(minimum ?? 0), 148.5), Number(maximum ?? 148.5));
    case 'boolean':
      return false;
    case 'array':
      return isSchema(items) ? severalOf(schemaExample(items), Number(schema.minItems ?? 1)) : [];
    case 'object':
      return objectExample(properties, required);
    default:
      return typeof schema.format === 'string' ? formatExample(schema.format) : 'text';
  }
}

/** One value, or the minimum number: texts then differ. */
function severalOf(one: unknown, count: number): unknown[] {
  return Array.from({ length: Math.max(1, count) }, (_, at) =>
    at > 0 && typeof one === 'string' ? `${one} ${at + 1}` : one,
  );
}

function objectExample(properties: unknown, required: unknown): Example {
  if (!isSchema(properties)) return {};
  const names = Array.isArray(required) ? required : Object.keys(properties);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => names.includes(name))
      .map(([name, schema]) => [
        name,
        isSchema(schema) && schema.type === 'string' && !schema.enum
          ? (exampleWords(name) ?? capitalise(name.replaceAll('_', ' ')))
          : schemaExample(isSchema(schema) ? schema : {}),
      ]),
  );
}

function formatExample(format: string): string {
  return exampleOf(format) ?? exampleWords(format) ?? 'text';
}
