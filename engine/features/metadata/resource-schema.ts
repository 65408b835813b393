/** The schemas of the answer to `GET /resources`. */
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
import { type HungWord, hungWords } from '../../kinds/wording.ts';
import { type Static, type TSchema, Type } from '../../typebox.ts';
import { orderMetadata, related, states, unique, uniqueWhereMetadata } from './answer-schema.ts';
import { fieldList, filterMetadata } from './metadata-schema.ts';
import { viewMetadata } from './view-schema.ts';

const actionMetadata = exactly({
  name: textSchema,
  label: Type.String({ description: 'What stands on its button.' }),
  description: Type.String({ description: 'What it does, in a sentence.' }),
  danger: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description: 'Somebody should be asked once more before they do it. Left out of the others.',
    }),
  ),
  when: Type.Optional(
    mapOf(listOf(Type.Union([textSchema, flagSchema])), {
      description:
        'What fields of the row must be, each one of some values, for it to be possible; left out where it always is. ' +
        '`can.actions` of a row tells of this person, too.',
    }),
  ),
  on: oneWordOf(['row', 'collection']),
  fields: fieldList,
  with: Type.Optional(
    mapOf(textSchema, { description: 'Its fields → fields of the row with whose values a form begins.' }),
  ),
  answer: Type.Optional(described(fieldList, 'What is answered; left out where that is rows.')),
});

const reportName = exactly({
  name: textSchema,
  label: Type.String({ description: 'What stands on its tab or button.' }),
  on: oneWordOf(['row', 'collection']),
  charts: Type.Optional(
    Type.Unsafe<true>({ const: true, description: 'It is drawn, too. Left out of the others.' }),
  ),
});

const hangable = Type.Optional(
  oneWordOf(['add', 'view'], {
    description:
      'Whether the user may add to what hangs on a row by this word, or sees it alone: `meta` has the addresses. Rows have the number of it, of ' +
      'which `fields` do not tell. Left out of resources without.',
  }),
);
const hangs = Type.Optional(
  oneWordOf(hungWords, {
    description: 'By which word its rows hang on those of others. Left out of resources whose rows do not.',
  }),
);
const hangables = { commentable: hangable, attachable: hangable } satisfies Record<HungWord, TSchema>;

export const resourceMetadata = exactly({
  name: textSchema,
  path: textSchema,
  url: Type.String({ format: 'uri' }),
  labels: exactly({ one: textSchema, many: textSchema }),
  scope: oneWordOf(['site', 'global', 'self', 'members', 'own']),
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
    listOf(reportName, {
      description: 'What is computed for the user; `GET /reports` tells more. Left out where there is none.',
    }),
  ),
  fields: fieldList,
  alternative: Type.Union([exactly({ when: textSchema, fields: textsSchema }), Type.Null()], {
    description:
      'When a create names the field `when`, it takes these fields alone, and requires none of them.',
  }),
  filters: listOf(named('FilterMetadata', filterMetadata)),
  search: Type.Boolean({ description: 'Whether lists take `search`.' }),
  scan: Type.Optional(
    described(
      textsSchema,
      'Fields by which `GET /scan` finds rows. Left out of resources without such fields.',
    ),
  ),
  sort: exactly({ fields: listOf(exactly({ name: textSchema, label: textSchema })), default: textSchema }),
  states,
  unique,
  unique_where: Type.Optional(uniqueWhereMetadata),
  order: orderMetadata,
  related,
  ...hangables,
  hangs,
  history: Type.Optional(
    Type.Unsafe<true>({
      const: true,
      description:
        'What is done to its rows is written down, where `meta.history` says; left out of the others.',
    }),
  ),
  counts: described(
    textsSchema,
    'What `counts?by=` takes one or two of; a date with `.day`, `.week`, `.month` or `.year` behind it.',
  ),
  sums: described(textsSchema, 'What `counts?sum=` takes.'),
  view: named('ViewMetadata', viewMetadata),
});

export type ResourceMetadata = Static<typeof resourceMetadata>;
