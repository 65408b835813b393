/** Describes the search over all resources. */

import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, named } from '../../json-schema.ts';
import { longestSearch } from '../../request/parameters.ts';
import { type Static, Type } from '../../typebox.ts';

const foundRow = exactly({
  resource: Type.String({ description: 'Path of its resource.' }),
  id: Type.Integer({ description: 'Its id.' }),
  label: Type.String({ description: 'What the row is called.' }),
  note: Type.Optional(
    Type.String({
      description:
        'What tells it apart from others: the reference or code that it was found by, where that is not in its label, else what it ' +
        'belongs to. Left out where there is neither.',
    }),
  ),
  site_id: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description: 'The site that it belongs to; left out of rows that belong to none.',
    }),
  ),
});

export type FoundRow = Static<typeof foundRow>;

/** Name of the only parameter. */
export const wordsParameter = 'q';

/** @param prefix path before every resource, e.g. `/api/v1` */
export function describeSearch(prefix: string): TagSpec {
  return {
    name: 'Search',
    description: 'Rows of all resources by what they are called, in one request.',
    schemas: { FoundRow: foundRow },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/search`,
        id: 'searchAll',
        summary: 'Search all resources',
        description:
          'Up to five rows of each resource whose lists take `search`, among those that the user may list at the current site. ' +
          'All words must appear, as in the `search` of a list. The best come first: rows of which a text is exactly what was ' +
          'asked for (a reference, a serial number), then those whose label begins with it, then those whose label has all words. ' +
          'Rows of one resource stand together.',
        access: 'session',
        parameters: [
          {
            name: wordsParameter,
            in: 'query',
            description: 'The words. Of spaces alone nothing is found.',
            required: true,
            schema: { type: 'string', maxLength: longestSearch },
            example: 'pump',
          },
        ],
        answers: {
          200: {
            description: 'What was found.',
            content: json(exactly({ data: Type.Array(named('FoundRow', foundRow)) })),
          },
        },
      },
    ],
  };
}

const scannedRow = exactly({
  resource: Type.String({ description: 'Path of its resource.' }),
  id: Type.Integer({ description: 'Its id.' }),
  name: Type.String({ description: 'What the row is called.' }),
  site_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The site that it belongs to; null for rows that belong to none.',
  }),
});

export type ScannedRow = Static<typeof scannedRow>;

/** The maximum number of returned rows. */
export const mostScanned = 20;
/** Name of the only parameter. */
export const codeParameter = 'code';
/** The maximum length of a code: addresses are codes, too. */
export const longestCode = 500;

/** @param prefix path before every resource, e.g. `/api/v1` */
export function describeScan(prefix: string): TagSpec {
  return {
    name: 'Codes',
    description: 'What the codes on things lead to.',
    schemas: { ScannedRow: scannedRow },
    endpoints: [
      {
        method: 'get',
        path: `${prefix}/scan`,
        id: 'scan',
        summary: 'Find what a code stands on',
        description:
          'Up to twenty rows that have exactly this code, whatever the case of its letters, in one of the fields that stand ' +
          'on a thing or its label. Or the row whose page in the console has this address. Rows that the user may not see are ' +
          'left out; nothing found is an empty list.',
        access: 'session',
        parameters: [
          {
            name: codeParameter,
            in: 'query',
            description: 'What was scanned. Spaces around it do not count.',
            required: true,
            schema: { type: 'string', minLength: 1, maxLength: longestCode },
            example: 'P-101',
          },
        ],
        answers: {
          200: {
            description: 'What was found.',
            content: json(
              exactly({ data: Type.Array(named('ScannedRow', scannedRow), { maxItems: mostScanned }) }),
            ),
          },
        },
      },
    ],
  };
}
