/** A boolean. */

import { say } from '../../message.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { markTones, wordingShape } from '../options.ts';
import { anything, type Keys } from '../shape.ts';
import { type Tones, wordingKeys } from '../wording.ts';
import { nullness, type Scalar } from './scalar.ts';

interface BoolOptions extends Common<boolean> {
  readonly tones?: Tones<'true' | 'false'>;
}

export function Bool<const O extends BoolOptions = Record<never, never>>(
  options?: O,
): Field<boolean, Defaulted<O>> {
  const given: BoolOptions = options ?? {};
  return make(
    { type: 'boolean', ...keep(given, ['default']) },
    { kind: 'column', scalar: bool, ...keep(given, ['default', ...wordingKeys, 'tones']) },
    madeBy('Bool', given),
  );
}

const boolShape: Keys<BoolOptions> = { ...wordingShape, default: anything, tones: markTones };

export const bool: Scalar<'boolean'> = {
  makers: { Bool: boolShape },
  type: 'boolean',
  store: (value) => (value === true ? 1 : 0),
  show: (stored) => Number(stored) === 1,
  counted: 'values',
  sorted: 'column',
  possible: () => [1, 0],
  query: {
    title: 'Boolean',
    schema: { type: 'boolean' },
    says: say('true or false'),
    parse: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : undefined),
    example: () => true,
  },
  column: {
    type: () => 'tinyint',
    line: (of) => `t.boolean('${of.name}')${nullness(of)}`,
  },
  misfit: (value) => (typeof value === 'boolean' ? null : 'is neither `true` nor `false`'),
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant }) => variant % 2 === 0,
    wrong: () => ['true', 0, 1, []],
  },
};
