/** Serves the reference page at `/docs`: Swagger UI from its npm package and a few files of ours, all from this host. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { answerKept, keepAnswer } from '../../engine/describe/kept-answer.ts';
import { once } from '../../engine/memoize.ts';
import { fillHtml } from '../project/html.ts';
import { pagePolicy } from './page-policy.ts';

const own = path.join(import.meta.dirname, 'reference');
const swaggerUi = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** A fixed list: request paths are never used as file paths. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '': [path.join(own, 'page.html'), 'text/html'],
  '/page.css': [path.join(own, 'page.css'), 'text/css'],
  '/reference.js': [path.join(own, 'reference.js'), 'text/javascript'],
  '/requests.js': [path.join(own, 'requests.js'), 'text/javascript'],
  '/sign-in.js': [path.join(own, 'sign-in.js'), 'text/javascript'],
  '/swagger-ui.css': [path.join(swaggerUi, 'swagger-ui.css'), 'text/css'],
  '/swagger-ui-bundle.js': [path.join(swaggerUi, 'swagger-ui-bundle.js'), 'text/javascript'],
};

const policy = pagePolicy();

/** Adds `/docs` and its files. @param service its name, and that of the cookie with the CSRF token */
export function addReference(
  router: Router,
  service: { readonly name: string; readonly token: string },
): void {
  router.get('/docs/', (ctx) => lead(ctx, '../docs'));
  for (const [name, [file, type]] of Object.entries(files)) {
    const load = once(async () => {
      if (type !== 'text/html') return keepAnswer(await readFile(file));
      return keepAnswer(String(fillHtml(await readFile(file, 'utf8'), { ...service })));
    });
    router.get(`/docs${name}`, async (ctx) => {
      ctx.set('Content-Security-Policy', policy);
      await answerKept(ctx, await load(), { type, shared: true });
    });
  }
}

/** Redirects to another page. A relative address also works behind a proxy that serves the service at a path. */
export function lead(ctx: Context, address: string): void {
  ctx.status = 302;
  ctx.set('Location', address);
}
