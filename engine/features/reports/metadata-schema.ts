/** The schema of the answer to `GET /reports`. */

import { json, type TagSpec } from '../../describe/openapi/spec.ts';
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
import { notModified } from '../metadata/feature.ts';
import { fieldList } from '../metadata/metadata-schema.ts';
import { drawings } from './report.ts';

const chartMetadata = exactly({
  title: textSchema,
  draw: oneWordOf(drawings, { description: 'How; several figures of `columns` are stacked.' }),
  y: described(
    textsSchema,
    'The figures that are drawn, all of one unit; of a `pareto` the bars, and the share that runs along with them.',
  ),
  input: mapOf(Type.Union([textSchema, Type.Number(), flagSchema]), {
    description: 'The parameters that it is asked with, beside `from` and `until`.',
  }),
  target: Type.Optional(Type.Number({ description: 'A value that is aimed at.' })),
  lines: Type.Optional(described(textsSchema, 'Fields of the row whose values are drawn as lines across.')),
  when: Type.Optional(
    mapOf(listOf(Type.Union([textSchema, flagSchema])), {
      description:
        'What fields of the row must be, each one of some values, for it to be drawn. Left out where it always is.',
    }),
  ),
});

const listedValues = mapOf(listOf(Type.Union([textSchema, flagSchema])), {
  description: 'Filters of the list → the values that such rows have.',
});

const periodRows = exactly({
  resource: Type.String({ description: 'Path of the resource.' }),
  within: Type.String({ description: 'Its filter by day or moment of which a row is in the period.' }),
  where: listedValues,
  until: Type.Optional(
    Type.String({
      description:
        'Its filter by the end of rows that last, of which `within` is the start: those of which a part is in the period, ' +
        '`within[lt]` its end and `until[open]` its start.',
    }),
  ),
  still: Type.Optional(
    Type.Literal(true, { description: 'Only those that last beyond the end of the period.' }),
  ),
  filled: Type.Optional(
    Type.String({ description: 'Its filter by a field that such rows have filled in: `field[not]=null`.' }),
  ),
  of: Type.Optional(Type.String({ description: 'Its filter by the row that the report is on.' })),
  among: Type.Optional(
    Type.Literal(true, {
      description: 'Not each of these rows counts as one: some count together, or not at all.',
    }),
  ),
});

export const reportMetadata = exactly({
  resource: Type.String({ description: 'Path of the resource that it is of.' }),
  name: textSchema,
  label: Type.String({ description: 'What stands on its tab or button.' }),
  description: Type.String({ description: 'What it tells, in a sentence.' }),
  on: oneWordOf(['row', 'collection']),
  url: Type.String({
    description:
      'Where to ask for it; of one row a template (RFC 6570) in which `{id}` is its id. On a collection it takes the filters and the ' +
      'search of the list as well; each takes `format=csv`.',
  }),
  unsaved: Type.Boolean({
    description:
      'Whether `POST {resource}/{name}` with the body of a create tells it of a row that is not saved; where rows can be changed, ' +
      '`POST {resource}/{id}/{name}` with the body of an update tells it as that would leave the row.',
  }),
  many: Type.Boolean({
    description:
      'Whether a list is answered. One that takes `by` answers `{value, label}` before the fields of each row.',
  }),
  parameters: described(fieldList, 'What it takes.'),
  fields: described(fieldList, 'What is answered, each with its `formula` where there is one.'),
  bounds: Type.Optional(
    mapOf(textsSchema, {
      description:
        'Figures → the two between which each lies, the lower first. Left out where there are none.',
    }),
  ),
  behind: Type.Optional(
    exactly(
      {
        where: listedValues,
        within: Type.Optional(
          Type.String({
            description: 'The filter by day or moment of which a row is between `from` and `until`.',
          }),
        ),
        periods: Type.Optional(
          mapOf(periodRows, {
            description: 'Figures → the rows of other resources that they count in a period.',
          }),
        ),
      },
      {
        description:
          'How the list finds the rows that are counted, beside the filter that `by` names. Left out where it shows no others.',
      },
    ),
  ),
  charts: described(listOf(chartMetadata), 'How it is drawn.'),
});

export type ReportMetadata = Static<typeof reportMetadata>;

/** Describes `GET /reports`. @param prefix path before every resource, e.g. `/api/v1` */
export function describeReports(prefix: string): TagSpec {
  return {
    name: 'Reports',
    description: 'What is computed of rows, beside lists and views.',
    schemas: { ReportMetadata: reportMetadata },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/reports`,
        id: 'listReports',
        summary: 'Describe the reports',
        description:
          'What is computed of rows, and how it is drawn: each report that the user may read at the current site, in their language.',
        access: 'session',
        parameters: ['IfNoneMatch'],
        answers: {
          200: {
            description: 'The reports.',
            headers: ['ETag'],
            content: json(exactly({ data: Type.Array(named('ReportMetadata', reportMetadata)) })),
          },
          304: notModified,
        },
      },
    ],
  };
}
