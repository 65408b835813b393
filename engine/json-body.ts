/** Reads the JSON body of a request: the one place that turns bytes into a value. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Failure } from './failure.ts';
import { say } from './message.ts';

const parse = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '1mb',
  onerror: (error) => {
    throw bodyFailure(error);
  },
});

/**
 * The parsed body, or undefined where the request has none.
 *
 * @throws Failure `unsupported_media_type` (415), `payload_too_large` (413), `malformed_json` (400)
 */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  if (ctx.is() === null || ctx.request.length === 0) return undefined;
  if (!ctx.is('application/json')) throw new Failure('unsupported_media_type');
  await parse(ctx, async () => {});
  return ctx.request.body;
}

function bodyFailure(error: Error & { status?: number; type?: string }): Failure {
  if (error.status === 413) return new Failure('payload_too_large', { cause: error });
  if (error.status === 415) {
    return new Failure('unsupported_media_type', {
      message: say({
        en: 'The body is in a character set or encoding that is not supported: send UTF-8.',
        fr: 'Le corps est dans un jeu de caractères ou un encodage non pris en charge : envoyez de l’UTF-8.',
      }),
      cause: error,
    });
  }
  return new Failure('malformed_json', { cause: error });
}
