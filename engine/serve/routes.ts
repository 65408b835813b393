/** Adds the resources to a router: the only place where the engine uses the HTTP framework. */
import type { Router, RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { invalid } from '../failure.ts';
import { once } from '../memoize.ts';
import { languageOf, say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import { readJsonBody } from '../request/json-body.ts';
import type { MultipartFields, MultipartTerms } from '../request/multipart.ts';
import {
  type BytesAsked,
  prefersDryRun,
  type RequestContext,
  type Response,
  type WriteTerms,
} from '../request/request.ts';
import type { Engine } from './engine.ts';
import { serve } from './pipeline.ts';
import { setHeaders } from './quota.ts';
import type { Route } from './route.ts';
import { isRowId, RouteFinder, refusal } from './route-finder.ts';

export interface RouteOptions {
  readonly engine: Engine;
  /** The prefix of every resource's path, e.g. `/api/v1`. */
  readonly prefix: string;
  /** Reads bodies with files. */
  multipart(ctx: RouterContext, terms: MultipartTerms): Promise<MultipartFields>;
  /** Runs on every matched route after authentication. @throws Failure for a request that did not come from its own page */
  readonly guard: Middleware;
  /** Authenticates the user. It runs first. @throws Failure `unauthenticated` */
  authenticate(ctx: Context): Promise<Actor>;
}

/** The routers: one for each resource, and a main one for all other routes. */
export interface RouterPlaces {
  readonly main: Router;
  of(path: string): Router;
  /** The router that answers a path. */
  at(path: string): Router;
}

/** Adds the routes of every resource of the engine. @returns the finder of these routes */
export function addRoutes(
  routers: RouterPlaces,
  options: RouteOptions,
  routesOf: (resource: Resource) => Route[],
): RouteFinder {
  const { engine, prefix } = options;
  const finder = new RouteFinder(engine.registry, routers.at);
  for (const resource of engine.registry.values()) {
    const router = routers.of(resource.path);
    for (const route of routesOf(resource)) {
      router[route.method](`${prefix}/${resource.path}${route.path}`, (ctx: RouterContext) => {
        const { id } = ctx.params;
        // A path that cannot be a row's is not found, for any user, or has another method.
        if (id !== undefined && !isRowId(id)) throw refusal(finder.methodsAt(ctx.path));
        return answerOne(ctx, resource, route, options);
      });
      finder.add(router.stack.at(-1), { resource, route });
    }
  }
  return finder;
}

async function answerOne(
  ctx: RouterContext,
  resource: Resource,
  route: Route,
  options: RouteOptions,
): Promise<void> {
  const { id, field } = ctx.params;
  const asking = await readAsking(ctx, options);
  // The stream of the body can be read only once.
  const body = once(() => readJsonBody(ctx));
  const request = {
    resource,
    id: id === undefined ? null : Number(id),
    field: field ?? null,
    query: ctx.query,
    ifMatch: header(ctx, 'If-Match'),
    ifNoneMatch: header(ctx, 'If-None-Match'),
    format: wantsCsv(ctx) ? ('csv' as const) : ('json' as const),
    body,
    upload: (given: MultipartTerms) => options.multipart(ctx, given),
    bytes: bytesAsked(ctx),
    deferral: null,
    // Last, because Node 20 keeps objects alive through several garbage collections if they are spread and then get further keys.
    ...asking,
  };
  const response = await serve(options.engine, route, request, readTerms(ctx, body));
  ctx.vary('Accept');
  // Only an answer that is not JSON states its type.
  const hasType = response.headers['Content-Type'] !== undefined;
  if (route.answers === 'words' || (route.answers === 'rows' && hasType)) tellLanguage(ctx, asking);
  send(ctx, response);
}

/** The requested range of a file. A HEAD request has none (RFC 9110, 14.2). */
function bytesAsked(ctx: RouterContext): BytesAsked {
  const none = ctx.method === 'HEAD';
  return { range: none ? null : header(ctx, 'Range'), ifRange: header(ctx, 'If-Range'), none };
}

/** States the language of an answer. */
export function tellLanguage(ctx: RouterContext, { actor }: Pick<RequestContext, 'actor'>): void {
  ctx.set('Content-Language', languageOf(actor.locale));
}

/**
 * Authenticates the user, then checks that their own page sent the request, and for this user at this site. @throws Failure
 * `unauthenticated`, that of the guard, or 422 on `X-Actor`
 */
export async function readAsking(
  ctx: RouterContext,
  { authenticate, guard }: Pick<RouteOptions, 'authenticate' | 'guard'>,
): Promise<RequestContext> {
  const actor = await authenticate(ctx);
  await guard(ctx, async () => {});
  requireActor(header(ctx, 'X-Actor'), actor);
  const { requestId, signal } = ctx.state;
  return { actor, requestId: typeof requestId === 'string' ? requestId : null, now: new Date(), signal };
}

/**
 * Refuses a request of a page that shows another user or site: another tab or device may have changed both since.
 * @param meant `12@3`, the ids of user and current site, `12@` without a site; null for whoever it is
 * @throws Failure 422 on `X-Actor`
 */
function requireActor(meant: string | null, { id, site }: Actor): void {
  if (meant === null || meant === `${id}@${site?.id ?? ''}`) return;
  const isWellFormed = /^\d+@\d*$/.test(meant);
  throw invalid({ 'X-Actor': [say(isWellFormed ? texts.otherActor : texts.actorForm)] });
}

/** The options of a write, from its headers. */
export function readTerms(ctx: RouterContext, body: () => Promise<unknown>): WriteTerms {
  const key = ctx.headers['idempotency-key']?.toString() ?? null;
  return {
    dryRun: prefersDryRun(ctx.get('Prefer')),
    idempotencyKey: key,
    // A delete has no body: the content of one is ignored.
    fingerprint: {
      method: ctx.method,
      path: ctx.url,
      body: ctx.method === 'DELETE' ? async () => null : body,
    },
  };
}

export function send(ctx: RouterContext, response: Response): void {
  ctx.status = response.status;
  setHeaders(ctx, response.headers);
  if (response.json === undefined) {
    if (response.body !== null) ctx.body = response.body;
    return;
  }
  ctx.type = 'json';
  ctx.body = response.json;
}

/** Whether CSV is requested. Almost no request does, so a cheap check comes first. */
function wantsCsv(ctx: RouterContext): boolean {
  return ctx.get('Accept').includes('csv') && ctx.accepts(['json', 'csv']) === 'csv';
}

function header(ctx: RouterContext, name: string): string | null {
  const value = ctx.get(name);
  return value === '' ? null : value;
}
