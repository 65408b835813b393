/** The schemas of the answer to `GET /overview`: the parts of a home page that views name, with their figures. */

import { exactly, mapOf, textSchema } from '../../json-schema.ts';
import { type Static, Type } from '../../typebox.ts';

export const overviewPart = exactly({
  resource: Type.String({ description: 'Path of the resource.' }),
  title: textSchema,
  by: Type.Optional(Type.String({ description: 'What a chart counts by; left out of rows.' })),
  mine: Type.Optional(
    Type.String({
      description:
        "The filter by which rows are the user's own; left out of those of all. Without rows there is nothing to show.",
    }),
  ),
  query: mapOf(textSchema, {
    description:
      'Filters and order of the list that the figures are of, as they stand in a query: a link to it.',
  }),
  path: Type.String({ description: 'The GET, below the address of the API, that answers the same alone.' }),
  answer: Type.Unsafe<unknown>({
    type: 'object',
    description: 'What that answers: `{data, meta, links}` of a list, `{data}` of counts.',
  }),
});

export type OverviewPart = Static<typeof overviewPart>;
