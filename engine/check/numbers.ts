/** Finds numbers that would not be exact: limits with digits that are lost, sums told in other units than they are kept in. */
import { isDecimal, scaleOf, toUnits } from '../values.ts';
import type { Subject } from './subject.ts';

/** Most digits that a JSON number tells exactly, whichever they are. */
const maxDigits = 15;

export function checkNumbers(subject: Subject): void {
  const { definition, facts, others, report } = subject;
  for (const [name, field] of Object.entries(definition.fields)) {
    const fact = facts.get(name);
    if (fact && isDecimal(fact.kind)) checkLimits(subject, name, field, scaleOf(fact.kind));
    if (fact?.kind !== 'aggregate' || fact.sum === undefined) continue;
    const summed = others.get(fact.of)?.facts.get(fact.sum)?.kind;
    const wanted = summed !== undefined && isDecimal(summed) ? summed : 'integer';
    if (summed === undefined || fact.shows === wanted) continue;
    report(
      `fields.${name}`,
      `“${fact.sum}” of ${fact.of} is no ${fact.shows}.`,
      `Write \`shows: '${wanted}'\`.`,
    );
  }
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
