/** The routes that definitions make, as data: for the router and for the documentation. */
import type { Resource } from '../model/resource.ts';

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

/** The action of a route that reports on an unsaved row. */
export function unsavedAction(name: string): string {
  return `${name} unsaved`;
}
