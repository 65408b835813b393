/** Values that refer to rows. */

import { isObject } from '../../kinds/nested.ts';
import { type Field, type Row, rowsUnder } from '../../service/metadata.ts';
import type { Values } from './values.ts';

/** The ids in a value: of a reference, or of several. */
export function idsOf(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');
}

/**
 * The parameters of options, beside the search.
 * @param parameters names of other fields; `for` is the id of the changed row
 */
export function optionsQuery(
  parameters: readonly string[],
  beside: Values,
): Record<string, string | number | null> {
  return Object.fromEntries(
    parameters.map((name) => {
      const value = beside[name];
      return [name, typeof value === 'number' || typeof value === 'string' ? value : null];
    }),
  );
}

/**
 * The rows that entries of a nested value have beside the ids of a part.
 * @param stored the row's present value: entries with more keys than a body accepts
 */
export function rowsOfPart(stored: unknown, { reference }: Field): readonly Row[] {
  const entries = Array.isArray(stored) ? stored : [stored];
  const rows = entries
    .filter(isObject)
    .flatMap((entry) => rowsUnder({ ...entry, id: 0 }, reference?.embed ?? ''));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
