/** Serves the console at `/console`: one page for any path below, and its assets. Request paths are never used as file paths. */
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { answerKept } from '../../../engine/describe/kept-answer.ts';
import { Failure } from '../../../engine/failure.ts';
import { once } from '../../../engine/memoize.ts';
import { pagePolicy } from '../page-policy.ts';
import { type Bundle, bundleConsole, type Drawn } from './bundle.ts';
import { installedNames } from './installed.ts';
import { consoleFolder, markOf, remakeOnChange } from './sources.ts';

/** Trusted types: no text can become markup or script, except the address of the service worker. */
const policy = pagePolicy(
  "manifest-src 'self'",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types worker',
);

/** Set by the console. */
const languageCookie = 'millwright.language';

/** The first request of a page, after its own address. Set by the console. */
const aheadCookie = 'millwright.ahead';
/** A path below the API, without characters that could end an attribute. */
const aheadPattern = /^\/\w[\w/?&=%,.:;*+[\]~!-]{1,3000}$/;

const assetsPath = '/console/assets/';

/** Whether a path is one of the console's files, which are the same for everyone and served from memory. */
export const isAsset = (path: string): boolean => path.startsWith(assetsPath);

/** The lifetime of files that never change under their name: a year (RFC 9111 has no unlimited one). */
const forever = 'public, max-age=31536000, immutable';

interface Console {
  /**
   * Compiles it, so that the first visitor need not wait. Errors are logged, and every request is answered with 503. In
   * development the service restarts with every change of a definition, so the console is compiled when a page is requested.
   */
  prepare(): Promise<void>;
}

interface ConsoleParts {
  /** The settings. */
  readonly appName: string;
  readonly appUrl: string;
  /** Whether open pages reload after a change of the sources. */
  readonly development: boolean;
  readonly log: Logger;
  /** The cookie by which the console knows whether the user may be signed in. */
  readonly tokenCookie: string;
}

/**
 * Adds the console's routes. It is compiled on the first request, or when prepared; in development again after each change of its
 * sources.
 */
export function addConsole(
  router: Router,
  { appName, appUrl, development, log, tokenCookie }: ConsoleParts,
): Console {
  const root = new URL(appUrl).pathname.replace(/\/$/, '');
  const make = async () => {
    try {
      return await bundleConsole({ root, name: appName, token: tokenCookie }, development);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(`The console could not be made; the service runs without it. ${reason}`);
      return null;
    }
  };
  const load = development ? remakeOnChange(() => markOf(consoleFolder), make) : once(make);
  router.get(`${assetsPath}:name`, async (ctx) => {
    const bundle = await load();
    if (!bundle) return refuse(ctx);
    await answerAsset(ctx, bundle, ctx.params.name ?? '');
  });
  for (const name of installedNames) {
    router.get(`/console/${name}`, async (ctx) => {
      const bundle = await load();
      if (!bundle) return refuse(ctx);
      await answerInstalled(ctx, bundle, name, root);
    });
  }
  router.get('/console{/*path}', async (ctx) => {
    const bundle = await load();
    if (!bundle) return refuse(ctx);
    ctx.set('Content-Security-Policy', policy);
    ctx.vary('Accept-Language');
    const asksWho = (ctx.cookies.get(tokenCookie) ?? '') !== '';
    const [language, ahead] = [languageOf(ctx, bundle), aheadOf(ctx, root)];
    const drawn = asksWho ? drawnAt(ctx.path) : 'signIn';
    const page = bundle.page({ language, asksWho, drawn, ahead });
    await answerKept(ctx, page, { type: 'text/html', shared: false });
  });
  return {
    prepare: async () => {
      if (!development) await load();
    },
  };
}

/** The language of the last signed-in user, as stored by the console; else that of the browser. */
function languageOf(ctx: Context, { languages }: Bundle): string {
  const [kept] = (ctx.cookies.get(languageCookie) ?? '').split('-');
  return languages.find((one) => one === kept) ?? (ctx.acceptsLanguages([...languages]) || 'en');
}

/** What renders the page of an address. `console/frame/inside/signed-in.tsx` decides the same. */
function drawnAt(path: string): Drawn {
  if (/^\/console\/?$/.test(path)) return 'overview';
  return /^\/console\/[^/]+\/\d+$/.test(path) ? 'row' : 'list';
}

/** The first request when this address was last opened; null if unknown. */
function aheadOf(ctx: Context, root: string): string | null {
  const [place, path = ''] = decoded(ctx.cookies.get(aheadCookie) ?? '').split(' ');
  return place === `${root}${ctx.path}${ctx.search}` && aheadPattern.test(path) && !path.includes('..')
    ? path
    : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * An asset of another version is a 404: the page then shows that there is a newer version. No shared cache stores the 404, since
 * the next start may have the asset again.
 *
 * @throws Failure `not_found`
 */
async function answerAsset(ctx: Context, { assets }: Bundle, name: string): Promise<void> {
  const asset = assets.get(name);
  if (!asset) throw new Failure('not_found');
  await answerKept(ctx, asset.content, { type: asset.type, shared: true });
  ctx.set('Cache-Control', forever);
}

/**
 * It requests only files of the service, and is also valid for the page without a path (Service Workers, 7.6.2).
 *
 * @throws Failure `not_found`
 */
async function answerInstalled(
  ctx: Context,
  { installed }: Bundle,
  name: string,
  root: string,
): Promise<void> {
  const file = installed.get(name);
  if (!file) throw new Failure('not_found');
  await answerKept(ctx, file.content, { type: file.type, shared: true });
  if (name !== 'sw.js') return;
  ctx.set('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
  ctx.set('Service-Worker-Allowed', `${root}/console`);
}

function refuse(ctx: Context): void {
  ctx.status = 503;
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = 'The console could not be made; the log of the service says why.\n';
}
