/** What a client is told of resources: the shapes of the answer to `GET /resources`. */
import {
  described,
  exactly,
  flagSchema,
  listOf,
  mapOf,
  named,
  oneWordOf,
  textSchema,
  textsSchema,
} from '../../json-schema.ts';
import { type Static, Type } from '../../typebox.ts';
import { viewMetadata } from '../view/view-schema.ts';
import { history, orderMetadata, related, states, unique, uniqueWhereMetadata } from './answer-schema.ts';
import { fieldMetadata, filterMetadata } from './metadata-schema.ts';

const fieldList = listOf(named('FieldMetadata', fieldMetadata));

const actionMetadata = exactly({
  name: textSchema,
  label: Type.String({ description: 'What stands on its button.' }),
  description: Type.String({ description: 'What it does, in a sentence.' }),
  danger: Type.Boolean({ description: 'Whether somebody should be asked once more before they do it.' }),
  when: Type.Union([mapOf(listOf(Type.Union([textSchema, flagSchema]))), Type.Null()], {
    description:
      'What fields of the row must be, each one of some values, for it to be possible; null where it always is. ' +
      '`can.actions` of a row tells of this person, too.',
  }),
  on: oneWordOf(['row', 'collection']),
  fields: fieldList,
  with: Type.Optional(
    mapOf(textSchema, { description: 'Its fields → fields of the row with whose values a form begins.' }),
  ),
  answer: Type.Optional(described(fieldList, 'What is answered; left out where that is rows.')),
});

const reportMetadata = exactly({
  name: textSchema,
  label: Type.String({ description: 'What stands on its tab or button.' }),
  description: Type.String({ description: 'What it tells, in a sentence.' }),
  on: oneWordOf(['row', 'collection']),
  unsaved: Type.Boolean({
    description: 'Whether `POST {url}/{name}` with the body of a create tells it of a row that is not saved.',
  }),
  many: Type.Boolean({ description: 'Whether a list is answered.' }),
  parameters: described(fieldList, 'What it takes.'),
  fields: described(fieldList, 'What is answered.'),
});

export const resourceMetadata = exactly({
  name: textSchema,
  path: textSchema,
  url: Type.String({ format: 'uri' }),
  labels: exactly({ one: textSchema, many: textSchema }),
  scope: oneWordOf(['site', 'global', 'self', 'members']),
  display: Type.String({ description: 'The field that stands for a row.' }),
  operations: listOf(oneWordOf(['list', 'view', 'create', 'update', 'delete']), {
    minItems: 1,
    description: 'What the user may do at the current site.',
  }),
  actions: listOf(actionMetadata, {
    description:
      'What else the user may do: `POST {url}/{id}/{name}`, or `POST {url}/{name}` on the collection.',
  }),
  reports: Type.Optional(
    listOf(reportMetadata, {
      description:
        'What is computed for the user: `GET {url}/{id}/{name}`, or `GET {url}/{name}` with the filters and the search of the ' +
        'list; also with `format=csv`. Left out where there is none.',
    }),
  ),
  fields: fieldList,
  alternative: Type.Union([exactly({ when: textSchema, fields: textsSchema }), Type.Null()], {
    description:
      'When a create names the field `when`, it takes these fields alone, and requires none of them.',
  }),
  filters: listOf(named('FilterMetadata', filterMetadata)),
  search: Type.Boolean({ description: 'Whether lists take `search`.' }),
  sort: exactly({ fields: listOf(exactly({ name: textSchema, label: textSchema })), default: textSchema }),
  transitions: Type.Union([exactly({ field: textSchema, from: mapOf(textsSchema) }), Type.Null()], {
    description: 'The field that holds a state, and what each state can change to: `states` tells more.',
  }),
  states,
  unique,
  unique_where: Type.Optional(uniqueWhereMetadata),
  order: orderMetadata,
  related,
  history,
  counts: described(textsSchema, 'What `counts?by=` takes one or two of.'),
  sums: described(textsSchema, 'What `counts?sum=` takes.'),
  view: named('ViewMetadata', viewMetadata),
});

export type ResourceMetadata = Static<typeof resourceMetadata>;
