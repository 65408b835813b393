/** The metadata of a resource's fields and filters: parts of the answer to `GET /resources`. */

import {
  described,
  exactly,
  flagSchema,
  listOf,
  mapOf,
  named,
  nullable,
  oneWordOf,
  textSchema,
  textsSchema,
} from '../../json-schema.ts';
import { scalarTypes } from '../../kinds/scalars/known.ts';
import { structureTypes } from '../../kinds/structures/structures.ts';
import { type Static, Type } from '../../typebox.ts';
import { valueMetadata } from '../options/describe.ts';
import { operatorsMetadata } from './answer-schema.ts';

const valueList = listOf(valueMetadata, { minItems: 1 });
const optionsUrl = nullable(
  Type.String({
    format: 'uri',
    description:
      'Where to ask what can be chosen; null where nothing can, and for who fills in no form of the resource.',
  }),
);
const optionsLink = {
  options_url: optionsUrl,
  options_fields: described(textsSchema, 'What each choice shows.'),
  options_parameters: described(
    textsSchema,
    'What `options_url` takes of the form: names of other fields, and `for`, the id of the row that it changes.',
  ),
};

const nullLabel = Type.Optional(
  Type.String({
    description: 'What null is called: who made what nobody signed in for. Left out where null is nothing.',
  }),
);

/** The condition on another field: one of some values, or anything but null. */
const besideValues = Type.Union([textsSchema, Type.Literal('any')]);

/** Formats that matter to a form; others follow from the type. */
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
  pattern: Type.Optional(textSchema),
  format: Type.Optional(oneWordOf(formats)),
  decimals: Type.Optional(Type.Integer()),
  past: Type.Optional(Type.Boolean({ description: 'Whether it must not lie in the future.' })),
});

const referenceMetadata = exactly({
  resource: Type.String({ description: 'Path of the resource referred to.' }),
  embed: Type.String({ description: 'Key of a row under which the row referred to stands.' }),
  fields: described(textsSchema, 'What is shown of that row.'),
  display: Type.String({ description: 'What of it stands for the row.' }),
  not: Type.Optional(
    mapOf(textsSchema, {
      description: 'Field of that row → the values with one of which it is not offered.',
    }),
  ),
  ...optionsLink,
});

/** The references of a nested value's part. */
const choiceMetadata = exactly({
  name: textSchema,
  resource: textSchema,
  display: textSchema,
  ...optionsLink,
});

const fieldKeys = {
  name: textSchema,
  label: textSchema,
  type: oneWordOf([...scalarTypes, ...structureTypes]),
  required: Type.Optional(Type.Boolean({ description: 'Whether a create must name it.' })),
  nullable: Type.Optional(flagSchema),
  read_only: Type.Optional(flagSchema),
  write_only: Type.Optional(flagSchema),
  fixed: Type.Optional(
    Type.Boolean({
      description: 'Whether it is set at creation and does not change later. Left out where not.',
    }),
  ),
  update_only: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'It goes with a change of a row, not with a new one. Left out of the others.',
    }),
  ),
  view_only: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'Answers about one row have it, and lists do not. Left out of the others.',
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
      description:
        'What a create takes where the field is left out; `now` for the moment of the request, `today`, `today+30` or `today-30` for ' +
        'a day of the site.',
    }),
  ),
  limits: Type.Optional(limits),
  multiline: Type.Optional(
    Type.Unsafe<true>({ const: true, description: 'A text of several lines. Left out of the others.' }),
  ),
  unit: Type.Optional(
    Type.String({ description: 'What a number counts, in words, or the currency of an amount.' }),
  ),
  ratio: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'It is shown in per cent: 0.9 is 90 %. Left out of the others.',
    }),
  ),
  unit_field: Type.Optional(
    Type.String({
      description: 'The key of the row that holds the unit: `unit`, or `item.unit` in the row under `item`.',
    }),
  ),
  interval: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'It says how often something comes round: 3 with the unit `month` is every three months.',
    }),
  ),
  help: Type.Optional(Type.String({ description: 'What somebody who fills it in has to know.' })),
  formula: Type.Optional(Type.String({ description: 'How it is computed: `up ÷ required`.' })),
  null_label: nullLabel,
  values: Type.Optional(
    described(
      valueList,
      'What an enumeration can be, in its order; of a text or a set of words, what it is known to be.',
    ),
  ),
  options_url: Type.Optional(
    Type.String({
      format: 'uri',
      description:
        'Where to ask for the words of a set that depends on the user, a page of `{value, label, group, grantable}`. Left out of the others.',
    }),
  ),
  reference: Type.Optional(referenceMetadata),
  schema: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'JSON Schema of a value that has parts of its own. Left out where `parts` tells them.',
    }),
  ),
  choices: Type.Optional(
    listOf(choiceMetadata, {
      description: 'Those of its parts that refer to rows. Left out where `parts` tells them.',
    }),
  ),
};
const partMetadata = exactly(fieldKeys);

export const fieldMetadata = exactly({
  ...fieldKeys,
  ordered: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description:
        'Its entries are rows of its own, in an order that a client may change. Left out of the others.',
    }),
  ),
  parts: Type.Optional(
    listOf(named('FieldMetadata', partMetadata), {
      description:
        'The parts of a nested value, or of each of its entries, as fields. Left out where these are not known.',
    }),
  ),
});

export const fieldList = listOf(named('FieldMetadata', fieldMetadata));

export const filterMetadata = exactly({
  name: textSchema,
  label: textSchema,
  type: oneWordOf([...scalarTypes, ...(['reference', 'json'] as const)]),
  nullable: Type.Optional(Type.Boolean({ description: 'Whether `null` can be asked for.' })),
  null_label: nullLabel,
  operators: operatorsMetadata,
  values: Type.Optional(valueList),
  reference: Type.Optional(
    exactly({
      resource: textSchema,
      display: textSchema,
      options_url: Type.String({
        format: 'uri',
        description: 'Where to ask which rows occur in what the user may list.',
      }),
    }),
  ),
});

export type ValueMetadata = Static<typeof valueMetadata>;
export type FieldMetadata = Static<typeof fieldMetadata>;
export type FilterMetadata = Static<typeof filterMetadata>;
