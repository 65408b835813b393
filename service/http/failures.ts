/** The one place that catches: turns whatever is thrown into the answer of the error table. */
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { faultOf } from '../../engine/database/fault.ts';
import { Failure } from '../../engine/failure.ts';
import { languageOf, spokenLanguages } from '../../engine/message.ts';
import { setHeaders } from '../../engine/serve/quota.ts';
import { hasLeft } from './request-time.ts';

/**
 * Answers failures in the language of the user, else of the request. An error that is no Failure tells the
 * client nothing; the log keeps it under the request's id.
 */
export function answerFailures(log: Pick<Logger, 'error'>, defaultLocale: string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const failure = asFailure(error);
      // Whoever has left is told nothing, and that they have is no failure.
      if (failure.status >= 500 && !hasLeft(ctx.res))
        log.error({ err: error, requestId: ctx.state.requestId }, 'A request failed.');
      ctx.status = failure.status;
      setHeaders(ctx, failure.headers);
      answer(ctx, failure, localeOf(ctx, defaultLocale));
    }
  };
}

const [plain, problem] = ['application/json', 'application/problem+json'];

/** JSON, or a problem of RFC 9457 for whoever would rather have one. Whoever takes neither gets JSON. */
function answer(ctx: Context, failure: Failure, locale: string): void {
  const isProblem = ctx.accepts(plain, problem) === problem;
  ctx.body = isProblem ? failure.toProblem(locale) : failure.toBody(locale);
  ctx.type = `${isProblem ? problem : plain}; charset=utf-8`;
  ctx.set('Content-Language', languageOf(locale));
  ctx.vary('Accept, Accept-Language, Cookie');
}

/** Codes of an answer that nobody waits for any more. */
const left = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/**
 * Logs what breaks once an answer is on its way, as a list sent as CSV: the connection is cut, so that the client knows.
 * It is no error where the client itself has cut it, or where its reader may not have the rest any more.
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
