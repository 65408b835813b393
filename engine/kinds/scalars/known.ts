/** All kinds of plain values, and tables that are derived from them. */
import { bool } from './bool.ts';
import { day } from './day.ts';
import { decimals, money, ratio } from './decimal.ts';
import { choice } from './enum.ts';
import { instant } from './instant.ts';
import { integer } from './integer.ts';
import { json } from './json.ts';
import type { Scalar, ValueFormat } from './scalar.ts';
import { text } from './text.ts';
import { time } from './time.ts';

const exactKinds = [money, ratio, ...Object.values(decimals)] as const;
/** All scalars, each once. */
const scalarKinds = [text, integer, ...exactKinds, bool, instant, day, time, choice, json] as const;

/** The types of plain values, as clients know them. */
export type ScalarType = (typeof scalarKinds)[number]['type'];
export const scalarTypes: readonly ScalarType[] = [...new Set(scalarKinds.map(({ type }) => type))];

export function typeOfScalar(scalar: Scalar): ScalarType {
  const type = scalarTypes.find((one) => one === scalar.type);
  if (type === undefined) throw new Error(`${scalar.type} is no kind of value that clients know.`);
  return type;
}

/** The arguments of all constructors, by name. */
export const scalarMakers: Scalar['makers'] = Object.assign({}, ...scalarKinds.map(({ makers }) => makers));

/** Formats that the service checks in bodies and that the documentation describes. */
export const valueFormats: readonly ValueFormat[] = scalarKinds.flatMap(({ format }) => format ?? []);

/** An example of a format for the documentation; undefined for formats of other kinds. */
export function exampleOf(format: string): string | undefined {
  return scalarKinds.find((one: Scalar) => one.format?.name === format)?.example?.('');
}
