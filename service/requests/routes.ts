/** The door for people without an account: they see what a request point is about, send requests, and see what becomes of these. */
import type { RouterContext } from '@koa/router';
import type { Auth, VisitorThrottle } from '../../auth/index.ts';
import { Failure } from '../../engine/failure.ts';
import { readJsonBody } from '../../engine/request/json-body.ts';
import type { Engine } from '../../engine/serve/engine.ts';
import { readSent, type Sent } from './body.ts';
import { keepRequest, type Outcome } from './keep.ts';
import { findPoint, findProgress, type Point, type Progress } from './places.ts';

export interface DoorParts {
  readonly engine: Engine;
  readonly auth: Pick<Auth, 'systemActor'>;
  readonly throttle: VisitorThrottle;
  /** Whether there is a door at all. */
  readonly open: boolean;
  readonly appUrl: string;
  /** Told how each request ended. */
  report(outcome: Outcome | 'limited' | 'refused'): void;
}

/** What anybody may do, as the answers in JSON and the pages share it. */
export interface Door {
  /** @throws Failure `rate_limited`, `not_found` */
  point(ctx: RouterContext): Promise<Point>;
  progress(ctx: RouterContext): Promise<Progress>;
  /** @param read reads what was sent, once the point is known @returns its reference */
  send(ctx: RouterContext, read: (point: Point) => Promise<Sent>): Promise<string>;
}

export function createDoor({ engine, auth, throttle, open, report }: DoorParts): Door {
  const { db } = engine;
  /** One answer, whatever is wrong. */
  const found = <T>(one: T | null): T => {
    if (one === null || !open) throw new Failure('not_found');
    return one;
  };
  const token = ({ params }: RouterContext) => String(params.token);
  const send: Door['send'] = async (ctx, read) => {
    const point = await findPoint(db, token(ctx));
    // Who guesses is counted as who reads is.
    if (!point || !open) await throttle.look(ctx.ip);
    const sent = await read(found(point));
    const keeping = {
      ...{ db, parts: engine, systemActor: auth.systemActor, now: new Date() },
      ...{ requestId: String(ctx.state.requestId), signal: ctx.state.signal },
      count: (trx: typeof db, pointId: number) => throttle.send(trx, ctx.ip, pointId),
    };
    const { reference, outcome } = await keepRequest(
      keeping,
      found(point),
      token(ctx),
      sent,
      throttle.key(ctx.ip),
    );
    engine.written();
    report(outcome);
    return reference;
  };
  return {
    point: async (ctx) => {
      await throttle.look(ctx.ip);
      return found(await findPoint(db, token(ctx)));
    },
    progress: async (ctx) => {
      await throttle.look(ctx.ip);
      return found(await findProgress(db, String(ctx.params.reference)));
    },
    send: async (ctx, read) => {
      try {
        return await send(ctx, read);
      } catch (error) {
        if (error instanceof Failure) report(error.code === 'rate_limited' ? 'limited' : 'refused');
        throw error;
      }
    },
  };
}

/** Where routes are added that no session is asked of. */
export interface PublicPlaces {
  get(path: string, handle: (ctx: RouterContext) => Promise<void>): void;
  post(path: string, handle: (ctx: RouterContext) => Promise<void>): void;
}

/** Adds the answers in JSON. @param routes behind `/api/v1/public` */
export function addDoorRoutes(routes: PublicPlaces, door: Door, appUrl: string): void {
  routes.get('/request-points/:token', async (ctx) => {
    const { site, place, hint, contact } = await door.point(ctx);
    // No picture can be sent yet.
    ctx.body = { data: { site: { name: site }, place: { name: place }, hint, contact, photos: false } };
  });
  routes.post('/request-points/:token/requests', async (ctx) => {
    const reference = await door.send(ctx, async ({ contact }) => readSent(await readJsonBody(ctx), contact));
    ctx.status = 201;
    ctx.body = { data: { reference, status_url: `${appUrl}/r/status/${reference}` } };
  });
  routes.get('/requests/:reference', async (ctx) => {
    ctx.body = { data: await door.progress(ctx) };
  });
}

/** What pages of any other host may ask: without cookies, and nothing of it is kept. */
export function openToAll(ctx: RouterContext, methods: readonly string[]): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cache-Control', 'no-store');
  if (ctx.method !== 'OPTIONS') return;
  ctx.set('Access-Control-Allow-Methods', methods.join(', '));
  ctx.set('Access-Control-Allow-Headers', 'Accept-Language, Content-Type');
}
