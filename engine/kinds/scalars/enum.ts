/** One of a list of words. */

import { say } from '../../message.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { literal } from '../literal.ts';
import { tonesShape, wordingShape } from '../options.ts';
import { anything, type Keys, list, must, text } from '../shape.ts';
import { type Tones, wordingKeys } from '../wording.ts';
import { pick, type Scalar } from './scalar.ts';

interface EnumOptions<Value extends string> extends Common<Value> {
  readonly tones?: Tones<Value>;
}

/** One of a list of words. Rows sort in the declared order of the words. */
export function Enum<
  const V extends readonly string[],
  const O extends EnumOptions<V[number]> = Record<never, never>,
>(values: V, options?: O): Field<V[number], Defaulted<O>> {
  const given: EnumOptions<V[number]> = options ?? {};
  return make(
    { type: 'string', enum: [...values], ...keep(given, ['default']) },
    { kind: 'column', scalar: choice, values, ...keep(given, ['default', ...wordingKeys, 'tones']) },
    madeBy('Enum', given, { values }),
  );
}

/** `'a', 'b'`, as in a migration. */
export function listNames(names: readonly string[]): string {
  return names.map(literal).join(', ');
}

const enumShape: Keys<EnumOptions<string>> = { ...wordingShape, default: anything, tones: tonesShape };

export const choice: Scalar<'enum'> = {
  makers: { Enum: { ...enumShape, values: must(list(text, 1)) } },
  type: 'enum',
  store: String,
  show: String,
  counted: 'values',
  sorted: 'rank',
  names: true,
  possible: (values) => values,
  query: {
    title: 'Word',
    schema: { type: 'string' },
    says: say('a text'),
    parse: (text, values = []) => (values.includes(text) ? text : undefined),
  },
  column: {
    type: () => 'varchar(32)',
    line: ({ name, values = [], ranked, nullable }) => {
      if (ranked) return `rankedChoice(t, '${name}', [${listNames(values)}])${nullable ? '.nullable()' : ''}`;
      return nullable ? `t.string('${name}', 32).nullable()` : `choice(t, '${name}')`;
    },
  },
  misfit: (value, _schema, values) => {
    if (typeof value !== 'string') return 'is no text';
    return values?.includes(value) ? null : 'is none of its values';
  },
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant }, { values = [] }) => pick(values, variant),
    wrong: () => [5, 'nonsense', [], 'NULL'],
  },
};
