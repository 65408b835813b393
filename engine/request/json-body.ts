/** Reads the JSON body of a request: the only place that parses it. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Failure } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { Unusable } from './body-errors.ts';
import { checkShape, longestNumber, lostNumbers } from './json-shape.ts';

/** The alternative media type of a PATCH: it changes the fields that it contains; null removes a value (RFC 7396). */
export const mergePatch = 'application/merge-patch+json';

/** For the header of that name (RFC 5789). */
export const acceptPatch = `application/json, ${mergePatch}`;

const parserOptions: bodyParser.Options = {
  // As text: it is examined before it is parsed.
  enableTypes: ['text'],
  extendTypes: { text: ['application/json', mergePatch] },
  textLimit: '1mb',
  onerror: (error) => {
    throw bodyFailure(error);
  },
};
const parse = bodyParser(parserOptions);

/**
 * Returns the parsed body, or undefined if the request has none.
 *
 * @throws Failure `unsupported_media_type` (415), `payload_too_large` (413) also for one of too many keys or values,
 *   `malformed_json` (400), `validation_failed` (422) on `body` for one nested too deep
 */
export async function readJsonBody(ctx: Context): Promise<unknown> {
  if (ctx.is() === null || ctx.request.length === 0) return undefined;
  const isPatch = ctx.method === 'PATCH';
  if (!ctx.is('application/json', ...(isPatch ? [mergePatch] : []))) {
    throw new Failure('unsupported_media_type', {
      ...(isPatch && { headers: { 'Accept-Patch': acceptPatch } }),
    });
  }
  if (!/^(utf-?8)?$/i.test(ctx.request.charset))
    throw new Failure('unsupported_media_type', { message: say(notUtf8) });
  await parse(ctx, async () => {});
  const { rawBody } = ctx.request;
  if (typeof rawBody !== 'string' || rawBody === '') {
    // An empty compressed body is no JSON; otherwise it was sent with chunked encoding, without chunks.
    if (ctx.get('Content-Encoding') !== '') throw new Failure('malformed_json');
    return undefined;
  }
  // The replacement of bytes that are not UTF-8: the original text is lost.
  if (rawBody.includes('\uFFFD')) throw new Failure('malformed_json', { message: say(brokenUtf8) });
  checkShape(rawBody);
  return parseJson(rawBody);
}

/** Any JSON value: the reader of the fields refuses a text or a number as a body. */
function parseJson(text: string): unknown {
  try {
    // A key `__proto__` becomes a plain property, and is refused by name like any other unknown field.
    return parseExactly(text);
  } catch (error) {
    throw new Failure('malformed_json', { cause: error });
  }
}

/**
 * Parses a JSON text. Numbers that are too long or would lose digits become an `Unusable`.
 *
 * @throws SyntaxError for invalid JSON
 */
export function parseExactly(text: string): unknown {
  const lost = lostNumbers(text);
  if (lost.length === 0) return JSON.parse(text);
  // Texts that no client can have sent.
  const marks = { exact: crypto.randomUUID(), long: crypto.randomUUID() };
  let marked = '';
  let from = 0;
  for (const { start, end, long } of lost) {
    marked += `${text.slice(from, start)}"${long ? marks.long : marks.exact}"`;
    from = end;
  }
  const reasons = new Map<unknown, Message>([
    [marks.exact, tooExact],
    [marks.long, say(tooLong, { limit: longestNumber })],
  ]);
  const parsed: unknown = JSON.parse(marked + text.slice(from), (_key, value) => {
    const reason = reasons.get(value);
    return reason ? new Unusable(reason) : value;
  });
  // A text that is only a number is refused as a whole.
  return parsed instanceof Unusable ? 0 : parsed;
}

const tooExact = say('The {field} has more digits than can be kept exactly.');
const tooLong = say('The {field} is a number of more than {limit} characters.');
const notUtf8 = say('The body is in a character set or encoding that is not supported: send UTF-8.');
const brokenUtf8 = say('The body has bytes that are not UTF-8.');

function bodyFailure(error: Error & { status?: number; type?: string }): Failure {
  if (error.status === 413) return new Failure('payload_too_large', { cause: error });
  if (error.status === 415) {
    return new Failure('unsupported_media_type', { message: say(notUtf8), cause: error });
  }
  return new Failure('malformed_json', { cause: error });
}
