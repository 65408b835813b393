/** Every kind of plain value: what makes a field of it, and how it behaves. */
import { bool } from './bool.ts';
import { day } from './day.ts';
import { decimals, money } from './decimal.ts';
import { choice } from './enum.ts';
import { instant } from './instant.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { Scalar, ValueFormat } from './scalar.ts';
import { text } from './text.ts';
import { time } from './time.ts';

export { Bool } from './bool.ts';
export { DateOnly } from './day.ts';
export { Decimal, Money } from './decimal.ts';
export { Enum } from './enum.ts';
export { Instant } from './instant.ts';
export { Integer, Minutes } from './integer.ts';
export { Json, RowIds } from './json.ts';
export { Text } from './text.ts';
export { TimeOfDay } from './time.ts';

const exactKinds = [money, ...Object.values(decimals)] as const;
const scalars = [text, integer, ...exactKinds, bool, instant, day, time, choice, json] as const;

/** What clients know kinds of plain values by. */
export type ScalarType = (typeof scalars)[number]['type'];
export const scalarTypes: readonly ScalarType[] = [...new Set(scalars.map(({ type }) => type))];

export function typeOfScalar(scalar: Scalar): ScalarType {
  const type = scalarTypes.find((one) => one === scalar.type);
  if (type === undefined) throw new Error(`${scalar.type} is no kind of value that clients know.`);
  return type;
}

/** What the constructors of all of them are called with, by their names. */
export const scalarMakers: Scalar['makers'] = Object.assign({}, ...scalars.map(({ makers }) => makers));

/** Formats that the service holds bodies to, and documentation has words for. */
export const valueFormats: readonly ValueFormat[] = scalars.flatMap(({ format }) => format ?? []);

/** A value of a format for documentation; undefined for valueFormats of other kinds. */
export function exampleOf(format: string): string | undefined {
  return scalars.find((one: Scalar) => one.format?.name === format)?.example?.('');
}
