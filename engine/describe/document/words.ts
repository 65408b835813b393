/** Descriptions of properties that occur in several schemas with the same name and meaning. */
import { valueUnder } from '../../json-object.ts';
import { isSchema, type Schema } from '../openapi/spec.ts';

const propertyWords: Readonly<Record<string, string>> = {
  // Answers.
  data: 'What was asked for.',
  meta: 'What holds for all of it.',
  count: 'How many rows these are.',
  labels: 'What is counted by, in words.',
  update: 'Whether it can be changed.',
  // Names of resources, fields, filters and actions.
  name: 'What requests and answers call it.',
  label: 'What people call it, in the language of the user.',
  one: 'What one of them is called.',
  many: 'What several of them are called.',
  path: 'The last part of its address.',
  url: 'The address of its list.',
  resource: 'The path of the resource whose rows these are.',
  display: 'The field that stands for such a row.',
  scope: 'How its rows belong to sites: by a column, to none, as the sites themselves, or by membership.',
  // Fields and filters.
  fields: 'The fields, in the order of a form.',
  filters: 'What lists can be asked for.',
  type: 'What kind of value it holds.',
  nullable: 'Whether it can be null.',
  read_only: 'Whether only the service sets it.',
  write_only: 'Whether it is sent and never answered.',
  reference: 'The rows that it refers to.',
  values: 'What it can be, in this order.',
  value: 'The value as it is sent and answered.',
  limits: 'What a value has to keep to.',
  minimum: 'The least that it can be.',
  maximum: 'The most that it can be.',
  min_length: 'How many characters it has at least.',
  max_length: 'How many characters it has at most.',
  max_bytes: 'How many bytes of UTF-8 it has at most.',
  min_items: 'How many values it has at least.',
  max_items: 'How many values it has at most.',
  pattern: 'A regular expression that it meets.',
  format: 'What kind of text it is.',
  decimals: 'How many decimals it can have.',
  // Layout.
  view: 'How its rows can be laid out.',
  title: 'What stands above it.',
  // Orders, states and actions.
  sort: 'What lists can be put in order by.',
  default: 'What holds where nothing is said.',
  field: 'The field that it is about.',
  from: 'For each state those that it can change to.',
  when: 'The field whose presence decides.',
  on: 'Whether it is done to a row, or belongs to the whole collection.',
  lower: 'The field whose value is not above the other.',
  upper: 'The field whose value is not below the other.',
};

/** Adds a description to each property without one, by the name of the property. */
export function withWords(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      key === 'properties' && isSchema(part) ? namedParts(part) : wordedPart(part),
    ]),
  );
}

function namedParts(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      if (!isSchema(part)) return [name, part];
      const { title, description = title === undefined ? valueUnder(propertyWords, name) : undefined } = part;
      return [name, { ...withWords(part), ...(description !== undefined && { description }) }];
    }),
  );
}

function wordedPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(wordedPart);
  return isSchema(part) ? withWords(part) : part;
}
