/** A text. */

import { longTexts } from '../../database/dialect/content.ts';
import { say } from '../../message.ts';
import { tidyText } from '../../values.ts';
import { isEmail } from '../email.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { anything, text as aText, code, type Keys, whole, word, yes } from '../shape.ts';
import { type Offered, wordingKeys } from '../wording.ts';
import { type Ingredients, nullness, pick, type Scalar, type ValueSchema } from './scalar.ts';

interface TextOptions extends Common<string> {
  /** In characters (code points). Default: 255. */
  readonly max?: number;
  readonly min?: number;
  readonly format?: 'email' | 'timezone' | 'locale' | 'password';
  readonly pattern?: string;
  readonly caseless?: true;
  readonly multiline?: true;
  /** Values that it is known to have. */
  readonly offered?: Offered;
}

/** The length of a password in bytes. A character takes at most four bytes. */
export const passwordBytes = { min: 8, max: 72 } as const;

export function Text<const O extends TextOptions = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const given: TextOptions = options ?? {};
  const isPassword = given.format === 'password';
  const { max = isPassword ? passwordBytes.max : 255, min = isPassword ? passwordBytes.min / 4 : 1 } = given;
  const schema = {
    type: 'string',
    minLength: min,
    maxLength: max,
    ...keep(given, ['format', 'pattern', 'default']),
  };
  const facts = keep(given, ['default', ...wordingKeys, 'caseless', 'multiline', 'offered']);
  return make(schema, { kind: 'column', scalar: text, ...facts }, madeBy('Text', given));
}

/** The maximum number of characters of a text. */
export function lengthOf({ maxLength }: ValueSchema): number {
  return typeof maxLength === 'number' ? maxLength : 255;
}

/** Whether the column is a TEXT: with longer VARCHARs, a row outgrows a page of InnoDB. */
const isLong = (schema: ValueSchema): boolean => lengthOf(schema) > 512;
/** Whether the text does not fit into a TEXT either. */
const isVeryLong = (schema: ValueSchema): boolean => lengthOf(schema) > (longTexts.text ?? 0);

/** Texts with more characters are too long for a list. */
const mostInCell = 400;

/** The maximum number of characters that fit in a body. */
const mostCharacters = 1_000_000;
const textShape: Keys<TextOptions> = {
  ...{ ...wordingShape, max: whole(1, mostCharacters), min: whole(0, mostCharacters), pattern: aText },
  ...{ caseless: yes, multiline: yes, offered: code, default: anything },
  format: word('email', 'timezone', 'locale', 'password'),
};

export const text: Scalar<'text'> = {
  makers: { Text: textShape },
  type: 'text',
  store: String,
  show: String,
  counted: 'values',
  sorted: 'key',
  names: true,
  query: {
    title: 'Text',
    schema: { type: 'string', minLength: 1 },
    says: say('a text'),
    parse: (given, _values, lines) => tidyText(given, lines) || undefined,
  },
  column: {
    length: lengthOf,
    type: ({ schema, keyed }) => {
      if (keyed || !isLong(schema)) return `varchar(${lengthOf(schema)})`;
      return isVeryLong(schema) ? 'mediumtext' : 'text';
    },
    line: (of) => {
      const { name, schema, keyed } = of;
      const ending = nullness(of);
      if (keyed) return `sortedText(t, '${name}', ${lengthOf(schema)})${ending}`;
      if (isVeryLong(schema)) return `t.text('${name}', 'mediumtext')${ending}`;
      return `t.${isLong(schema) ? `text('${name}')` : `string('${name}', ${lengthOf(schema)})`}${ending}`;
    },
  },
  misfit: misfitOfText,
  isBrief: ({ maxLength = 0 }) => Number(maxLength) <= mostInCell,
  specimen: {
    right: rightText,
    wrong: ({ format, maxLength }) => [
      ...[3, true, [], {}, 'nul \0', '\ud800'],
      ...(wrongByFormat[String(format)] ?? []),
      '😀'.repeat(Number(maxLength) + 1),
    ],
  },
};

function misfitOfText(value: unknown, schema: ValueSchema): string | null {
  if (typeof value !== 'string') return 'is no text';
  const { length } = [...value];
  if (length < Number(schema.minLength)) return `is shorter than ${schema.minLength}`;
  if (length > Number(schema.maxLength)) return `is longer than ${schema.maxLength}`;
  if (schema.format === 'email' && !isEmail(value)) return 'is no e-mail address';
  const { pattern } = schema;
  // regexp-safe: it reads a value of the definition that it stands in.
  return typeof pattern === 'string' && isPattern(pattern) && !new RegExp(pattern, 'u').test(value)
    ? 'does not match its pattern'
    : null;
}

/** Whether a text is a regular expression that bodies can be checked against. */
export function isPattern(pattern: string): boolean {
  try {
    // regexp-safe: it reads nothing.
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Texts that are difficult for searches and sorts: case, accents, wildcards, quotes, other scripts, long characters. */
const hardWords = [
  ...['Élan', 'elan', 'Zebra', 'zebra', '50% off', 'a_b', 'back\\slash', 'O’Neil', '"quoted"', 'Straße'],
  ...['日本', '😀 smile'],
];
const timezones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC'];

const wrongByFormat: Readonly<Record<string, readonly unknown[]>> = {
  email: ['nobody', 'a b@c.test', 'a@b', 'a@b.test\u0001', 'a\u00AD@b.test', 'a@b\u200B.test'],
  timezone: ['Mars/Olympus', '+02:00'],
  locale: ['xx', 'EN'],
  password: ['short', 'x'.repeat(73)],
};

function rightText({ format, maxLength }: ValueSchema, given: Ingredients): string | undefined {
  const { mark, variant, serial, distinct, locales } = given;
  if (format === 'email') return `Person.${serial}@${mark}.test`;
  if (format === 'timezone') return pick(timezones, variant);
  if (format === 'locale') return pick(locales, variant);
  if (format === 'password') return `${mark} correct horse ${serial}`;
  const word = pick(hardWords, variant);
  const whole = distinct ? `${mark} ${serial} ${word}` : `${mark} ${word}`;
  return [...whole].slice(0, Number(maxLength)).join('').trim();
}
