/** Describes the answer that describes the resources. */
import { usualFailures } from '../openapi/failures.ts';
import { type Chapter, closed, json, orNull, type Schema, schemaRef } from '../openapi/vocabulary.ts';
import { fieldTypes } from './field-metadata.ts';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const texts: Schema = { type: 'array', items: text };
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const values: Schema = { ...listOf(closed({ value: text, label: text })), minItems: 1 };
const optionsUrl: Schema = {
  type: ['string', 'null'],
  format: 'uri',
  description: 'Where to ask what can be chosen; null where nothing can.',
};
const optionsSchemas = {
  options_url: optionsUrl,
  options_fields: { ...texts, description: 'What each choice shows.' },
  options_parameters: {
    ...texts,
    description:
      'What `options_url` takes of the form: names of other fields, and `for`, the id of the row that it changes.',
  },
};

const field = closed(
  {
    name: text,
    label: text,
    type: { type: 'string', enum: fieldTypes },
    required: { ...flag, description: 'Whether a create must name it.' },
    nullable: flag,
    read_only: flag,
    write_only: flag,
    fixed: { ...flag, description: 'Whether it is set at creation and does not change later.' },
    update_only: {
      const: true,
      description: 'It goes with a change of a row, not with a new one. Left out of the others.',
    },
    default: {
      description: 'What a create takes where the field is left out; `now` for the moment of the request.',
    },
    limits: closed(
      {
        minimum: { type: 'number' },
        maximum: { type: 'number' },
        min_length: { type: 'integer' },
        max_length: { type: 'integer' },
        min_items: { type: 'integer' },
        max_items: { type: 'integer' },
        pattern: text,
        format: { type: 'string', enum: ['email', 'timezone', 'locale', 'password'] },
        decimals: { type: 'integer' },
        past: { ...flag, description: 'Whether it must not lie in the future.' },
      },
      [],
    ),
    values: { ...values, description: 'What an enumeration can be, in its order.' },
    reference: closed({
      resource: { ...text, description: 'Path of the resource referred to.' },
      embed: { ...text, description: 'Key of a row under which the row referred to stands.' },
      fields: { ...texts, description: 'What is shown of that row.' },
      display: { ...text, description: 'What of it stands for the row.' },
      ...optionsSchemas,
    }),
    schema: { type: 'object', description: 'JSON Schema of a value that has parts of its own.' },
    choices: {
      ...listOf(closed({ name: text, resource: text, display: text, ...optionsSchemas })),
      description: 'Those of its parts that refer to rows.',
    },
  },
  ['name', 'label', 'type', 'required', 'nullable', 'read_only', 'write_only', 'fixed', 'limits'],
);

const filter = closed(
  {
    name: text,
    label: text,
    type: {
      type: 'string',
      enum: ['text', 'integer', 'decimal', 'boolean', 'datetime', 'date', 'enum', 'reference', 'json'],
    },
    nullable: { ...flag, description: 'Whether `null` can be asked for.' },
    operators: {
      ...listOf({ type: 'string', enum: ['any', 'gt', 'gte', 'lt', 'lte'] }),
      description: '`any` is `name=a,b`; the others are `name[gte]=a`.',
    },
    values,
    reference: closed({ resource: text, display: text, options_url: optionsUrl }),
  },
  ['name', 'label', 'type', 'nullable', 'operators'],
);

const resource = closed({
  name: text,
  path: text,
  url: { type: 'string', format: 'uri' },
  labels: closed({ one: text, many: text }),
  scope: { type: 'string', enum: ['site', 'global', 'self', 'members'] },
  display: { ...text, description: 'The field that stands for a row.' },
  operations: {
    ...listOf({ type: 'string', enum: ['list', 'view', 'create', 'update', 'delete'] }),
    minItems: 1,
    description: 'What the user may do at the current site.',
  },
  actions: {
    ...listOf(
      closed({
        name: text,
        label: text,
        on: { type: 'string', enum: ['row', 'collection'] },
        fields: listOf(schemaRef('FieldMetadata')),
      }),
    ),
    description:
      'What else the user may do: `POST {url}/{id}/{name}`, or `POST {url}/{name}` on the collection.',
  },
  fields: listOf(schemaRef('FieldMetadata')),
  alternative: {
    ...orNull(closed({ when: text, fields: texts })),
    description:
      'When a create names the field `when`, it takes these fields alone, and requires none of them.',
  },
  filters: listOf(schemaRef('FilterMetadata')),
  search: { ...flag, description: 'Whether lists take `search`.' },
  sort: closed({ fields: listOf(closed({ name: text, label: text })), default: text }),
  transitions: {
    ...orNull(closed({ field: text, from: { type: 'object', additionalProperties: texts } })),
    description: 'The field that holds a state, and what each state can change to.',
  },
  counts: { ...texts, description: 'What `counts?by=` takes.' },
});

/** @param prefix path in front of every resource, e.g. `/api/v1` */
export function describeMetadata(prefix: string): Chapter {
  return {
    name: 'Metadata',
    description: 'What a client needs to draw lists and forms with no other knowledge.',
    schemas: { FieldMetadata: field, FilterMetadata: filter, ResourceMetadata: resource },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/resources`,
        id: 'listResources',
        summary: 'Describe the resources',
        description:
          'Each resource with which the user may do anything at the current site, in the user’s language. What may be done ' +
          'changes with the site and with the roles.',
        access: 'session',
        answers: {
          200: {
            description: 'The resources.',
            content: json(closed({ data: listOf(schemaRef('ResourceMetadata')) })),
          },
        },
        failures: usualFailures,
      },
    ],
  };
}
