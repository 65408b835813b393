/** `GET /things/counts`: rows counted by values and periods, with sums. */
import { readingOf, reads } from '../../serve/operations.ts';
import type { Route } from '../../serve/route.ts';
import type { Feature } from '../feature.ts';
import { runCounts } from './counts.ts';
import { describeCounts } from './openapi.ts';

export const countsRoute: Route = {
  method: 'get',
  path: '/counts',
  name: 'counts',
  needs: ['viewAny'],
  answers: 'words',
  plan: async (engine, request) => reads((db) => runCounts(engine, readingOf(request, db), request)),
  describe: describeCounts,
};

export default {
  name: 'counts',
  routes: ({ definition }) => (definition.operations.includes('list') ? [countsRoute] : []),
} satisfies Feature;
