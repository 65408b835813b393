/** All routes of a resource, for the router, batches and the documentation. */
import { describeFilterOptions, describeFormOptions } from '../describe/operations/options.ts';
import { choicesOf, wordsOffer } from '../model/choices.ts';
import { filterChoice } from '../model/filter-target.ts';
import type { Resource } from '../model/resource.ts';
import { runFilterOptions, runOptions } from '../read/options.ts';
import { actionRoutes } from './actions.ts';
import { operationRoutes, readingOf, reads } from './operations.ts';
import { requireAny } from './permission.ts';
import type { Route } from './route.ts';

/** A feature, as far as it adds routes to resources. */
export interface RoutedFeature {
  routes?(resource: Resource): Route[];
}

/** Fixed paths come before those of rows, which would match them too. */
export function allRoutes(resource: Resource, features: readonly RoutedFeature[]): Route[] {
  const routes = [
    ...operationRoutes(resource),
    ...optionRoutes(resource),
    ...actionRoutes(resource),
    ...features.flatMap((feature) => feature.routes?.(resource) ?? []),
  ];
  const isOfRow = ({ path }: Route) => path.startsWith('/:id');
  return [...routes.filter((route) => !isOfRow(route)), ...routes.filter(isOfRow)];
}

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

function optionRoutes({ definition: { operations } }: Resource): Route[] {
  return [
    ...(operations.includes('list') ? [filterOptions] : []),
    ...(operations.includes('create') || operations.includes('update') ? [formOptions] : []),
  ];
}
