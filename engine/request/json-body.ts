/** Reads the JSON body of a request: the one place that turns bytes into a value. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Failure } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { Unusable } from './body-errors.ts';
import { checkShape, longestNumber, lostNumbers } from './json-shape.ts';

/** What a PATCH may call its body as well: it changes the fields that it names, null where there is no value (RFC 7396). */
export const mergePatch = 'application/merge-patch+json';

/** For the header of that name (RFC 5789). */
export const acceptPatch = `application/json, ${mergePatch}`;

const parserOptions: bodyParser.Options = {
  // As text: what is in it is looked at before it is parsed.
  enableTypes: ['text'],
  extendTypes: { text: ['application/json', mergePatch] },
  textLimit: '1mb',
  onerror: (error) => {
    throw bodyFailure(error);
  },
};
const parse = bodyParser(parserOptions);

/**
 * The parsed body, or undefined where the request has none.
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
    // What was packed and holds nothing is no JSON; else it was sent in chunks, of which there were none.
    if (ctx.get('Content-Encoding') !== '') throw new Failure('malformed_json');
    return undefined;
  }
  // What bytes that are no UTF-8 were read as: what was sent is lost already.
  if (rawBody.includes('\uFFFD')) throw new Failure('malformed_json', { message: say(brokenUtf8) });
  checkShape(rawBody);
  return parseJson(rawBody);
}

/** All that is JSON: the reader of the fields refuses a text or a number as a body. */
function parseJson(text: string): unknown {
  try {
    // A key `__proto__` becomes a plain property, and is refused by name as any other unknown field.
    return parseExactly(text);
  } catch (error) {
    throw new Failure('malformed_json', { cause: error });
  }
}

/**
 * Parses a JSON text, in which an `Unusable` stands for every number that is too long or would be another one once it is
 * parsed.
 *
 * @throws SyntaxError for what is no JSON
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
  // A text that is nothing but a number is refused as a whole.
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
