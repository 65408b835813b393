/** A time of the day. */

import { say } from '../../message.ts';
import { type Common, type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { wordingShape } from '../options.ts';
import { anything } from '../shape.ts';
import { wordingKeys } from '../wording.ts';
import { nullness, pick, type Scalar } from './scalar.ts';

/** A time of day in the time zone of the site, `HH:MM`, without a day. */
export function TimeOfDay<const O extends Common<string> = Record<never, never>>(
  options?: O,
): Field<string, Defaulted<O>> {
  const given: Common<string> = options ?? {};
  return make(
    { type: 'string', format: 'time-of-day', ...keep(given, ['default']) },
    { kind: 'column', scalar: time, ...keep(given, ['default', ...wordingKeys]) },
    madeBy('TimeOfDay', given),
  );
}

/** From 00:00 to 23:59, as a regular expression of JSON Schema. */
const pattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const timeOfDay = new RegExp(pattern);
const isTimeOfDay = (text: string): boolean => timeOfDay.test(text);

const timeWords = say('a time of the day (HH:MM)');

export const time: Scalar<'time'> = {
  makers: { TimeOfDay: { ...wordingShape, default: anything } },
  type: 'time',
  store: String,
  show: String,
  ordered: 'time',
  sorted: 'column',
  names: true,
  query: {
    title: 'Time',
    schema: { type: 'string', pattern },
    says: timeWords,
    parse: (text) => (isTimeOfDay(text) ? text : undefined),
    example: () => ({ gte: '08:00' }),
  },
  column: {
    type: () => 'varchar(5)',
    line: (of) => `t.string('${of.name}', 5)${nullness(of)}`,
  },
  format: {
    ...{ name: 'time-of-day', of: 'string', check: isTimeOfDay, says: timeWords, pattern },
    note: 'A time of the day, `HH:MM`.',
  },
  misfit: (value) => {
    if (typeof value !== 'string') return 'is no text';
    return isTimeOfDay(value) ? null : 'is no time such as 07:00';
  },
  example: () => '08:00',
  isBrief: () => true,
  specimen: {
    right: (_schema, { variant, serial, distinct }) =>
      distinct
        ? new Date(Date.UTC(2024, 1, 29, 0, serial)).toISOString().slice(11, 16)
        : pick(['00:00', '07:30', '23:59'], variant),
    wrong: () => [5, 'noon', '24:00', '8:00', '08:60', '08:00:00', ''],
  },
};
