/** All routes of a resource, for the router, batches and the documentation. */
import type { Resource } from '../model/resource.ts';
import { actionRoutes } from './actions.ts';
import { operationRoutes } from './operations.ts';
import type { Route } from './route.ts';

/** A feature, as far as it adds routes to resources. */
export interface RoutedFeature {
  routes?(resource: Resource): Route[];
}

/** Fixed paths come before those of rows, which would match them too. */
export function allRoutes(resource: Resource, features: readonly RoutedFeature[]): Route[] {
  const routes = [
    ...operationRoutes(resource),
    ...actionRoutes(resource),
    ...features.flatMap((feature) => feature.routes?.(resource) ?? []),
  ];
  const isOfRow = ({ path }: Route) => path.startsWith('/:id');
  return [...routes.filter((route) => !isOfRow(route)), ...routes.filter(isOfRow)];
}
