/** Lists of what can be chosen, in forms and in filters. */
import { choicesOf, wordsOffer } from '../../model/choices.ts';
import { filterChoice } from '../../model/filter-target.ts';
import { readingOf, reads } from '../../serve/operations.ts';
import { requireAny } from '../../serve/permission.ts';
import type { Route } from '../../serve/route.ts';
import type { Feature } from '../feature.ts';
import { describeFilterOptions, describeFormOptions } from './describe.ts';
import { runFilterOptions, runOptions } from './options.ts';

const filterOptions: Route = {
  method: 'get',
  path: '/options/filter.:field',
  name: 'filterOptions',
  answers: 'words',
  // Users who may list the rows may know the values in them.
  needs: ['viewAny'],
  hasField: (registry, resource, name) => filterChoice(registry, resource, name) !== null,
  plan: async (engine, request) => reads((db) => runFilterOptions(engine, readingOf(request, db), request)),
  describe: describeFilterOptions,
};

const formOptions: Route = {
  method: 'get',
  path: '/options/:field',
  name: 'options',
  answers: 'words',
  // Users who may read such words may know their names.
  needs: ['viewAny', 'view', 'create', 'update'],
  hasField: (registry, resource, name) =>
    wordsOffer(resource, name) !== undefined ||
    choicesOf(registry, resource).some((choice) => choice.name === name),
  plan: async (engine, request) => {
    // Options of references are for users who fill in a form, with or without permission to list those rows.
    if (!wordsOffer(request.resource, request.field)) requireAny(request, ['create', 'update']);
    return reads((db) => runOptions(engine, readingOf(request, db), request));
  },
  describe: describeFormOptions,
};

export default {
  name: 'options',
  routes: ({ definition: { operations } }) => [
    ...(operations.includes('list') ? [filterOptions] : []),
    ...(operations.includes('create') || operations.includes('update') ? [formOptions] : []),
  ],
} satisfies Feature;
