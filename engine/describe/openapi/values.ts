/** The schema of a field's value, in an answer and in a body: the field's own, in standard formats. */

import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isReference, isReferences, isText, scalarOf } from '../../kinds/kind.ts';
import { valueFormats } from '../../kinds/scalars/known.ts';
import { choicesOf, wordsOffer } from '../../model/choices.ts';
import { spell } from '../../model/labels.ts';
import { type FieldModel, type Registry, type Resource, resourceAt } from '../../model/resource.ts';
import { referredName } from '../../plural.ts';
import { isRequired } from '../../request/body.ts';
import { describeBeside } from './beside.ts';
import { capitalise } from './names.ts';
import { closed, isSchema, type Schema } from './spec.ts';

/** The context of a field's schema. */
export interface Setting {
  readonly registry: Registry;
  readonly resource: Resource;
  /** Path before every resource, e.g. `/api/v1`. */
  readonly prefix: string;
  /** The address of that path, with which links in answers begin. */
  readonly baseUrl: string;
  /** Languages that a user may choose. */
  readonly locales: readonly string[];
  /** Whether requests may select keys of rows by `fields`, so that any key can be missing. */
  readonly fields: boolean;
}

/** Formats of ours that other readers of the document do not know. */
const ownFormats: Readonly<Record<string, string>> = {
  ...Object.fromEntries(valueFormats.flatMap(({ name, note }) => (note === undefined ? [] : [[name, note]]))),
  timezone: 'The name of an IANA time zone.',
  password: 'Between 8 and 72 bytes long.',
  locale: 'A language.',
};

/** The value in an answer. */
export function answeredValue(setting: Setting, field: FieldModel): Schema {
  const { facts, schema } = field;
  const title = titleOf(field);
  const { default: _default, ...value } = closedThroughout(schema);
  const nothing = facts.nullLabel !== undefined && `Null is “${facts.nullLabel}”.`;
  return describe({ title, ...plain(value) }, [
    noteOfFormat(schema),
    noteOfReference(setting, facts),
    facts.formula !== undefined && `Computed: ${facts.formula}.`,
    scalarOf(facts)?.ratio && 'Shown in per cent: 0.9 is 90 %.',
    nothing,
  ]);
}

/** The value in a body. */
export function sentValue(setting: Setting, field: FieldModel, change: 'create' | 'update'): Schema {
  const { facts, schema, parts } = field;
  const { default: usual, readOnly: _readOnly, ...value } = schema;
  const locale = schema.format === 'locale' ? { enum: setting.locales } : {};
  const { states } = setting.resource.definition;
  const isState = states?.field === field.name && setting.resource.fields.get(field.name) === field;
  const initial = change === 'create' && isState && states.initial ? { enum: states.initial } : {};
  const keptDefault = change === 'create' && usual !== undefined ? { default: usual } : {};
  const emptiable = isText(facts) && facts.nullable === true;
  const { minLength, ...known } = plain(parts.size > 0 ? sentParts(setting, field, change) : value);
  const least = minLength !== undefined && !emptiable ? { minLength } : {};
  return describe(
    { title: titleOf(field), ...titledParts(known), ...least, ...locale, ...initial, ...keptDefault },
    [
      noteOfFormat(schema),
      emptiable && 'An empty text is null.',
      noteOfReference(setting, facts),
      noteOfChoices(setting, field),
      change === 'create' && noteOfDefault(facts),
      isColumn(facts) && facts.past && 'Not in the future.',
      facts.optional && change === 'create' && 'Filled in where it is left out.',
      ...notesOfBeside(setting.resource, field),
      facts.fixed && change === 'update' && 'Set at creation: only its present value is accepted.',
      change === 'update' && noteOfStates(setting.resource, field),
    ],
  );
}

/** The default that depends on the request. */
function noteOfDefault(facts: Facts): string | false {
  if (!isColumn(facts) || !facts.scalar.atRequest || facts.default === undefined) return false;
  if (facts.default === 'now') return 'The moment of the request where it is left out.';
  return `${String(facts.default).replace(/[+-]/, ' $& ')}, a day of the site, where it is left out.`;
}

function sentParts(setting: Setting, { schema, parts }: FieldModel, change: 'create' | 'update'): Schema {
  const fields = [...parts.values()];
  const properties = fields.map((part) => [part.name, sentValue(setting, part, change)] as const);
  const required = fields.filter(isRequired).map(({ name }) => name);
  return wholeOf(schema, closed(Object.fromEntries(properties), required));
}

/** The schema of a nested value, with another schema for its entries. */
export function wholeOf({ items, ...list }: Schema, entry: Schema): Schema {
  return items === undefined ? entry : { ...list, items: entry };
}

/** The label of the field. */
export function titleOf({ label }: Pick<FieldModel, 'label'>): string {
  return capitalise(label.en);
}

/** The sentences for `only` and `required_with`. */
function notesOfBeside(resource: Resource, field: FieldModel): string[] {
  const { only, required_with: required } = describeBeside(resource, field);
  const told = (fields: NonNullable<typeof only>) =>
    Object.entries(fields)
      .map(([field, values]) => `${field} is ${values === 'any' ? 'not null' : values.join(' or ')}`)
      .join(' and ');
  return [
    ...(only ? [`Holds a value only where ${told(only)}.`] : []),
    ...(required ? [`Required where ${told(required)}.`] : []),
  ];
}

/** The schema, with all its objects that name keys closed to other keys. */
function closedThroughout(schema: Schema): Schema {
  return mapParts(titledParts(schema), (part) =>
    isSchema(part.properties) ? { ...part, additionalProperties: false } : part,
  );
}

/** The schema, with a title for every part of a nested value: by its key, if it has none. */
function titledParts(schema: Schema): Schema {
  return mapParts(schema, ({ properties, ...part }) => {
    if (!isSchema(properties)) return part;
    const titled = Object.entries(properties).map(([name, one]) => [
      name,
      isSchema(one) ? { title: capitalise(spell(referredName(name))), ...one } : one,
    ]);
    return { ...part, properties: Object.fromEntries(titled) };
  });
}

/** Changes a schema and those of its items and properties. */
function mapParts(schema: Schema, change: (part: Schema) => Schema): Schema {
  const { items, properties, ...changed } = change(schema);
  return {
    ...changed,
    ...(isSchema(items) && { items: mapParts(items, change) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [
          name,
          isSchema(part) ? mapParts(part, change) : part,
        ]),
      ),
    }),
  };
}

/** The schema without our formats and without symbols. */
function plain(schema: Record<string, unknown>): Record<string, unknown> {
  const { format, ...rest } = schema;
  const known = typeof format === 'string' && (format === 'password' || !(format in ownFormats));
  const pattern = valueFormats.find(({ name }) => name === format)?.pattern;
  return { ...rest, ...(pattern !== undefined && { pattern }), ...(known && { format }) };
}

function describe(schema: Schema, notes: readonly (string | false | undefined)[]): Schema {
  const said = notes.filter((note) => typeof note === 'string');
  return said.length > 0 ? { ...schema, description: said.join(' ') } : schema;
}

function noteOfFormat({ format }: Schema): string | undefined {
  return typeof format === 'string' ? ownFormats[format] : undefined;
}

function noteOfReference({ registry }: Setting, facts: Facts): string | false {
  if (isReference(facts)) return `The id of one of the ${resourceAt(registry, facts.to).title.many.en}.`;
  if (isReferences(facts)) return `Ids of ${resourceAt(registry, facts.to).title.many.en}.`;
  return false;
}

function noteOfChoices({ registry, resource, prefix }: Setting, { name }: FieldModel): string | false {
  const paths = choicesOf(registry, resource)
    .filter((choice) => choice.name.split('.')[0] === name)
    .map((choice) => choice.name)
    .concat(wordsOffer(resource, name) ? [name] : [])
    .map((one) => `\`GET ${prefix}/${resource.path}/options/${one}\``);
  return paths.length > 0 && `What can be chosen: ${paths.join(', ')}.`;
}

function noteOfStates({ definition: { states } }: Resource, { name }: FieldModel): string | false {
  if (states?.field !== name) return false;
  const steps = Object.entries(states.transitions).map(
    ([from, targets]) => `${from} → ${targets.join(' | ') || 'nothing'}`,
  );
  return `Changes: ${steps.join('; ')}.`;
}
