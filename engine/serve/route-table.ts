/** The routes that definitions make, as data: for the router, for batches and for the documentation. */
import { Failure } from '../failure.ts';
import { choicesOf } from '../model/choices.ts';
import { filterChoice } from '../model/filter-target.ts';
import type { Registry, Resource } from '../model/resource.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Behind the resource's own path: ``, `/:id`, `/options/:field`, … */
  readonly path: string;
  readonly action: string;
}

/** The routes of a resource. Fixed parts come before `:id`, which would match them too. */
export function routesOf(resource: Resource): Route[] {
  const { operations } = resource.definition;
  const has = (name: (typeof operations)[number]) => operations.includes(name);
  const routes: (Route | false)[] = [
    has('list') && { method: 'get', path: '', action: 'list' },
    has('create') && { method: 'post', path: '', action: 'create' },
    has('list') && { method: 'get', path: '/counts', action: 'counts' },
    has('list') && { method: 'get', path: '/options/filter.:field', action: 'filterOptions' },
    (has('create') || has('update')) && { method: 'get', path: '/options/:field', action: 'options' },
    ...ownRoutes(resource),
    ...reportRoutes(resource),
    has('view') && { method: 'get', path: '/:id', action: 'view' },
    has('update') && { method: 'patch', path: '/:id', action: 'update' },
    has('delete') && { method: 'delete', path: '/:id', action: 'delete' },
  ];
  return routes.filter((route) => route !== false);
}

function ownRoutes({ actions }: Resource): Route[] {
  return [...actions].map(
    ([
      action,
      {
        definition: { on, path = action },
      },
    ]) => ({
      method: 'post',
      path: on === 'row' ? `/:id/${path}` : `/${path}`,
      action,
    }),
  );
}

function reportRoutes({ reports }: Resource): Route[] {
  return [...reports].flatMap(([name, { definition }]): Route[] => [
    { method: 'get', path: definition.on === 'row' ? `/:id/${name}` : `/${name}`, action: name },
    ...(definition.unsaved
      ? [{ method: 'post' as const, path: `/${name}`, action: unsavedAction(name) }]
      : []),
  ]);
}

/** The action of a route that reports on a row which nobody has saved. */
export function unsavedAction(name: string): string {
  return `${name} unsaved`;
}

/** Where a path leads: resource, action, and the row, field or filter it names. */
export interface Destination {
  readonly resource: Resource;
  readonly action: string;
  readonly id: number | null;
  readonly field: string | null;
}

/**
 * Finds the route of a path behind the prefix, such as `/zones/5`.
 *
 * @throws Failure `not_found`, or `method_not_allowed` with `Allow`
 */
export function matchRoute(registry: Registry, method: string, path: string): Destination {
  const [, resourcePath = '', ...rest] = path.split('/');
  const resource = registry.get(resourcePath);
  if (!resource) throw new Failure('not_found');
  const matching = routesAt(registry, resource, rest);
  if (matching.length === 0) throw new Failure('not_found');
  const found = matching.find(({ route }) => route.method === method.toLowerCase());
  if (!found) {
    const methods = matching.flatMap(({ route }) =>
      route.method === 'get' ? ['GET', 'HEAD'] : [route.method],
    );
    const allow = [...new Set(methods.map((one) => one.toUpperCase()))].sort().join(', ');
    throw new Failure('method_not_allowed', { headers: { Allow: allow } });
  }
  const { id, field } = found.params;
  return {
    resource,
    action: found.route.action,
    id: id === undefined ? null : rowIdOf(id),
    field: field ?? null,
  };
}

/** Whether what a path names can be there, of a resource that is. Other paths are none of the engine's. */
export function canBeThere(registry: Registry, prefix: string, path: string): boolean {
  if (!path.startsWith(`${prefix}/`)) return true;
  const [resourcePath = '', ...rest] = path.slice(prefix.length + 1).split('/');
  const resource = registry.get(resourcePath);
  return !resource || routesAt(registry, resource, rest).length > 0;
}

/** The routes that share a path, with what it names. What is a path of its own (`/counts`) is no row, and so has not its methods. */
function routesAt(registry: Registry, resource: Resource, parts: readonly string[]) {
  const matching = routesOf(resource).flatMap((route) => {
    const params = matchParts(route.path.split('/').slice(1), parts);
    return params ? [{ route, params }] : [];
  });
  const own = matching.filter(({ params }) => Object.keys(params).length === 0);
  if (own.length > 0) return own;
  return matching.filter(({ route: { action }, params: { id, field } }) => {
    if (field !== undefined) return isChosen(registry, resource, action, field);
    return id === undefined || isRowId(id);
  });
}

/** Whether there is anything to choose for a field, or a filter, of such a name. */
function isChosen(registry: Registry, resource: Resource, action: string, name: string): boolean {
  if (action === 'filterOptions') return filterChoice(registry, resource, name) !== null;
  return choicesOf(registry, resource).some((choice) => choice.name === name);
}

function matchParts(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? '';
    const [fixed = '', name] = expected.split(':');
    if (name === undefined ? part !== fixed : !part.startsWith(fixed)) return null;
    if (name !== undefined) params[name] = part.slice(fixed.length);
  }
  return params;
}

/** A row's id in a path is a positive integer that a column can hold; anything else names nothing. */
export function rowIdOf(text: string): number {
  if (!isRowId(text)) throw new Failure('not_found');
  return Number(text);
}

export function isRowId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2 ** 31 - 1;
}
