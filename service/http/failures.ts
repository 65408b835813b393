/** The only place that catches errors of requests: it answers them by the table of failures. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { faultOf } from '../../engine/database/fault.ts';
import { Failure } from '../../engine/failure.ts';
import { languageOf, spokenLanguages } from '../../engine/message.ts';
import { setHeaders } from '../../engine/serve/quota.ts';
import { hasLeft } from './request-time.ts';

/**
 * Answers failures in the language of the user, else of the request. An error that is no Failure reveals nothing to the client;
 * the log stores it with the request's id.
 */
export function answerFailures(log: Pick<Logger, 'error'>, defaultLocale: string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = asFailure(error);
      // A client that has left gets no answer, and this is no failure.
      if (failure.status >= 500 && !hasLeft(ctx.res))
        log.error({ err: error, requestId: ctx.state.requestId }, 'A request failed.');
      ctx.status = failure.status;
      setHeaders(ctx, failure.headers);
      answer(ctx, failure, localeOf(ctx, defaultLocale));
    }
  };
}

const [plain, problem] = ['application/json', 'application/problem+json'];

/** JSON, or a problem of RFC 9457 for clients that prefer it. Clients that accept neither get JSON. */
function answer(ctx: Context, failure: Failure, locale: string): void {
  const isProblem = ctx.accepts(plain, problem) === problem;
  ctx.body = isProblem ? failure.toProblem(locale) : failure.toBody(locale);
  ctx.type = `${isProblem ? problem : plain}; charset=utf-8`;
  ctx.set('Content-Language', languageOf(locale));
  ctx.vary('Accept, Accept-Language, Cookie');
}

/** Error codes of an answer whose client has left. */
const left = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/**
 * Logs errors of an answer that has already started, such as a list sent as CSV: the connection is closed, so that the client
 * notices. It is no error if the client closed it, or if the reader has lost the permission.
 */
export function reportBrokenAnswers(log: Pick<Logger, 'error'>): (error: Error, ctx?: Context) => void {
  return (error, ctx) => {
    if ('code' in error && left.has(String(error.code))) return;
    if (asFailure(error).status < 500) return;
    log.error({ err: error, requestId: ctx?.state.requestId }, 'An answer broke off.');
  };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const fault = faultOf(error);
  if (fault?.kind === 'unavailable' || fault?.kind === 'contention') {
    return new Failure('unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  return new Failure('internal', { cause: error });
}

function localeOf(ctx: Context, defaultLocale: string): string {
  const { locale } = ctx.state;
  if (typeof locale === 'string') return locale;
  return ctx.acceptsLanguages(spokenLanguages()) || defaultLocale;
}
