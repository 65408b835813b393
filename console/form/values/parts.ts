/** Parts of a nested value as fields of their own: from the JSON Schema of it, and from what of it refers to rows. */
import { type FieldType, hasParts, typeOfSchema } from '../../kinds/kinds.tsx';
import type { Field } from '../../service/metadata.ts';
import { idsOf, rowsOfPart } from './references.ts';
import { isObject } from './values.ts';

type Choice = NonNullable<Field['choices']>[number];

/** A nested value: a list of entries with these fields, or one entry; null for a shape that has to be written in JSON. */
export interface Shape {
  readonly isList: boolean;
  readonly parts: readonly Field[];
  /** How many entries there can be. */
  readonly most: number;
}

export function shapeOf({ schema, choices = [], limits }: Field): Shape | null {
  const isList = isObject(schema) && schema.type === 'array';
  const entry = isList ? schema.items : schema;
  if (!isObject(entry) || !isObject(entry.properties)) return null;
  const required = Array.isArray(entry.required) ? entry.required : [];
  const parts = Object.entries(entry.properties).map(([name, part]) =>
    fieldOfPart(name, isObject(part) ? part : {}, {
      choice: choices.find((one) => one.name === name),
      required: required.includes(name),
    }),
  );
  return { isList, parts, most: limits.max_items ?? Number.POSITIVE_INFINITY };
}

/**
 * A nested value with the rows beside the ids that it holds, as a row shows it: for people to read.
 * @param stored what the row holds, where names are known from
 */
export function withNames(field: Field, value: unknown, stored: unknown): unknown {
  const { parts } = shapeOf(field) ?? { parts: [] };
  const entries = Array.isArray(value) ? value : [value];
  const named = entries.filter(isObject).map((entry) => {
    const rows = parts.flatMap(({ name, reference }) => {
      if (!reference) return [];
      const known = rowsOfPart(stored, name);
      const found = idsOf(entry[name]).map(
        (id) => known.find((row) => row.id === id) ?? { id, name: `#${id}` },
      );
      return [[name.replace(/_ids?$/, ''), found] as const];
    });
    return { ...entry, ...Object.fromEntries(rows) };
  });
  return Array.isArray(value) ? named : (named[0] ?? value);
}

interface Known {
  readonly choice: Choice | undefined;
  readonly required: boolean;
}

function fieldOfPart(name: string, schema: Readonly<Record<string, unknown>>, known: Known): Field {
  const { choice, required } = known;
  const types = [schema.type].flat();
  const values = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === 'string') : [];
  const type = typeOf(schema, types, { choice, isEnum: values.length > 0 });
  return {
    name,
    label: typeof schema.title === 'string' ? schema.title : name.replaceAll('_', ' '),
    type,
    required,
    nullable: types.includes('null'),
    read_only: schema.readOnly === true,
    write_only: false,
    fixed: false,
    limits: limitsOf(schema),
    ...(schema.default !== undefined && { default: schema.default }),
    ...(values.length > 0 &&
      !choice && { values: values.map((value) => ({ value, label: value.replaceAll('_', ' ') })) }),
    ...(hasParts({ type }) && { schema }),
    ...(choice && { reference: { ...choice, embed: '', fields: choice.options_fields } }),
  };
}

function typeOf(
  schema: Readonly<Record<string, unknown>>,
  types: readonly unknown[],
  { choice, isEnum }: { readonly choice: Choice | undefined; readonly isEnum: boolean },
): FieldType {
  const isList = types.includes('array');
  if (choice) return isList ? 'references' : 'reference';
  if (isEnum) return 'enum';
  const plain = typeOfSchema(types, schema.format);
  if (plain) return plain;
  const entry = isList ? schema.items : schema;
  if (!isObject(entry)) return 'json';
  if (isObject(entry.properties)) return 'nested';
  return isList && entry.type === 'string' ? 'words' : 'json';
}

const limitNames = [
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minLength', 'min_length'],
  ['maxLength', 'max_length'],
  ['minItems', 'min_items'],
  ['maxItems', 'max_items'],
] as const;

function limitsOf(schema: Readonly<Record<string, unknown>>): Field['limits'] {
  const limits: Field['limits'] = {};
  for (const [keyword, name] of limitNames) {
    const limit = schema[keyword];
    if (typeof limit === 'number') limits[name] = limit;
  }
  return limits;
}
