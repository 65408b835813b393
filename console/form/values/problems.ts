/** What cannot be sent: everything else is the service's to judge. */

import { incomplete } from '../../kinds/attributes.ts';
import { isWall, wallAfterGap } from '../../parts/time/clock.ts';
import type { Field } from '../../service/metadata.ts';
import { w } from '../../words/words.ts';
import type { Values } from './values.ts';

/**
 * A time that no clock of the place shows; empty where that is not so.
 * @param timezone IANA name; null for that of the browser
 */
export function gapProblem({ type }: Field, value: unknown, timezone: string | null): string {
  if (type !== 'datetime' || !isWall(value)) return '';
  return w.form.gap(value.slice(11), wallAfterGap(value, timezone).slice(11));
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
  if (value === incomplete && ['date', 'time', 'datetime'].includes(field.type)) return w.form.incomplete;
  if (field.type === 'json' && typeof value === 'string') return w.form.unreadable;
  return gapProblem(field, value, timezone);
}
