/** The routes of definitions, as data for the router and the documentation. */
import type { Resource } from '../model/resource.ts';

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** The path after that of the resource: ``, `/:id`, `/options/:field`, … */
  readonly path: string;
  readonly action: string;
}

/** The routes of a resource. Fixed parts come before `:id`, which would match them too. */
export function routesOf(resource: Resource): Route[] {
  const { operations } = resource.definition;
  const has = (name: (typeof operations)[number]) => operations.includes(name);
  const routes: (Route | false)[] = [
    has('list') && { method: 'get', path: '', action: 'list' },
    has('create') && !resource.hung && { method: 'post', path: '', action: 'create' },
    has('list') && { method: 'get', path: '/counts', action: 'counts' },
    has('list') && { method: 'get', path: '/options/filter.:field', action: 'filterOptions' },
    (has('create') || has('update')) && { method: 'get', path: '/options/:field', action: 'options' },
    ...resource
      .hanging()
      .map((one) => ({ method: 'post' as const, path: `/:id/${one.path}`, action: addAction(one) })),
    ...ownRoutes(resource),
    ...reportRoutes(resource, has('update')),
    has('view') && { method: 'get', path: '/:id', action: 'view' },
    ...fileRoutes(resource),
    has('view') && { method: 'get', path: '/:id/related', action: 'related' },
    has('update') && { method: 'patch', path: '/:id', action: 'update' },
    has('delete') && { method: 'delete', path: '/:id', action: 'delete' },
  ];
  return routes.filter((route) => route !== false);
}

/** The action of the route that attaches a row of a resource to another row. */
const addAction = ({ path }: Resource): string => `add ${path}`;

/** The resource whose rows an action attaches; undefined for any other action. */
export function hungByAction(resource: Resource, action: string): Resource | undefined {
  return resource.hanging().find((one) => addAction(one) === action);
}

/** The bytes of a row that is a file, and those of its thumbnail. The space in the names keeps them apart from own actions. */
export const fileActions = { content: 'content of file', thumbnail: 'thumbnail of file' } as const;

function fileRoutes({ definition }: Resource): Route[] {
  if (!definition.hung?.files) return [];
  return Object.entries(fileActions).map(([name, action]) => ({
    method: 'get',
    path: `/:id/${name}`,
    action,
  }));
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

function reportRoutes({ reports }: Resource, changes: boolean): Route[] {
  return [...reports].flatMap(([name, { definition }]): Route[] => [
    { method: 'get', path: definition.on === 'row' ? `/:id/${name}` : `/${name}`, action: name },
    ...(definition.unsaved
      ? [{ method: 'post' as const, path: `/${name}`, action: unsavedAction(name) }]
      : []),
    ...(definition.unsaved && changes
      ? [{ method: 'post' as const, path: `/:id/${name}`, action: changedAction(name) }]
      : []),
  ]);
}

/** The action of a route that reports on a row that is not saved yet. */
export const unsavedAction = (name: string): string => `${name} unsaved`;

/** The action of a route that reports on a row as an update would write it. */
export const changedAction = (name: string): string => `${name} changed`;
