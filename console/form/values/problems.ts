/** Errors that can be found before sending; the service checks everything else. */

import { kindOf } from '../../kinds/kinds.tsx';
import type { Field } from '../../service/metadata.ts';
import type { Values } from './values.ts';

/**
 * The message for a local time in a gap; empty otherwise.
 * @param timezone IANA name; null for that of the browser
 */
export function gapProblem(field: Field, value: unknown, timezone: string | null): string {
  return kindOf(field).gap?.(value, timezone) ?? '';
}

/** Messages by field, for invalid values. */
export function findProblems(
  fields: readonly Field[],
  values: Values,
  timezone: string | null,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, values[field.name], timezone);
      return problem === '' ? [] : [[field.name, [`${field.label}: ${problem}`]]];
    }),
  );
}

function problemOf(field: Field, value: unknown, timezone: string | null): string {
  return kindOf(field).problem?.(value) || gapProblem(field, value, timezone);
}
