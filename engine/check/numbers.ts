/** Finds numbers that would not be exact: limits with digits that are lost, sums told in other units than they are kept in. */

import { isColumn, scalarOf } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { toUnits } from '../kinds/scalars/number.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import type { Subject } from './subject.ts';

/** Most digits that a JSON number tells exactly, whichever they are. */
const maxDigits = 15;

export function checkNumbers(subject: Subject): void {
  const { definition, facts, others, report } = subject;
  for (const [name, field] of Object.entries(definition.fields)) {
    const fact = facts.get(name);
    if (fact && isColumn(fact) && fact.scalar.scale) checkLimits(subject, name, field, fact.scalar.scale);
    if (fact?.kind !== 'aggregate' || fact.sum === undefined) continue;
    const column = others.get(fact.of)?.facts.get(fact.sum);
    const wanted = column && scalarOf(column)?.scale ? scalarOf(column) : integer;
    if (!column || !wanted || fact.scalar === wanted) continue;
    report(
      `fields.${name}`,
      `“${fact.sum}” of ${fact.of} is no ${nameOf(fact.scalar)}.`,
      `Write \`shows: '${nameOf(wanted)}'\`.`,
    );
  }
}

/** What `shows` calls a kind of number. */
function nameOf({ type, format }: Scalar): string {
  return format?.name ?? type;
}

function checkLimits(
  { report }: Subject,
  name: string,
  schema: Readonly<Record<string, unknown>>,
  scale: number,
): void {
  for (const key of ['minimum', 'maximum', 'default']) {
    const value = schema[key];
    if (typeof value !== 'number') continue;
    const units = toUnits(value, scale);
    if (units !== null && Math.abs(units) <= 10 ** maxDigits) continue;
    const remedy = `Write a number with at most ${scale} decimals and ${maxDigits} digits in all.`;
    report(`fields.${name}.${key}`, `${value} cannot be told exactly.`, remedy);
  }
}
