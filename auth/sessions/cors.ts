/** Cross-origin access for the one front end, on the paths that it calls. */
import createKoaCors from '@koa/cors';
import type { Middleware } from 'koa';

/**
 * The middleware. Any other origin gets no CORS header, so that a browser keeps our answers from its pages;
 * `Vary: Origin` is on every answer of these paths, so that no cache gives one origin what was meant for another.
 * @param frontendUrl the origin, compared as a whole
 */
export function createCors(frontendUrl: string): Middleware {
  const cors = createKoaCors({
    origin: (ctx) => (ctx.get('Origin') === frontendUrl ? frontendUrl : ''),
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Accept',
      'Content-Type',
      'X-Requested-With',
      'X-XSRF-TOKEN',
      'X-Request-Id',
      'X-Actor',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'Prefer',
      'Range',
      'If-Range',
    ],
    exposeHeaders: [
      'ETag',
      'Location',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
      'Preference-Applied',
      'Idempotent-Replayed',
      'Content-Disposition',
      'Content-Range',
      'Accept-Ranges',
    ],
    maxAge: 600,
  });
  return async (ctx, next) =>
    ctx.path.startsWith('/api/') || ctx.path === '/spa/csrf-cookie' ? cors(ctx, next) : next();
}
