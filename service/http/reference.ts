/** Serves the reference page at `/docs`: Swagger UI from its npm package and a few files of ours, all from this host. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type Router from '@koa/router';
import type { Context } from 'koa';

const own = path.join(import.meta.dirname, 'reference');
const swaggerUi = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** What there is, and nothing else: no path of a request ever becomes a path of the disk. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '': [path.join(own, 'page.html'), 'text/html'],
  '/page.css': [path.join(own, 'page.css'), 'text/css'],
  '/reference.js': [path.join(own, 'reference.js'), 'text/javascript'],
  '/requests.js': [path.join(own, 'requests.js'), 'text/javascript'],
  '/sign-in.js': [path.join(own, 'sign-in.js'), 'text/javascript'],
  '/swagger-ui.css': [path.join(swaggerUi, 'swagger-ui.css'), 'text/css'],
  '/swagger-ui-bundle.js': [path.join(swaggerUi, 'swagger-ui-bundle.js'), 'text/javascript'],
};

/** Nothing from another host, nothing inline; `data:` for the small pictures in Swagger UI's style sheet. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Adds `/docs` with what it needs, and leads `/` there. */
export function addReference(router: Router): void {
  router.get('/', (ctx) => lead(ctx, 'docs'));
  router.get('/docs/', (ctx) => lead(ctx, '../docs'));
  for (const [name, [file, type]] of Object.entries(files)) {
    const load = once(() => readAsset(file));
    router.get(`/docs${name}`, async (ctx) => answer(ctx, await load(), type));
  }
}

/** A relative address also holds where a proxy puts the service under a path. */
function lead(ctx: Context, address: string): void {
  ctx.status = 302;
  ctx.set('Location', address);
}

interface Asset {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly digest: string;
}

async function readAsset(file: string): Promise<Asset> {
  const plain = await readFile(file);
  const digest = hash('sha256', plain, 'base64url').slice(0, 22);
  return { plain, zipped: await promisify(gzip)(plain), digest };
}

function answer(ctx: Context, { plain, zipped, digest }: Asset, type: string): void {
  const small = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  ctx.status = 200;
  ctx.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    ETag: `"${digest}${small ? '-gzip' : ''}"`,
    Vary: 'Accept-Encoding',
  });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = `${type}; charset=utf-8`;
  if (small) ctx.set('Content-Encoding', 'gzip');
  ctx.body = small ? zipped : plain;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
