/**
 * Measures depth and size of a JSON text, and finds numbers that would be rounded, without parsing it. A megabyte of JSON may
 * have a hundred thousand keys, each of which would be parsed, looked up, refused and reported.
 */
import { Failure } from '../failure.ts';
import { invalidBody } from '../json-object.ts';
import { type Message, say } from '../message.ts';

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
 * Examines a text that should be JSON; the parser decides whether it is.
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
export const longestNumber = 64;

/** The position of a number that cannot be read exactly. */
interface LostNumber {
  readonly start: number;
  readonly end: number;
  /** Whether it is longer than `longestNumber`; otherwise parsing it would change its value. */
  readonly long: boolean;
}

/** Numbers that are too long, and those with more digits than a number can store. */
export function lostNumbers(text: string): LostNumber[] {
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
