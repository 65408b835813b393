/** Serves the console at `/console`: one page, whatever the path below, and its assets. No path of a request becomes one of the disk. */
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { answerKept } from '../../../engine/describe/kept-answer.ts';
import { once } from '../../../engine/memoize.ts';
import { type Bundle, bundleConsole } from './bundle.ts';

/**
 * Nothing from another host, nothing inline, and no text that becomes markup or script. `data:` is for the picture of a
 * code that a second factor is set up with.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Seconds that a cache may keep what never changes under its name: a year (RFC 9111 has no end). */
const forever = 'public, max-age=31536000, immutable';

export interface Console {
  /** Makes it, so that the first visitor does not wait; what goes wrong is logged, and every request says 503. */
  prepare(): Promise<void>;
}

export interface ConsoleParts {
  /** The setting. */
  readonly appUrl: string;
  /** Whether open pages follow each change of the sources. */
  readonly development: boolean;
  readonly log: Logger;
}

/** Adds the console's routes. It is made when it is first asked for, or prepared. */
export function addConsole(router: Router, { appUrl, development, log }: ConsoleParts): Console {
  const root = new URL(appUrl).pathname.replace(/\/$/, '');
  const load = once(async () => {
    try {
      return await bundleConsole(root, development);
    } catch (error) {
      log.error({ err: error }, 'The console could not be made; the service runs without it.');
      return null;
    }
  });
  router.get('/console/assets/:name', async (ctx) => {
    const bundle = await load();
    if (!bundle) return refuse(ctx);
    answerAsset(ctx, bundle, ctx.params.name ?? '');
  });
  router.get('/console{/*path}', async (ctx) => {
    const bundle = await load();
    if (!bundle) return refuse(ctx);
    ctx.set('Content-Security-Policy', policy);
    answerKept(ctx, bundle.page, { type: 'text/html', shared: true });
  });
  return { prepare: async () => void (await load()) };
}

/** An asset of another version is a 404: the page that asks for it says that there is a newer one. */
function answerAsset(ctx: Context, { assets }: Bundle, name: string): void {
  const asset = assets.get(name);
  if (!asset) return;
  answerKept(ctx, asset.content, { type: asset.type, shared: true });
  ctx.set('Cache-Control', forever);
}

function refuse(ctx: Context): void {
  ctx.status = 503;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = 'The console could not be made; the log of the service says why.\n';
}
