/** Reads the JSON body of a request: the only place that parses it. */
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Failure } from '../failure.ts';
import { invalidBody } from '../json-object.ts';
import { type Message, say } from '../message.ts';
import { Unusable } from './body-errors.ts';

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

/**
 * The maximum nesting of arrays and objects. Functions that walk through a body are recursive: a hundred thousand levels would
 * overflow the stack.
 */
const maxDepth = 32;
/** The maximum length of a key, as written. */
const longestKey = 255;
/** The maximum number of keys of one object, and of all objects together: a batch has many. */
const [mostKeys, mostKeysInAll] = [200, 10_000];
/** The maximum number of values of all arrays together. Definitions limit single fields. */
const maxValuesInAll = 10_000;

const [quoteMark, comma, colon, openArray, backslash, closeArray, openObject, closeObject] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

/**
 * Examines a text that should be JSON, without parsing it; the parser decides whether it is. A megabyte may have a hundred
 * thousand keys, each of which would be parsed, looked up, refused and reported.
 * @throws Failure `payload_too_large` (413) that names the exceeded limit; `validation_failed` (422) on `body` for one
 *   nested too deep
 */
export function checkShape(text: string): void {
  /** The number of keys so far of each open object; null for an array. */
  const open: (number | null)[] = [];
  let keys = 0;
  let values = 0;
  /** The length of the last text, without its quotation marks: before a colon it is a key. */
  let lengthBefore = 0;
  const countValue = () => {
    values += 1;
    if (values > maxValuesInAll) throw tooMuch(tooManyValues, maxValuesInAll);
  };
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quoteMark: {
        const end = endOfText(text, at);
        lengthBefore = end - at - 1;
        at = end;
        break;
      }
      case openArray:
      case openObject:
        if (open.length === maxDepth) throw invalidBody(say(tooDeep, { limit: maxDepth }));
        open.push(text.charCodeAt(at) === openObject ? 0 : null);
        break;
      case closeArray:
      case closeObject:
        open.pop();
        break;
      case comma:
        // Commas are one less than values: an array with one value has none, and cannot be long.
        if (open.at(-1) === null) countValue();
        break;
      case colon: {
        const own = (open.pop() ?? 0) + 1;
        open.push(own);
        keys += 1;
        if (lengthBefore > longestKey) throw tooMuch(tooLongKey, longestKey);
        if (own > mostKeys) throw tooMuch(tooManyKeys, mostKeys);
        if (keys > mostKeysInAll) throw tooMuch(tooManyKeysInAll, mostKeysInAll);
      }
    }
  }
}

/** The end of the text that starts here, or the last character of all. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // After an odd number of backslashes, the quotation mark is part of the text.
    if ((end - before) % 2 === 1) return end;
  }
  return text.length - 1;
}

function tooMuch(text: Message, limit: number): Failure {
  return new Failure('payload_too_large', { message: say(text, { limit }) });
}

const tooDeep = say('The body is nested more than {limit} levels deep.');
const tooLongKey = say('A key in the body has more than {limit} characters.');
const tooManyKeys = say('An object in the body has more than {limit} keys.');
const tooManyKeysInAll = say('The objects in the body have more than {limit} keys in all.');
const tooManyValues = say('The arrays in the body have more than {limit} values in all.');

/** A necessary property of any number that loses digits: numbers with up to 15 digits and two exponent digits never do. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/;
const wholeNumberSchema = /-?[\d.eE+-]+/y;
const numberGrammar = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The maximum length of a number. The longest one that a JSON serializer writes has 25 characters. */
const longestNumber = 64;

/** The position of a number that cannot be read exactly. */
interface LostNumber {
  readonly start: number;
  readonly end: number;
  /** Whether it is longer than `longestNumber`; otherwise parsing it would change its value. */
  readonly long: boolean;
}

/** Numbers that are too long, and those with more digits than a number can store. */
function lostNumbers(text: string): LostNumber[] {
  if (!suspicious.test(text)) return [];
  const lost: LostNumber[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') {
      at = endOfText(text, at);
      continue;
    }
    wholeNumberSchema.lastIndex = at;
    const [number] = wholeNumberSchema.exec(text) ?? [];
    if (number === undefined) continue;
    const end = at + number.length;
    // The parser refuses invalid numbers of any length.
    const long = number.length > longestNumber;
    if (long ? numberGrammar.test(number) : !survives(number)) lost.push({ start: at, end, long });
    at = end - 1;
  }
  return lost;
}

/** Whether a parsed number still has the written value. The parser refuses invalid numbers. */
function survives(written: string): boolean {
  const sent = digitsOf(written);
  return sent === null || sent === digitsOf(String(Number(written)));
}

/** The digits of a number and the position of its point, in one form for all notations. */
function digitsOf(written: string): string | null {
  if (written === 'Infinity' || written === '-Infinity') return written;
  const [, units = '', decimals = '', exponent = '0'] = numberGrammar.exec(written) ?? [];
  if (units === '') return null;
  const digits = (units + decimals).replace(/^0+/, '');
  const significant = withoutZerosAtEnd(digits);
  if (significant === '') return '0';
  return `${significant}e${digits.length - decimals.length + Number(exponent)}`;
}

/** Not by `/0+$/`: it would restart at each zero of `1000…0001`. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
