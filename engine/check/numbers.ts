/** Finds numbers that would not be exact: limits with too many digits, and sums shown in other units than they are stored in. */

import type { Facts } from '../kinds/facts.ts';
import { isAggregate, isColumn, isTotal, scalarOf } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { toUnits } from '../kinds/scalars/number.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import type { Subject } from './subject.ts';

/** The number of digits up to which every JSON number is exact. */
const maxDigits = 15;

export function checkNumbers(subject: Subject): void {
  const { definition, facts, report } = subject;
  for (const [name, field] of Object.entries(definition.fields)) {
    const fact = facts.get(name);
    if (fact && isColumn(fact) && fact.scalar.scale) checkLimits(subject, name, field, fact.scalar.scale);
    for (const [what, added] of addedBy(subject, fact)) {
      const wanted = added && scalarOf(added)?.scale ? scalarOf(added) : integer;
      const told = scalarOf(fact);
      if (!added || !wanted || !told || told === wanted) continue;
      report(`fields.${name}`, `${what} is no ${nameOf(told)}.`, `Write \`shows: '${nameOf(wanted)}'\`.`);
    }
  }
}

/** The fields that a sum or a total adds, each with its name for a sentence. */
function addedBy(
  { facts, others }: Subject,
  fact: Facts | undefined,
): readonly (readonly [what: string, added: Facts | undefined])[] {
  if (isTotal(fact)) {
    // Any other field is reported as one that cannot be added.
    return fact.of.map((one) => [`“${one}”`, isAggregate(facts.get(one)) ? facts.get(one) : undefined]);
  }
  if (!isAggregate(fact) || fact.sum === undefined) return [];
  return [[`“${fact.sum}” of ${fact.of}`, others.get(fact.of)?.facts.get(fact.sum)]];
}

/** The name of a kind of number in `shows`. */
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
