/** The metadata of a resource beside its fields and filters: how its rows relate to each other and to other rows. */

import { exactly, listOf, mapOf, nullable, oneWordOf, textSchema, textsSchema } from '../../json-schema.ts';
import { operatorWords } from '../../model/filter-operators.ts';
import { type Static, Type } from '../../typebox.ts';

/** The states of rows: those of a new one, and the transitions. */
export const states = nullable(
  exactly(
    {
      field: textSchema,
      initial: { ...textsSchema, description: 'States that a row can be created in.' },
      transitions: mapOf(textsSchema, { description: 'What each state can change to.' }),
    },
    { description: 'Null where rows have no states.' },
  ),
);

export const unique = listOf(textsSchema, {
  description:
    'Sets of fields that hold no two equal rows: an error stands on the last of a set. One with `site_id` holds within a site.',
});

const literalSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

export const uniqueWhereMetadata = listOf(
  exactly({
    fields: textsSchema,
    where: mapOf(nullable(listOf(literalSchema)), {
      description: 'Field → the values that it has in those rows; null for any value but null.',
    }),
  }),
  {
    description:
      'Sets of fields that hold no two equal rows among some: an error stands on the last of a set. Left out where there are none.',
  },
);

export const orderMetadata = listOf(exactly({ lower: textSchema, upper: textSchema }), {
  description: 'Pairs of fields of which the first must not be above, or after, the second.',
});

export const related = listOf(
  exactly({
    resource: Type.String({ description: 'Path of the resource that is listed.' }),
    filter: Type.String({ description: 'Its filter that takes the id of a row of this one.' }),
    count_field: Type.Optional(
      Type.String({
        description:
          'The field of this one that counts exactly that list. Left out where none does: `GET {url}/{id}/related`.',
      }),
    ),
    label: Type.Optional(
      Type.String({
        description: 'What the list is called; left out where that is what its rows are called.',
      }),
    ),
    sort: Type.Optional(
      Type.String({ description: 'The order of the list beside a row; left out for its usual one.' }),
    ),
    from: Type.Optional(
      Type.String({
        description:
          'A date that the list is filtered and sorted by: what is to come stands first, the next on top, and below it the latest ' +
          'that has passed. Left out of lists in their usual order.',
      }),
    ),
  }),
  {
    description:
      'Lists of other rows that belong to one of these, as far as the user may list them, in the order of tabs.',
  },
);

/** The operators of a filter. */
export const operatorsMetadata = listOf(oneWordOf(operatorWords), {
  description: '`any` is `name=a,b`; the others are `name[gte]=a`: `meta.operators` has words for them.',
});

/**
 * Where attached rows are listed and added: templates (RFC 6570), with the path of the row's resource as `{resource}` and its id
 * as `{id}`.
 */
const hungAddresses = exactly(
  {
    url: Type.String({
      description: 'The list of what hangs on a row: a template with `{resource}` and `{id}`.',
    }),
    create_url: Type.Optional(
      Type.String({ description: 'Where something is added to a row: a template with the same.' }),
    ),
    upload_url: Type.Optional(
      Type.String({
        description: 'Where a file is added to a row, as `multipart/form-data`: a template with the same.',
      }),
    ),
    max_bytes: Type.Optional(Type.Integer({ minimum: 1, description: 'Most bytes of a file.' })),
  },
  { description: 'Of what hangs on rows, by the path of its resource: `comments`, `attachments`.' },
);
export type HungAddresses = Static<typeof hungAddresses>;

/** The metadata of the whole answer. */
export const answerMeta = exactly(
  {
    timezone: nullable(
      Type.String({
        description: 'The IANA time zone of the current site; null for somebody who belongs to none.',
      }),
    ),
    timezones: Type.Optional(
      mapOf(textSchema, {
        description:
          'At the headquarters: the time zones of sites that have another one, by their ids. Times of a row are meant by the clock of its site.',
      }),
    ),
    locale: Type.String({ description: 'The language of the user, in which labels are.' }),
    currency: nullable(
      Type.String({ description: 'ISO 4217 code of all money; null where the service says none.' }),
    ),
    operators: mapOf(textSchema, {
      description:
        'What the operators of filters are called: `{value}` stands for what a filter is asked for.',
    }),
    history: nullable(
      exactly(
        {
          url: Type.String({
            description:
              'The list of what was done to a row: a template (RFC 6570), with the `name` of the resource and the `id` of the row.',
          }),
        },
        { description: 'Null where the user may not list it.' },
      ),
    ),
  },
  { additionalProperties: hungAddresses },
);

export type AnswerMeta = Static<typeof answerMeta>;
