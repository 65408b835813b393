/** Puts the resources on a router: the one place where the engine meets the HTTP framework. */
import type { Router, RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { Failure } from './failure.ts';
import { readJsonBody } from './json-body.ts';
import { type Request, serve } from './pipeline.ts';
import type { Resource } from './resource.ts';

export interface RouteOptions {
  readonly engine: Engine;
  /** Path in front of every resource, e.g. `/api/v1`. */
  readonly prefix: string;
  /** Runs first on every matched route. */
  readonly guard: Middleware;
  /** Who asks. @throws Failure `unauthenticated` */
  authenticate(ctx: Context): Promise<Actor>;
}

interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly action: Request['action'];
}

/** Adds the routes of every resource of the engine. */
export function addRoutes(router: Router, options: RouteOptions): void {
  for (const resource of options.engine.registry.values()) {
    for (const { method, path, action } of routesOf(resource)) {
      router[method](`${options.prefix}/${resource.path}${path}`, options.guard, (ctx: RouterContext) =>
        answer(ctx, resource, action, options),
      );
    }
  }
}

/** The routes that a definition's operations make. Fixed parts come before `:id`, which would match them too. */
export function routesOf(resource: Resource): Route[] {
  const { operations } = resource.definition;
  const has = (name: (typeof operations)[number]) => operations.includes(name);
  const routes: (Route | false)[] = [
    has('list') && { method: 'get', path: '', action: 'list' },
    has('create') && { method: 'post', path: '', action: 'create' },
    has('list') && { method: 'get', path: '/counts', action: 'counts' },
    (has('create') || has('update')) && { method: 'get', path: '/options/:field', action: 'options' },
    has('view') && { method: 'get', path: '/:id', action: 'view' },
    has('update') && { method: 'patch', path: '/:id', action: 'update' },
    has('delete') && { method: 'delete', path: '/:id', action: 'delete' },
  ];
  return routes.filter((route) => route !== false);
}

async function answer(
  ctx: RouterContext,
  resource: Resource,
  action: Request['action'],
  { engine, authenticate }: RouteOptions,
): Promise<void> {
  const actor = await authenticate(ctx);
  const { id, field } = ctx.params;
  const response = await serve(engine, {
    resource,
    action,
    actor,
    id: id === undefined ? null : rowIdOf(id),
    field: field ?? null,
    query: ctx.query,
    ifMatch: header(ctx, 'If-Match'),
    ifNoneMatch: header(ctx, 'If-None-Match'),
    requestId: typeof ctx.state.requestId === 'string' ? ctx.state.requestId : null,
    now: new Date(),
    body: () => readJsonBody(ctx),
  });
  ctx.status = response.status;
  ctx.set({ ...response.headers });
  if (response.body !== null) ctx.body = response.body;
}

function header(ctx: Context, name: string): string | null {
  const value = ctx.get(name);
  return value === '' ? null : value;
}

/** A row's id in a path is a positive integer that a column can hold; anything else names nothing. */
function rowIdOf(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d{0,9}$/.test(text) || id > 2 ** 31 - 1) throw new Failure('not_found');
  return id;
}
