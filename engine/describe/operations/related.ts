/** Describes the counts of related rows. */
import { exactly } from '../../json-schema.ts';
import { Type } from '../../typebox.ts';
import { pascal } from '../openapi/names.ts';
import { needs } from '../openapi/notes.ts';
import { type Endpoint, json } from '../openapi/spec.ts';
import type { Setting } from '../openapi/values.ts';

const counts = exactly({
  data: Type.Array(
    exactly({
      resource: Type.String({ description: 'Path of the resource that is listed.' }),
      filter: Type.String({ description: 'Its filter that takes the id of this row.' }),
      count: Type.Integer({ minimum: 0 }),
    }),
    { description: 'The lists, as far as the user may see them.' },
  ),
});

export function describeRelated({ resource }: Setting, path: string): Endpoint {
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
    answers: { 200: { description: 'The numbers.', content: json(counts) } },
    failures: ['forbidden', 'not_found'],
  };
}
