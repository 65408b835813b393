/** What a client is told of resources: the shapes of the answer to `GET /resources`. */

import { described, exactly, listOf, mapOf, named, nullable, oneWordOf } from '../../json-schema.ts';
import { tones } from '../../kinds/wording.ts';
import { type Static, Type } from '../../typebox.ts';
import { viewMetadata } from '../view/view-schema.ts';
import { history, operators, order, related, states, unique, uniqueWhere } from './answer-schema.ts';

const text = Type.String();
const flag = Type.Boolean();
const texts = listOf(text);
const value = exactly({
  value: Type.Union([text, flag]),
  label: text,
  tone: Type.Optional(
    oneWordOf(tones, { description: 'How it strikes who reads it; left out where it is neutral.' }),
  ),
  group: Type.Optional(Type.String({ description: 'Under what it stands among many others.' })),
  grantable: Type.Optional(
    Type.Boolean({
      description:
        'Whether the user may add it or take it away. Left out where that does not depend on them.',
    }),
  ),
});
const values = listOf(value, { minItems: 1 });
const optionsUrl = nullable(
  Type.String({
    format: 'uri',
    description:
      'Where to ask what can be chosen; null where nothing can, and for who fills in no form of the resource.',
  }),
);
const options = {
  options_url: optionsUrl,
  options_fields: described(texts, 'What each choice shows.'),
  options_parameters: described(
    texts,
    'What `options_url` takes of the form: names of other fields, and `for`, the id of the row that it changes.',
  ),
};

const nullLabel = Type.Optional(
  Type.String({
    description: 'What null is called: who made what nobody signed in for. Left out where null is nothing.',
  }),
);

/** What another field is: one of some values, or anything but null. */
const besideValues = Type.Union([texts, Type.Literal('any')]);

/** Formats that a form can do something with; the others follow from the type. */
export const formats = ['email', 'timezone', 'locale', 'password'] as const;

const limits = exactly({
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  min_length: Type.Optional(Type.Integer()),
  max_length: Type.Optional(Type.Integer()),
  min_bytes: Type.Optional(Type.Integer({ description: 'Of a password, written as UTF-8.' })),
  max_bytes: Type.Optional(Type.Integer()),
  min_items: Type.Optional(Type.Integer()),
  max_items: Type.Optional(Type.Integer()),
  pattern: Type.Optional(text),
  format: Type.Optional(oneWordOf(formats)),
  decimals: Type.Optional(Type.Integer()),
  past: Type.Optional(Type.Boolean({ description: 'Whether it must not lie in the future.' })),
});

const reference = exactly({
  resource: Type.String({ description: 'Path of the resource referred to.' }),
  embed: Type.String({ description: 'Key of a row under which the row referred to stands.' }),
  fields: described(texts, 'What is shown of that row.'),
  display: Type.String({ description: 'What of it stands for the row.' }),
  ...options,
});

/** What a part of a nested value refers to. */
const choice = exactly({ name: text, resource: text, display: text, ...options });

export const fieldMetadata = exactly({
  name: text,
  label: text,
  type: oneWordOf([
    ...(['text', 'integer', 'decimal', 'boolean', 'datetime', 'date', 'time', 'enum', 'json'] as const),
    ...(['reference', 'references', 'words', 'nested'] as const),
  ]),
  required: Type.Boolean({ description: 'Whether a create must name it.' }),
  nullable: flag,
  read_only: flag,
  write_only: flag,
  fixed: Type.Boolean({ description: 'Whether it is set at creation and does not change later.' }),
  update_only: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'It goes with a change of a row, not with a new one. Left out of the others.',
    }),
  ),
  only: Type.Optional(
    mapOf(besideValues, {
      description:
        'What other fields must be for this one to hold a value: all of them. Left out where it always may.',
    }),
  ),
  required_with: Type.Optional(
    mapOf(besideValues, {
      description:
        'What other fields are where this one must hold a value: all of them. Left out of the others.',
    }),
  ),
  default: Type.Optional(
    Type.Unknown({
      description: 'What a create takes where the field is left out; `now` for the moment of the request.',
    }),
  ),
  limits,
  multiline: Type.Optional(
    Type.Unsafe<true>({ const: true, description: 'A text of several lines. Left out of the others.' }),
  ),
  unit: Type.Optional(
    Type.String({ description: 'What a number counts, in words, or the currency of an amount.' }),
  ),
  unit_field: Type.Optional(
    Type.String({
      description: 'The key of the row that holds the unit: `unit`, or `item.unit` in the row under `item`.',
    }),
  ),
  help: Type.Optional(Type.String({ description: 'What somebody who fills it in has to know.' })),
  null_label: nullLabel,
  values: Type.Optional(
    described(
      values,
      'What an enumeration can be, in its order; of a text or a set of words, what it is known to be.',
    ),
  ),
  reference: Type.Optional(reference),
  schema: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'JSON Schema of a value that has parts of its own; each has its label as `title`.',
    }),
  ),
  choices: Type.Optional(listOf(choice, { description: 'Those of its parts that refer to rows.' })),
});

export const filterMetadata = exactly({
  name: text,
  label: text,
  type: oneWordOf([
    ...(['text', 'integer', 'decimal', 'boolean', 'datetime', 'date', 'time', 'enum'] as const),
    ...(['reference', 'json'] as const),
  ]),
  nullable: Type.Boolean({ description: 'Whether `null` can be asked for.' }),
  null_label: nullLabel,
  operators,
  values: Type.Optional(values),
  reference: Type.Optional(
    exactly({
      resource: text,
      display: text,
      options_url: Type.String({
        format: 'uri',
        description: 'Where to ask which rows occur in what the user may list.',
      }),
    }),
  ),
});

const fields = listOf(named('FieldMetadata', fieldMetadata));

const action = exactly({
  name: text,
  label: Type.String({ description: 'What stands on its button.' }),
  description: Type.String({ description: 'What it does, in a sentence.' }),
  danger: Type.Boolean({ description: 'Whether somebody should be asked once more before they do it.' }),
  when: Type.Union([mapOf(listOf(Type.Union([text, flag]))), Type.Null()], {
    description:
      'What fields of the row must be, each one of some values, for it to be possible; null where it always is. ' +
      '`can.actions` of a row tells of this person, too.',
  }),
  on: oneWordOf(['row', 'collection']),
  fields,
  with: Type.Optional(
    mapOf(text, { description: 'Its fields → fields of the row with whose values a form begins.' }),
  ),
  answer: Type.Optional(described(fields, 'What is answered; left out where that is rows.')),
});

const report = exactly({
  name: text,
  label: Type.String({ description: 'What stands on its tab or button.' }),
  description: Type.String({ description: 'What it tells, in a sentence.' }),
  on: oneWordOf(['row', 'collection']),
  unsaved: Type.Boolean({
    description: 'Whether `POST {url}/{name}` with the body of a create tells it of a row that is not saved.',
  }),
  many: Type.Boolean({ description: 'Whether a list is answered.' }),
  parameters: described(fields, 'What it takes.'),
  fields: described(fields, 'What is answered.'),
});

export const resourceMetadata = exactly({
  name: text,
  path: text,
  url: Type.String({ format: 'uri' }),
  labels: exactly({ one: text, many: text }),
  scope: oneWordOf(['site', 'global', 'self', 'members']),
  display: Type.String({ description: 'The field that stands for a row.' }),
  operations: listOf(oneWordOf(['list', 'view', 'create', 'update', 'delete']), {
    minItems: 1,
    description: 'What the user may do at the current site.',
  }),
  actions: listOf(action, {
    description:
      'What else the user may do: `POST {url}/{id}/{name}`, or `POST {url}/{name}` on the collection.',
  }),
  reports: Type.Optional(
    listOf(report, {
      description:
        'What is computed for the user: `GET {url}/{id}/{name}`, or `GET {url}/{name}` with the filters and the search of the ' +
        'list; also with `format=csv`. Left out where there is none.',
    }),
  ),
  fields,
  alternative: Type.Union([exactly({ when: text, fields: texts }), Type.Null()], {
    description:
      'When a create names the field `when`, it takes these fields alone, and requires none of them.',
  }),
  filters: listOf(named('FilterMetadata', filterMetadata)),
  search: Type.Boolean({ description: 'Whether lists take `search`.' }),
  sort: exactly({ fields: listOf(exactly({ name: text, label: text })), default: text }),
  transitions: Type.Union([exactly({ field: text, from: mapOf(texts) }), Type.Null()], {
    description: 'The field that holds a state, and what each state can change to: `states` tells more.',
  }),
  states,
  unique,
  unique_where: Type.Optional(uniqueWhere),
  order,
  related,
  history,
  counts: described(texts, 'What `counts?by=` takes one or two of.'),
  sums: described(texts, 'What `counts?sum=` takes.'),
  view: named('ViewMetadata', viewMetadata),
});

export type ValueMetadata = Static<typeof value>;
export type FieldMetadata = Static<typeof fieldMetadata>;
export type FilterMetadata = Static<typeof filterMetadata>;
export type ResourceMetadata = Static<typeof resourceMetadata>;
