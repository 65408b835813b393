/** Checks a condition of a definition. An invalid one would fail, or match nothing, at a request. */

import type { Facts } from '../kinds/facts.ts';
import { isColumn, isStored, isWords, kindName } from '../kinds/kind.ts';
import { toUnits } from '../kinds/scalars/number.ts';
import type { Where } from '../kinds/where.ts';
import { type Described, oneOf, type ReportProblem } from './subject.ts';

/**
 * Reports errors in a condition on the fields of a resource.
 *
 * @param key the place of the condition, for the report
 */
export function checkWhere(
  report: ReportProblem,
  key: string,
  { definition, facts }: Described,
  where: Where,
): void {
  const { path } = definition;
  for (const [field, wanted] of Object.entries(where)) {
    const fact = facts.get(field);
    if (!fact) {
      report(key, `${path} has no field “${field}”.`, oneOf(facts.keys()));
      continue;
    }
    if (!isStored(fact) && !isWords(fact)) {
      report(
        key,
        `“${field}” of ${path} is of the kind ${kindName(fact)}, which has no column.`,
        'Take it out.',
      );
      continue;
    }
    const known = 'values' in fact ? fact.values : undefined;
    for (const operand of operandsOf(wanted)) {
      if (typeof operand === 'string' && known && !known.includes(operand)) {
        report(key, `“${operand}” is no value of “${field}”.`, oneOf(known));
      }
      if (typeof operand === 'number' && toUnits(operand, decimalsOf(fact)) === null) {
        report(key, `“${field}” is never ${operand}: it has fewer decimals.`, 'Write a value it can have.');
      }
      if (!isField(operand)) continue;
      const other = facts.get(operand.field);
      if (!other) report(key, `${path} has no field “${operand.field}”.`, oneOf(facts.keys()));
      else if (decimalsOf(other) !== decimalsOf(fact)) {
        const problem = `“${operand.field}” has another number of decimals than “${field}”.`;
        report(key, problem, 'Give both the same scale.');
      }
    }
  }
}

/** The scale of a number. Columns store whole units of the last decimal: only numbers of one scale can be compared. */
function decimalsOf(facts: Facts): number {
  return (isColumn(facts) && facts.scalar.scale) || 0;
}

/** All values and fields that a field is compared with. */
function operandsOf(wanted: Where[string]): readonly unknown[] {
  if (Array.isArray(wanted)) return wanted;
  return typeof wanted === 'object' && wanted !== null ? Object.values(wanted).flat() : [wanted];
}

function isField(operand: unknown): operand is { readonly field: string } {
  return typeof operand === 'object' && operand !== null && 'field' in operand;
}
