/** Response headers that keep browsers from doing with our answers what they are not meant for. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Middleware } from 'koa';

/**
 * The middleware, to be put first, so that failures have them too.
 *
 * The policy fits JSON, which loads and frames nothing; a page served from here sets its own in its place. Nothing is
 * stored unless the answer says otherwise: the same address answers each person, and each moment, differently.
 */
export function createSecurityHeaders(): Middleware {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Not `no-referrer`: over plain http a browser sends no fetch metadata, and only the referer identifies a page of ours.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  return (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** What helmet would set on each answer. None of it depends on the request, so it is asked once. */
function headersOf(options: HelmetOptions): [string, string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return [...headers];
}
