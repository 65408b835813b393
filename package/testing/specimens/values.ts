/** Values for the fields of definitions: right ones that differ by a number, and wrong ones of every kind. */
import type { FieldModel, Resource } from '../../../engine/model/resource.ts';
import { isDecimal, scaleOf } from '../../../engine/values.ts';

/** Texts that searches and sorts trip over: case, accents, wildcards, quotes, other scripts, long characters. */
const words = [
  'Élan',
  'elan',
  'Zebra',
  'zebra',
  '50% off',
  'a_b',
  'back\\slash',
  'O’Neil',
  '"quoted"',
  'Straße',
  '日本',
  '😀 smile',
];

const past = [
  '2025-12-31T23:30:00.000Z',
  '2025-03-30T00:30:00.000Z',
  '2025-10-26T00:30:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2025-06-15T08:00:00.001Z',
];
const future = ['2099-01-01T00:00:00.000Z', '2098-07-01T22:15:00.999Z'];
const times = ['00:00', '07:30', '23:59'];
const days = ['2025-12-29', '2024-02-29', '2025-06-15', '2026-01-01'];
const timezones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'UTC'];
const locales = ['fr', 'en'];

/** What values are made of. */
export interface Ingredients {
  /** Stands in every text, so that a row is recognised wherever it appears. */
  readonly mark: string;
  /** Counts up: two rows of neighbouring numbers differ in every field that has two values. */
  readonly variant: number;
  /** A number that no other text has, for those that must not be equal. */
  readonly serial: number;
  /** Whether no other row may have the value. */
  readonly distinct: boolean;
}

/**
 * A right value of a field that refers to nothing.
 *
 * @returns undefined for a kind of which no value follows from its declaration
 */
export function rightValue({ schema, facts }: FieldModel, given: Ingredients): unknown {
  const { variant, serial, distinct } = given;
  switch (facts.kind) {
    case 'text':
      return rightText(schema, given);
    case 'integer':
      return rightNumber(schema, 0, variant);
    case 'boolean':
      return variant % 2 === 0;
    case 'datetime':
      return pick(facts.past ? past : [...past, ...future], variant);
    case 'date':
      return distinct ? dayOf(serial) : pick(days, variant);
    case 'time':
      return distinct ? timeOf(serial) : pick(times, variant);
    case 'enum':
      return pick(facts.values ?? [], variant);
    case 'words':
      return facts.values ? [pick(facts.values, variant)] : [];
    default:
      return isDecimal(facts.kind) ? rightNumber(schema, scaleOf(facts.kind), variant) : undefined;
  }
}

function pick<T>(list: readonly T[], variant: number): T | undefined {
  return list[variant % list.length];
}

/** A day of its own for each number. */
function dayOf(serial: number): string {
  return new Date(Date.UTC(2024, 1, 29 + serial)).toISOString().slice(0, 10);
}

/** A time of its own for each number up to the minutes of a day. */
function timeOf(serial: number): string {
  return new Date(Date.UTC(2024, 1, 29, 0, serial)).toISOString().slice(11, 16);
}

function rightText(schema: FieldModel['schema'], { mark, variant, serial, distinct }: Ingredients): string {
  switch (schema.format) {
    case 'email':
      return `Person.${serial}@${mark}.test`;
    case 'timezone':
      return pick(timezones, variant) ?? 'UTC';
    case 'locale':
      return pick(locales, variant) ?? 'en';
    case 'password':
      return `${mark} correct horse ${serial}`;
    default: {
      const word = pick(words, variant) ?? '';
      return cut(distinct ? `${mark} ${serial} ${word}` : `${mark} ${word}`, Number(schema.maxLength)).trim();
    }
  }
}

function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}

function rightNumber(schema: FieldModel['schema'], scale: number, variant: number): number {
  const least = Math.max(Number(schema.minimum ?? 0), 0);
  const whole = least + ((variant * 3) % 7);
  const units = whole * 10 ** scale + (scale === 0 ? 0 : 5);
  return Math.min(units / 10 ** scale, Number(schema.maximum));
}

/** A value that a field must refuse. */
export interface Wrong {
  readonly what: string;
  readonly value: unknown;
}

const wrongByKind: Readonly<Record<string, readonly unknown[]>> = {
  text: [3, true, [], {}, 'nul \0', '\ud800'],
  integer: ['3', true, 1.5, [], 2 ** 40],
  boolean: ['true', 0, 1, []],
  datetime: [
    5,
    'yesterday',
    '2026-01-31',
    '2026-02-30T00:00:00Z',
    '2026-01-31T08:00:00',
    '2026-01-31T25:00:00Z',
  ],
  time: [5, 'noon', '24:00', '8:00', '08:60', '08:00:00', ''],
  date: [5, 'today', '2026-02-30', '2026-1-1', '2026-01-31T08:00:00Z'],
  enum: [5, 'nonsense', [], 'NULL'],
  reference: ['1', true, 0, -1, 1.5, 2 ** 31, {}, 2_147_483_646],
  references: [1, '1', ['1'], [0], [1.5], [2_147_483_646], {}],
  words: ['word', 5, [5], {}, ['\0']],
  nested: ['word', 5, {}, [5]],
};

const wrongByFormat: Readonly<Record<string, readonly unknown[]>> = {
  email: ['nobody', 'a b@c.test', 'a@b', 'a@b.test\u0001', 'a\u00AD@b.test', 'a@b\u200B.test'],
  timezone: ['Mars/Olympus', '+02:00'],
  locale: ['xx', 'EN'],
  password: ['short', 'x'.repeat(73)],
};

/** With a decimal too many, in two ways, and what is no number. */
function wrongDecimals(scale: number): unknown[] {
  return ['3.50', false, [], 1e12, 1 + 1 / 10 ** (scale + 1), 0.1 + 0.2];
}

/** Every kind of wrong value of a settable field, beside null and the empty text. */
export function wrongValues({ schema, facts }: FieldModel): Wrong[] {
  const exact = isDecimal(facts.kind) ? wrongDecimals(scaleOf(facts.kind)) : [];
  const values = [
    ...exact,
    ...(wrongByKind[facts.kind] ?? []),
    ...(wrongByFormat[String(schema.format)] ?? []),
  ];
  if (facts.kind === 'text') values.push('😀'.repeat(Number(schema.maxLength) + 1));
  if (facts.kind === 'integer' || isDecimal(facts.kind)) {
    values.push(Number(schema.minimum) - 1, Number(schema.maximum) + 1);
  }
  if (Number(schema.minItems) > 0) values.push([]);
  if (facts.kind === 'words' && facts.values) values.push(['nonsense'], [facts.values[0], facts.values[0]]);
  return values.map((value) => ({ what: JSON.stringify(value).slice(0, 40), value }));
}

/** Names of fields whose values two rows may not share, and so every text by which rows are told apart. */
export function distinctFields(resource: Resource): ReadonlySet<string> {
  return new Set(['name', ...resource.unique.flatMap(({ fields }) => fields)]);
}
