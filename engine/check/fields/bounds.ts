/** Finds bounds that no value can meet, defaults that no body could send, and duplicate words. */

import type { Facts } from '../../kinds/facts.ts';
import { factsOf } from '../../kinds/field.ts';
import { isMark, scalarOf, valuesOf } from '../../kinds/kind.ts';
import { isPattern } from '../../kinds/scalars/text.ts';
import { structureOf } from '../../kinds/structures/structures.ts';
import { ownFieldsOf, type Subject } from '../subject.ts';

type FieldSchema = Readonly<Record<string, unknown>>;

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;
/** The author's name of a bound. */
const called: Readonly<Record<string, string>> = {
  ...{ minLength: 'min', maxLength: 'max', minItems: 'min', maxItems: 'max' },
};

export function checkBounds({ definition, own, report }: Subject): void {
  for (const [place, fields] of [['fields', definition.fields] as const, ...ownFieldsOf(definition, own)])
    for (const [name, field] of Object.entries(fields))
      for (const [key, problem, remedy] of wrongWith(field, factsOf(field)))
        report(`${place}.${name}${key}`, problem, remedy);
}

type Wrong = readonly [key: string, problem: string, remedy: string];

function* wrongWith(schema: FieldSchema, facts: Facts): Iterable<Wrong> {
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
  if (scalarOf(facts)?.scale === 0) {
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
  if (usual === undefined) return;
  const why = misfit(usual, schema, facts);
  if (why !== null)
    yield ['.default', `${JSON.stringify(usual)} ${why}.`, 'Give it one that a body could send.'];
}

function* wrongWords(facts: Facts): Iterable<Wrong> {
  const words = valuesOf(facts);
  for (const [at, word] of words.entries()) {
    if (words.indexOf(word) < at) yield ['', `“${word}” is one of its values twice.`, 'Name it once.'];
  }
  const tones = ('tones' in facts && facts.tones) || {};
  const toned = isMark(facts) ? ['true', 'false'] : words;
  for (const word of Object.keys(tones)) {
    if (!toned.includes(word))
      yield [`.tones.${word}`, 'is no value of it.', `Use one of: ${toned.join(', ')}.`];
  }
}

/** Why a value does not fit a field; null if it does. */
function misfit(value: unknown, schema: FieldSchema, facts: Facts): string | null {
  if (value === null) return facts.nullable ? null : 'is the value of no field that is never null';
  return structureOf(facts).misfit?.(value, schema, facts) ?? null;
}
