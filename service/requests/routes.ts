/**
 * The public part for people without an account: they see the subject of a request point, send requests, and follow their
 * progress.
 */
import type { RouterContext } from '@koa/router';
import type { Auth, VisitorThrottle } from '../../auth/index.ts';
import { Failure } from '../../engine/failure.ts';
import { askKeep } from '../../engine/features/files/attach.ts';
import { say } from '../../engine/message.ts';
import { resourceAt } from '../../engine/model/resource.ts';
import { readJsonBody } from '../../engine/request/json-body.ts';
import type { Engine } from '../../engine/serve/engine.ts';
import { readSent, type Sent } from './body.ts';
import { keepRequest, type Outcome } from './keep.ts';
import { createFormReader, forgetPhotos, type Photo, type PhotoParts, type SentForm } from './photos.ts';
import { filesPath, findPoint, findProgress, keepsPhotos, type Point, type Progress } from './places.ts';

export interface DoorParts extends Pick<PhotoParts, 'multipart'> {
  readonly engine: Engine;
  readonly auth: Pick<Auth, 'systemActor'>;
  readonly throttle: VisitorThrottle;
  /** Whether it is enabled. */
  readonly open: boolean;
  readonly appUrl: string;
  /** Called with the result of each request. */
  report(outcome: Outcome | 'limited' | 'refused'): void;
}

/** The public functions, shared by the JSON answers and the pages. */
export interface Door {
  /** @throws Failure `rate_limited`, `not_found` */
  point(ctx: RouterContext): Promise<Point>;
  progress(ctx: RouterContext): Promise<Progress>;
  /**
   * @param read reads the request, once the point is known; `form` for a form with photos
   * @returns its reference
   */
  send(
    ctx: RouterContext,
    read: (point: Point, form: () => Promise<SentForm>) => Promise<Sent>,
  ): Promise<string>;
}

export function createDoor({ engine, auth, throttle, open, report, multipart }: DoorParts): Door {
  const { db, files } = engine;
  const readForm = createFormReader({
    ...{ multipart, files },
    askKeep: (one, signal) => askKeep(engine, resourceAt(engine.registry, filesPath), one, signal),
  });
  const pointOf = async (ctx: RouterContext): Promise<Point | null> => {
    const point = await findPoint(db, token(ctx));
    return point && { ...point, photos: point.photos && keepsPhotos(engine.registry) };
  };
  /** The same answer for every problem. */
  const found = <T>(one: T | null): T => {
    if (one === null || !open) throw new Failure('not_found');
    return one;
  };
  const token = ({ params }: RouterContext) => String(params.token);
  const send = async (ctx: RouterContext, read: Parameters<Door['send']>[1], photos: Photo[]) => {
    const point = await pointOf(ctx);
    // Guesses are counted like reads.
    if (!point || !open) await throttle.look(ctx.ip);
    const { id } = found(point);
    const sent = await read(found(point), async () => {
      await throttle.upload(ctx.ip, id);
      return readForm(ctx, found(point), throttle.key(ctx.ip), photos);
    });
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
      photos,
    );
    if (outcome === 'kept') photos.length = 0;
    engine.written();
    report(outcome);
    return reference;
  };
  return {
    point: async (ctx) => {
      await throttle.look(ctx.ip);
      return found(await pointOf(ctx));
    },
    progress: async (ctx) => {
      await throttle.look(ctx.ip);
      return found(await findProgress(db, String(ctx.params.reference)));
    },
    send: async (ctx, read) => {
      // Photos without a request.
      const photos: Photo[] = [];
      try {
        return await send(ctx, read, photos);
      } catch (error) {
        if (error instanceof Failure) report(error.code === 'rate_limited' ? 'limited' : 'refused');
        throw error;
      } finally {
        await forgetPhotos(files.store, photos);
      }
    },
  };
}

/** Where routes without a session are added. */
export interface PublicPlaces {
  get(path: string, handle: (ctx: RouterContext) => Promise<void>): void;
  post(path: string, handle: (ctx: RouterContext) => Promise<void>): void;
}

const twoTypes = say('Send the body as application/json or multipart/form-data.');

/** Adds the JSON answers. @param routes below `/api/v1/public` */
export function addDoorRoutes(routes: PublicPlaces, door: Door, appUrl: string): void {
  routes.get('/request-points/:token', async (ctx) => {
    const { site, place, hint, contact, photos } = await door.point(ctx);
    ctx.body = { data: { site: { name: site }, place: { name: place }, hint, contact, photos } };
  });
  routes.post('/request-points/:token/requests', async (ctx) => {
    const reference = await door.send(ctx, async ({ contact }, form) => {
      if (ctx.is('application/json', 'multipart/form-data') === false)
        throw new Failure('unsupported_media_type', { message: twoTypes });
      if (!ctx.is('multipart/form-data')) return readSent(await readJsonBody(ctx), contact);
      const { fields, errors } = await form();
      return readSent(fields, contact, errors);
    });
    ctx.status = 201;
    ctx.body = { data: { reference, status_url: `${appUrl}/r/status/${reference}` } };
  });
  routes.get('/requests/:reference', async (ctx) => {
    ctx.body = { data: await door.progress(ctx) };
  });
}

/** Pages of any other host may send requests: without cookies, and answers are not cached. */
export function openToAll(ctx: RouterContext, methods: readonly string[]): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
  ctx.set('Cache-Control', 'no-store');
  if (ctx.method !== 'OPTIONS') return;
  ctx.set('Access-Control-Allow-Methods', methods.join(', '));
  ctx.set('Access-Control-Allow-Headers', 'Accept-Language, Content-Type');
}
