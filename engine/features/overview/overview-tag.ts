/** Describes the overview. */

import { json, type TagSpec } from '../../describe/openapi/spec.ts';
import { exactly, named } from '../../json-schema.ts';
import { Type } from '../../typebox.ts';
import { overviewPart } from './overview-schema.ts';

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
