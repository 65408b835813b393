/** What cannot be sent: everything else is the service's to judge. */

import { kindOf } from '../../kinds/kinds.tsx';
import type { Field } from '../../service/metadata.ts';
import type { Values } from './values.ts';

/**
 * A time that no clock of the place shows; empty where that is not so.
 * @param timezone IANA name; null for that of the browser
 */
export function gapProblem(field: Field, value: unknown, timezone: string | null): string {
  return kindOf(field).gap?.(value, timezone) ?? '';
}

/** Messages by field, for the fields whose values are no values. */
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
