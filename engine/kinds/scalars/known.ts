/** What follows from all kinds of plain values together. */
import type { Scalar, ValueFormat } from './scalar.ts';
import { scalarKinds } from './scalars.ts';

/** What clients know kinds of plain values by. */
export type ScalarType = (typeof scalarKinds)[number]['type'];
export const scalarTypes: readonly ScalarType[] = [...new Set(scalarKinds.map(({ type }) => type))];

export function typeOfScalar(scalar: Scalar): ScalarType {
  const type = scalarTypes.find((one) => one === scalar.type);
  if (type === undefined) throw new Error(`${scalar.type} is no kind of value that clients know.`);
  return type;
}

/** What the constructors of all of them are called with, by their names. */
export const scalarMakers: Scalar['makers'] = Object.assign({}, ...scalarKinds.map(({ makers }) => makers));

/** Formats that the service holds bodies to, and documentation has words for. */
export const valueFormats: readonly ValueFormat[] = scalarKinds.flatMap(({ format }) => format ?? []);

/** A value of a format for documentation; undefined for valueFormats of other kinds. */
export function exampleOf(format: string): string | undefined {
  return scalarKinds.find((one: Scalar) => one.format?.name === format)?.example?.('');
}
