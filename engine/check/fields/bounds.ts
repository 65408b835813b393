/** Finds bounds that no value meets, defaults that no body could send, and words that stand twice. */

import type { Fields } from '../../definition/types.ts';
import { isEmail } from '../../kinds/email.ts';
import { type Facts, factsOf } from '../../kinds/field.ts';
import { isDecimal, isTimeOfDay, scaleOf, toUnits } from '../../values.ts';
import type { Subject } from '../subject.ts';

type Schema = Readonly<Record<string, unknown>>;

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;
/** What its author calls a bound. */
const called: Readonly<Record<string, string>> = {
  ...{ minLength: 'min', maxLength: 'max', minItems: 'min', maxItems: 'max' },
};

export function checkBounds({ definition, report }: Subject): void {
  const { actions = {}, reports = {} } = definition;
  const look = (place: string, fields: Fields) => {
    for (const [name, field] of Object.entries(fields)) {
      for (const [key, problem, remedy] of wrongWith(field, factsOf(field))) {
        report(`${place}.${name}${key}`, problem, remedy);
      }
    }
  };
  look('fields', definition.fields);
  for (const [kind, own] of Object.entries({ actions, reports })) {
    for (const [name, { input, answer }] of Object.entries(own)) {
      look(`${kind}.${name}.input`, input ?? {});
      look(`${kind}.${name}.answer`, answer ?? {});
    }
  }
}

type Wrong = readonly [key: string, problem: string, remedy: string];

function* wrongWith(schema: Schema, facts: Facts): Iterable<Wrong> {
  for (const [low, high] of pairs) {
    const [lower, upper] = [schema[low], schema[high]];
    if (typeof lower === 'number' && typeof upper === 'number' && lower > upper) {
      yield [
        `.${called[low] ?? low}`,
        `${lower} is above its ${called[high] ?? high}, ${upper}.`,
        'Swap them, or change one.',
      ];
    }
  }
  if (facts.kind === 'integer') {
    for (const key of ['minimum', 'maximum']) {
      const bound = schema[key];
      if (typeof bound === 'number' && !Number.isSafeInteger(bound))
        yield [`.${key}`, `${bound} is no whole number that is told exactly.`, 'Write a smaller, whole one.'];
    }
  }
  if (typeof schema.pattern === 'string' && !isPattern(schema.pattern)) {
    const remedy = 'Write one as JavaScript reads it with the flag `u`.';
    yield ['.pattern', `“${schema.pattern}” is no regular expression.`, remedy];
  }
  yield* wrongWords(facts);
  const usual = facts.default;
  if (usual === undefined || facts.kind === 'references' || facts.kind === 'nested') return;
  const why = misfit(usual, schema, facts);
  if (why !== null)
    yield ['.default', `${JSON.stringify(usual)} ${why}.`, 'Give it one that a body could send.'];
}

function* wrongWords(facts: Facts): Iterable<Wrong> {
  const words = ('values' in facts && facts.values) || [];
  for (const [at, word] of words.entries()) {
    if (words.indexOf(word) < at) yield ['', `“${word}” is one of its values twice.`, 'Name it once.'];
  }
  const tones = ('tones' in facts && facts.tones) || {};
  const isTruth = facts.kind === 'boolean' || (facts.kind === 'derived' && facts.shows === 'boolean');
  const toned = isTruth ? ['true', 'false'] : words;
  for (const word of Object.keys(tones)) {
    if (!toned.includes(word))
      yield [`.tones.${word}`, 'is no value of it.', `Use one of: ${toned.join(', ')}.`];
  }
}

/** Why a value is none of a field; null where it is one. */
function misfit(value: unknown, schema: Schema, facts: Facts): string | null {
  const { kind } = facts;
  if (value === null) return facts.nullable ? null : 'is the value of no field that is never null';
  if (kind === 'boolean') return typeof value === 'boolean' ? null : 'is neither `true` nor `false`';
  if (kind === 'integer' || isDecimal(kind)) return misfitOfNumber(value, schema, kind);
  if (kind === 'words') return misfitOfWords(value, schema, facts.values);
  if (kind === 'datetime') return value === 'now' ? null : 'is not `now`';
  if (typeof value !== 'string') return 'is no text';
  if (kind === 'enum') return facts.values?.includes(value) ? null : 'is none of its values';
  if (kind === 'time') return isTimeOfDay(value) ? null : 'is no time such as 07:00';
  return kind === 'text' ? misfitOfText(value, schema) : null;
}

function misfitOfNumber(value: unknown, schema: Schema, kind: string): string | null {
  if (typeof value !== 'number') return 'is no number';
  if (kind === 'integer' && !Number.isInteger(value)) return 'is no whole number';
  if (isDecimal(kind) && toUnits(value, scaleOf(kind)) === null) return 'has more decimals';
  if (value < Number(schema.minimum)) return `is below ${schema.minimum}`;
  return value > Number(schema.maximum) ? `is above ${schema.maximum}` : null;
}

function misfitOfWords(value: unknown, schema: Schema, known?: readonly string[]): string | null {
  if (!Array.isArray(value)) return 'is no list';
  if (value.length < Number(schema.minItems)) return `has fewer than ${schema.minItems}`;
  if (new Set(value).size < value.length) return 'has a word twice';
  return known && value.some((one) => !known.includes(one)) ? 'has a word that is none of its values' : null;
}

function misfitOfText(value: string, schema: Schema): string | null {
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

/** Whether a text is a regular expression as bodies are held against it. */
function isPattern(pattern: string): boolean {
  try {
    // regexp-safe: it reads nothing.
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
