/** Response headers that keep browsers from doing with our answers what they are not meant for. */
import type { Middleware } from 'koa';
import createHelmet from 'koa-helmet';

/**
 * The middleware, to be put first, so that failures have them too.
 *
 * The policy fits JSON, which loads and frames nothing; a page served from here sets its own in its place. Answers
 * of the API are not stored unless whoever answers says otherwise: the same address answers each person differently.
 */
export function createSecurityHeaders(): Middleware {
  const helmet = createHelmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Not `no-referrer`: over plain http a browser sends no fetch metadata, and the referer alone tells a page of ours.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  return async (ctx, next) => {
    if (/^\/(?:api|spa)(?:\/|$)/.test(ctx.path)) ctx.set('Cache-Control', 'no-store');
    return helmet(ctx, next);
  };
}
