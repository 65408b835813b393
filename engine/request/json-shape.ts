/**
 * How deep and how wide a JSON text is, and which of its numbers would be rounded, found without parsing it: a megabyte of it may hold a hundred thousand keys, and each
 * would be parsed, looked up, refused and told.
 */
import { Failure } from '../failure.ts';
import { invalidBody } from '../json-object.ts';
import { type Message, say } from '../message.ts';

/** Deepest nesting of arrays and objects. Every walk through a body recurses: a hundred thousand levels would end the stack. */
const maxDepth = 32;
/** Most characters of a key, as it is written. */
const longestKey = 255;
/** Most keys of one object, and most of all objects together: a batch has many. */
const [mostKeys, mostKeysInAll] = [200, 10_000];
/** Most values of all arrays together. How many a field takes is for its definition to say. */
const maxValuesInAll = 10_000;

const [quoteMark, comma, colon, openArray, backslash, closeArray, openObject, closeObject] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

/**
 * Looks at a text that is meant to be JSON; whether it is, is for the parser to say.
 * @throws Failure `payload_too_large` (413) that says of what there is too much; `validation_failed` (422) on `body` for
 *   one nested too deep
 */
export function checkShape(text: string): void {
  /** Keys so far of each object that is open; null for an array. */
  const open: (number | null)[] = [];
  let keys = 0;
  let values = 0;
  /** Of the text that was the last, without its quotation marks: in front of a colon it is a key. */
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
        // One less than there are values: an array of one has none, and cannot be long.
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

/** Where the text that begins here ends, or the last character of all. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    // An odd number of backslashes makes the quotation mark part of the text.
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

/** What any number must have to lose something: up to 15 digits and two of an exponent all survive. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/;
const wholeNumberSchema = /-?[\d.eE+-]+/y;
const numberGrammar = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Most characters of a number. The longest that a parser of JSON writes has 25. */
export const longestNumber = 64;

/** Where a number stands that cannot be taken as it was sent. */
interface LostNumber {
  readonly start: number;
  readonly end: number;
  /** Whether it has more characters than `longestNumber`; else it would be another number once it is parsed. */
  readonly long: boolean;
}

/** The numbers that are too long, and those that have more digits than a number keeps. */
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
    // What is no number, however long, is for the parser to refuse.
    const long = number.length > longestNumber;
    if (long ? numberGrammar.test(number) : !survives(number)) lost.push({ start: at, end, long });
    at = end - 1;
  }
  return lost;
}

/** Whether a number is still the one that was written once it is parsed. What is no number is for the parser to refuse. */
function survives(written: string): boolean {
  const sent = digitsOf(written);
  return sent === null || sent === digitsOf(String(Number(written)));
}

/** The digits of a number and where its point is, in one form for all ways to write it. */
function digitsOf(written: string): string | null {
  if (written === 'Infinity' || written === '-Infinity') return written;
  const [, units = '', decimals = '', exponent = '0'] = numberGrammar.exec(written) ?? [];
  if (units === '') return null;
  const digits = (units + decimals).replace(/^0+/, '');
  const significant = withoutZerosAtEnd(digits);
  if (significant === '') return '0';
  return `${significant}e${digits.length - decimals.length + Number(exponent)}`;
}

/** Not by `/0+$/`: that looks at `1000…0001` anew from each of its zeros. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
