/** The schemas of the answer to `GET /overview`: the parts of a home page that views name, with their figures. */

import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, mapOf, named, textSchema } from '../../json-schema.ts';
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

/** @param prefix path before every resource, e.g. `/api/v1` */
export function describeOverview(prefix: string): TagSpec {
  return {
    name: 'Overview',
    description: 'A home page in one request.',
    schemas: { OverviewPart: overviewPart },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/overview`,
        id: 'getOverview',
        summary: 'Figures and rows for a home page',
        description:
          'What the views of the resources name for it (`view.overview` of `GET /resources`), with the answers: the first five ' +
          'rows of lists; counts by months of the last 12, by weeks of the last 26, by days of the last 31, all by the clock ' +
          'of the site.',
        access: 'session',
        answers: {
          200: {
            description: 'The parts.',
            content: json(
              exactly({
                data: Type.Array(named('OverviewPart', overviewPart), {
                  description:
                    'Charts and rows in the order of the navigation, as far as the user may list them.',
                }),
              }),
            ),
          },
        },
      },
    ],
  };
}
