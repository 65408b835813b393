/** The number of rows of other resources that belong to a row, for related lists that no field of the row counts. */

import { pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import { type Endpoint, json } from '../../describe/openapi/spec.ts';
import type { Setting } from '../../describe/openapi/values.ts';
import { Failure } from '../../failure.ts';
import { exactly } from '../../json-schema.ts';
import type { ReadContext } from '../../read/context.ts';
import { anyRow } from '../../read/rows.ts';
import { readNoIntent } from '../../request/intent.ts';
import type { FilterIntent } from '../../request/parameters.ts';
import { planView } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import { readingOf, reads, rowId } from '../../serve/operations.ts';
import type { Route } from '../../serve/route.ts';
import { Type } from '../../typebox.ts';
import { type CountParts, countOf } from '../counts/counts.ts';
import type { Feature } from '../feature.ts';
import { relatedLists } from './lists.ts';

export default {
  name: 'related',
  uses: ['counts'],
  routes: ({ definition }) => (definition.operations.includes('view') ? [relatedRoute] : []),
} satisfies Feature;

const relatedRoute: Route = {
  method: 'get',
  path: '/:id/related',
  name: 'related',
  needs: ['view'],
  answers: 'words',
  plan: async (engine, request) =>
    reads((db) => runRelated(engine, readingOf(request, db), request, rowId(request))),
  describe: describeRelated,
};

/** Answers `{data: [{resource, filter, count}]}` for the lists that the reader may see. @throws Failure `not_found` */
async function runRelated(
  { registry, counters }: CountParts,
  reading: ReadContext,
  { resource, actor, query }: Request,
  id: number,
): Promise<Response> {
  readNoIntent(query);
  if (!(await anyRow(reading.db, resource.table, planView(resource, id, actor))))
    throw new Failure('not_found');
  const data: { resource: string; filter: string; count: number }[] = [];
  for (const { target, related } of relatedLists(registry, resource, 'en')) {
    if (related.count_field !== null || actor.permitted('viewAny', target) === 'none') continue;
    const own: FilterIntent = { name: related.filter, operator: 'any', values: [id] };
    const count = await countOf(counters, reading, target, { filters: [own], words: [] });
    data.push({ resource: target.path, filter: related.filter, count });
  }
  return { status: 200, headers: {}, body: { data } };
}

const counted = exactly({
  data: Type.Array(
    exactly({
      resource: Type.String({ description: 'Path of the resource that is listed.' }),
      filter: Type.String({ description: 'Its filter that takes the id of this row.' }),
      count: Type.Integer({ minimum: 0 }),
    }),
    { description: 'The lists, as far as the user may see them.' },
  ),
});

function describeRelated({ resource }: Setting, path: string): Endpoint {
  return {
    method: 'get',
    path,
    id: `count${pascal(resource.name)}Related`,
    summary: `Count what belongs to one ${resource.title.one.en}`,
    description: needs(
      resource,
      'view',
      'The totals of the lists beside a row (`related` of `GET /resources`) that none of its own fields counts.',
    ),
    access: 'session',
    parameters: ['Id'],
    answers: { 200: { description: 'The numbers.', content: json(counted) } },
    failures: ['forbidden', 'not_found'],
  };
}
