/** The number of rows of other resources that belong to a row, for related lists that no field of the row counts. */
import { Failure } from '../../failure.ts';
import type { ReadContext } from '../../read/context.ts';
import { anyRow } from '../../read/rows.ts';
import { readNoIntent } from '../../request/intent.ts';
import type { FilterIntent } from '../../request/parameters.ts';
import { planView } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import { type CountParts, countOf } from '../counts/counts.ts';
import { relatedLists } from './lists.ts';

/** Answers `{data: [{resource, filter, count}]}` for the lists that the reader may see. @throws Failure `not_found` */
export async function runRelated(
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
