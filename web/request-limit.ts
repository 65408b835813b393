/** Limits on what a request may be, before anything is read from it. */
import type { Middleware } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure, invalid } from '../engine/failure.ts';
import { say } from '../engine/message.ts';

/** Most parameters in a query string. Beyond a thousand the parser would leave the rest out in silence. */
const mostParameters = 200;

const tooMany = {
  en: 'There are more than {limit} parameters in the query.',
  fr: 'Il y a plus de {limit} paramètres dans la requête.',
};

/** @throws Failure `malformed_request` for a request that does not say which host it is for (RFC 9112, 3.2) */
export function requireHost(): Middleware {
  return (ctx, next) => {
    if (ctx.req.headers.host === undefined && ctx.req.httpVersion === '1.1')
      throw new Failure('malformed_request');
    return next();
  };
}

/** @throws Failure `validation_failed` for a query string with too many parameters */
export function limitQuery(): Middleware {
  return (ctx, next) => {
    const parameters = ctx.querystring === '' ? 0 : ctx.querystring.split('&').length;
    if (parameters > mostParameters) throw invalid({ query: [say(tooMany, { limit: mostParameters })] });
    return next();
  };
}

/**
 * Lets an address make so many requests a minute, counted by this node alone: it protects the node, while
 * guessing at passwords is limited elsewhere, on all nodes together.
 *
 * @param perMinute 0 for no limit
 * @throws Failure `rate_limited` with `Retry-After`
 */
export function limitRequests(perMinute: number): Middleware {
  if (perMinute === 0) return (_ctx, next) => next();
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (ctx, next) => {
    try {
      await limiter.consume(ctx.ip);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new Failure('rate_limited', { headers: { 'Retry-After': String(seconds) } });
    }
    await next();
  };
}
