/** Puts the resources on a router: the one place where the engine meets the HTTP framework. */
import type { Router, RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { once } from '../memoize.ts';
import { languageOf } from '../message.ts';
import type { Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import { readNoIntent } from '../request/intent.ts';
import { readJsonBody } from '../request/json-body.ts';
import type { MultipartFields, MultipartTerms } from '../request/multipart.ts';
import {
  type BytesAsked,
  prefersDryRun,
  type RequestContext,
  type Response,
  type WriteTerms,
} from '../request/request.ts';
import { serveBatch } from './batch.ts';
import type { Engine } from './engine.ts';
import { serve } from './pipeline.ts';
import { setHeaders } from './quota.ts';
import { isRowId, RouteFinder, refusal } from './route-finder.ts';
import { fileActions, routesOf } from './route-table.ts';

export interface RouteOptions {
  readonly engine: Engine;
  /** Path in front of every resource, e.g. `/api/v1`. */
  readonly prefix: string;
  /** Reads bodies with files. */
  multipart(ctx: RouterContext, terms: MultipartTerms): Promise<MultipartFields>;
  /** Runs on every matched route once it is known who asks. @throws Failure for a request that its page did not send */
  readonly guard: Middleware;
  /** Who asks: the first to be asked. @throws Failure `unauthenticated` */
  authenticate(ctx: Context): Promise<Actor>;
}

/** Where routes are added: to a router of the resource's own, the rest to the main one. */
export interface RouterPlaces {
  readonly main: Router;
  of(path: string): Router;
  /** The one that answers a path of a request. */
  at(path: string): Router;
}

/** Adds the routes of every resource of the engine, and that of batches. @returns what finds them by their paths */
export function addRoutes(routers: RouterPlaces, options: RouteOptions): RouteFinder {
  const { engine, prefix } = options;
  const finder = new RouteFinder(engine.registry, routers.at);
  for (const resource of engine.registry.values()) {
    const router = routers.of(resource.path);
    for (const { method, path, action } of routesOf(resource)) {
      const name = finder.nameOf(resource, action);
      router[method](name, `${prefix}/${resource.path}${path}`, (ctx: RouterContext) => {
        const { id } = ctx.params;
        // A path that cannot be a row's is unknown to any user, or has another method.
        if (id !== undefined && !isRowId(id)) throw refusal(finder.methodsAt(ctx.path));
        return answerOne(ctx, resource, action, options);
      });
    }
  }
  routers.main.post(`${prefix}/batch`, (ctx: RouterContext) => answerBatch(ctx, finder, options));
  return finder;
}

async function answerOne(
  ctx: RouterContext,
  resource: Resource,
  action: string,
  options: RouteOptions,
): Promise<void> {
  const { id, field } = ctx.params;
  const asking = await readAsking(ctx, options);
  // It can be read from its stream only once.
  const body = once(() => readJsonBody(ctx));
  const request = {
    resource,
    action,
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
    // Last: Node 20 keeps objects that are spread and then given further keys through several garbage collections.
    ...asking,
  };
  const response = await serve(options.engine, request, readTerms(ctx, body));
  ctx.vary('Accept');
  // Only an answer that is no JSON names its type.
  const hasWords = !wordless.has(action) || response.headers['Content-Type'] !== undefined;
  if (hasWords && !ofBytes.has(action)) tellLanguage(ctx, asking);
  send(ctx, response);
}

/** Which bytes of a file are asked for. Of a HEAD none come, and it has no range (RFC 9110, 14.2). */
function bytesAsked(ctx: RouterContext): BytesAsked {
  const none = ctx.method === 'HEAD';
  return { range: none ? null : header(ctx, 'Range'), ifRange: header(ctx, 'If-Range'), none };
}

/** Answers that are rows and nothing else, unless they are written for a spreadsheet; and bytes, whose type is their own. */
const wordless: ReadonlySet<string> = new Set(['list', 'view', 'create', 'update', 'delete']);
const ofBytes: ReadonlySet<string> = new Set(Object.values(fileActions));

/** Says in which language the words of an answer are. */
export function tellLanguage(ctx: RouterContext, { actor }: Pick<RequestContext, 'actor'>): void {
  ctx.set('Content-Language', languageOf(actor.locale));
}

async function answerBatch(ctx: RouterContext, finder: RouteFinder, options: RouteOptions): Promise<void> {
  const { engine, prefix } = options;
  const asking = await readAsking(ctx, options);
  const body = once(() => readJsonBody(ctx));
  const terms = readTerms(ctx, body);
  readNoIntent(ctx.query);
  send(ctx, await serveBatch({ engine, finder, prefix, asking }, await body(), terms));
}

/** Who asks, once it is known that their page has sent it. @throws Failure `unauthenticated`, or the guard's */
export async function readAsking(
  ctx: RouterContext,
  { authenticate, guard }: RouteOptions,
): Promise<RequestContext> {
  const actor = await authenticate(ctx);
  await guard(ctx, async () => {});
  const { requestId, signal } = ctx.state;
  return { actor, requestId: typeof requestId === 'string' ? requestId : null, now: new Date(), signal };
}

/** How the headers want a write to be carried out. */
function readTerms(ctx: RouterContext, body: () => Promise<unknown>): WriteTerms {
  const key = ctx.headers['idempotency-key']?.toString() ?? null;
  return {
    dryRun: prefersDryRun(ctx.get('Prefer')),
    idempotencyKey: key,
    // A deletion has no body: what comes with one says nothing.
    fingerprint: {
      method: ctx.method,
      path: ctx.url,
      body: ctx.method === 'DELETE' ? async () => null : body,
    },
  };
}

function send(ctx: RouterContext, response: Response): void {
  ctx.status = response.status;
  setHeaders(ctx, response.headers);
  if (response.json === undefined) {
    if (response.body !== null) ctx.body = response.body;
    return;
  }
  ctx.type = 'json';
  ctx.body = response.json;
}

/** Whether a list is wanted as CSV. Nearly no request says so: only those that do are looked at closely. */
function wantsCsv(ctx: RouterContext): boolean {
  return ctx.get('Accept').includes('csv') && ctx.accepts(['json', 'csv']) === 'csv';
}

function header(ctx: RouterContext, name: string): string | null {
  const value = ctx.get(name);
  return value === '' ? null : value;
}
