/** The schemas of a resource's answers: a row, a reference, a page, counts. */
import { isReference, isReferring, referredPath } from '../../kinds/kind.ts';
import { namesOnce } from '../../kinds/told-once.ts';
import { optionNames } from '../../model/choices.ts';
import { filterChoice, listedFilters } from '../../model/filter-target.ts';
import { embeddedNames } from '../../model/projection.ts';
import {
  type FieldModel,
  fieldOf,
  isReleased,
  type Output,
  type Resource,
  refersToOne,
  resourceAt,
} from '../../model/resource.ts';
import { referredName } from '../../plural.ts';
import type { Extra } from '../../request/intent.ts';
import { referenceName, schemaNames } from './names.ts';
import { closed, orNull, type Schema, schemaRef } from './spec.ts';
import { answeredValue, type Setting, titleOf, wholeOf } from './values.ts';

/** Schemas by name. */
export type Schemas = Record<string, Schema>;

/** Adds the schemas of all answers of a resource. */
export function addAnswerSchemas(setting: Setting, schemas: Schemas): void {
  const { resource } = setting;
  const names = schemaNames(resource);
  const properties: Schemas = {};
  for (const output of resource.outputs.values())
    properties[output.key] = outputSchema(setting, output, schemas);
  const required = (keys: readonly string[]) => (setting.fields ? [] : keys);
  const keys = Object.keys(properties);
  const extras = extraSchemas(resource);
  const listed = Object.fromEntries(resource.listedKeys.map((key) => [key, properties[key] ?? {}]));
  schemas[names.listed] = closed({ ...listed, ...extras }, required(resource.listedKeys));
  const { states } = resource.definition;
  const transitions = resource.singleKeys.find((key) => !resource.outputs.has(key));
  const single: Schemas = {};
  if (states && transitions) {
    const items = { type: 'string', enum: Object.keys(states.transitions) };
    single[transitions] = {
      type: 'array',
      items,
      description: `What \`${states.field}\` can be changed to now.`,
      readOnly: true,
    };
  }
  const whole = (more: Schemas) =>
    closed({ ...properties, ...single, ...more, ...extras }, required([...keys, ...Object.keys(single)]));
  schemas[names.one] ??= whole({});
  const once = namesOnce(resource.fields).map((name) => {
    const value = answeredValue(setting, fieldOf(resource, name));
    // Not required: an answer that is repeated for an `Idempotency-Key` does not contain it.
    return [name, { ...value, description: 'Told in this answer alone.' }] as const;
  });
  if (once.length > 0) schemas[names.created] = whole(Object.fromEntries(once));
}

/** The extras that `with` adds to a row. */
function extraSchemas({ definition, actions }: Resource): Record<Extra, Schema> {
  const onRow = [...actions].filter(([, action]) => action.definition.on === 'row');
  const can = closed({
    update: { type: 'boolean' },
    delete: { type: 'boolean', description: 'Also false where other rows are in the way (409).' },
    transitions: {
      ...wordsSchema(Object.keys(definition.states?.transitions ?? {})),
      description: 'What its state can be changed to; the change may ask for other fields.',
    },
    actions: { ...wordsSchema(onRow.map(([name]) => name)), description: 'What else can be done with it.' },
  });
  return {
    can: {
      ...can,
      description: 'What the user may do with the row now; there where `with` names it.',
      readOnly: true,
    },
    etag: {
      type: 'string',
      description: 'What `If-Match` takes to change the row; there where `with` names it.',
      readOnly: true,
    },
  };
}

function wordsSchema(words: readonly string[]): Schema {
  return words.length > 0
    ? { type: 'array', items: { type: 'string', enum: words } }
    : { type: 'array', items: { type: 'string' }, maxItems: 0 };
}

function outputSchema(setting: Setting, { field, part }: Output, schemas: Schemas): Schema {
  if (part === 'embed') return embeddedSchema(setting, field, schemas);
  const { parts, schema } = field;
  if (parts.size === 0) return answeredValue(setting, field);
  const properties = [...parts.values()].flatMap((one): [string, Schema][] => [
    [one.name, answeredValue(setting, one)],
    ...(referredPath(one.facts)
      ? [[referredName(one.name), embeddedSchema(setting, one, schemas)] as [string, Schema]]
      : []),
  ]);
  const { maxItems: _most, ...list } = schema;
  return { title: titleOf(field), ...wholeOf(list, closed(Object.fromEntries(properties))) };
}

/** The rows that a field refers to. */
function embeddedSchema(setting: Setting, field: FieldModel, schemas: Schemas): Schema {
  const { facts } = field;
  const target = resourceAt(setting.registry, referredPath(facts) ?? '');
  const title = titleOf(field);
  const reference = referenceSchema(setting, target, isReferring(facts) ? facts.include : [], schemas);
  if (!isReference(facts)) return { title, type: 'array', items: reference, readOnly: true };
  return { title, ...(facts.nullable ? orNull(reference) : reference) };
}

/** `{id, name, …}`, as in references and lists of options. */
export function referenceSchema(
  setting: Setting,
  target: Resource,
  include: readonly string[],
  schemas: Schemas,
): Schema {
  const name = referenceName(target, include);
  if (!schemas[name]) {
    const properties: Schemas = {
      id: { title: 'Id', type: 'integer', minimum: 1, maximum: 2147483647 },
    };
    for (const key of embeddedNames(target, include)) {
      properties[key] = embeddedPart({ ...setting, resource: target }, key, schemas);
    }
    schemas[name] = closed(properties);
  }
  return schemaRef(name);
}

function embeddedPart(setting: Setting, key: string, schemas: Schemas): Schema {
  const { registry, resource } = setting;
  const field = resource.fields.get(key) ?? fieldOf(resource, `${key}_id`);
  if (!refersToOne(field) || field.name === key) return answeredValue(setting, field);
  const reference = referenceSchema(
    setting,
    resourceAt(registry, field.facts.to),
    field.facts.include,
    schemas,
  );
  // A row that is deleted and kept is embedded as well.
  const nullable = field.facts.nullable || isReleased(registry, resource, field);
  return { title: titleOf(field), ...(nullable ? orNull(reference) : reference) };
}

/** A page of items. */
export function pageSchema(items: Schema, beside: Schemas = {}): Schema {
  const properties = {
    data: { type: 'array', items, description: 'The rows of the page, in their order.' },
    meta: { ...schemaRef('PageMeta'), description: 'Where the page stands among all of them.' },
    links: { ...schemaRef('PageLinks'), description: 'Where other pages are.' },
  };
  return closed({ ...properties, ...beside }, Object.keys(properties));
}

/** A page of a list, with the addition of `with=filters`: for each filter with row ids, the names of these rows. */
export function listPageSchema(setting: Setting, schemas: Schemas): Schema {
  const { registry, resource } = setting;
  const choices = listedFilters(resource).flatMap(({ name }) => filterChoice(registry, resource, name) ?? []);
  const named = choices.map((choice): [string, Schema] => [
    choice.name,
    {
      type: 'array',
      items: referenceSchema(setting, choice.target, optionNames(choice), schemas),
      description: `What the rows are called that \`${choice.name}\` names.`,
    },
  ]);
  const filters = {
    ...closed(Object.fromEntries(named), []),
    description:
      'What the rows are called that filters name by their ids, of those that the user may list or that occur in what they may ' +
      'list here; there where `with` names it.',
  };
  return pageSchema(schemaRef(schemaNames(resource).listed), { filters });
}
