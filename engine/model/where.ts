/** Compiles the conditions of definitions. */

import { and, type Comparison, type Condition, or } from '../condition.ts';
import type { Facts } from '../kinds/facts.ts';
import { isStored, isWords, kindName } from '../kinds/kind.ts';
import { type Scalar, store } from '../kinds/scalars/scalar.ts';
import { type Literal, now, type Operand, type Ranges, type Where } from '../kinds/where.ts';
import type { Stored } from '../values.ts';

const comparisons: readonly (keyof Ranges & Comparison)[] = ['lt', 'lte', 'gt', 'gte'];

/**
 * Converts a definition's condition to one on columns.
 *
 * @param facts facts of a field by its name
 * @param storedNow the moment of the request in the stored form
 */
export function compileWhere(where: Where, facts: (field: string) => Facts, storedNow: string): Condition {
  return and(
    ...Object.entries(where).map(([field, wanted]) => compileOne(field, wanted, facts(field), storedNow)),
  );
}

function compileOne(field: string, wanted: Where[string], facts: Facts, storedNow: string): Condition {
  if (isWords(facts)) {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
    const where: Condition = { op: 'in', column: facts.column, values };
    return { op: 'exists', table: facts.table, foreign: facts.own, column: 'id', where };
  }
  if (!isStored(facts))
    throw new Error(`A condition cannot stand on a field of the kind ${kindName(facts)}.`);
  const { scalar } = facts;
  if (wanted === null) return { op: 'null', column: field };
  if (isAnyOf(wanted)) return { op: 'in', column: field, values: wanted.map((one) => store(scalar, one)) };
  if (!isRanges(wanted)) return { op: 'eq', column: field, value: store(scalar, wanted) };
  const conditions = comparisons.flatMap((op): Condition[] => {
    const operand = wanted[op];
    return operand === undefined
      ? []
      : [{ op, column: field, value: compileOperand(operand, scalar, storedNow) }];
  });
  if (wanted.not !== undefined) {
    conditions.push({ op: 'not', of: compileOne(field, wanted.not, facts, storedNow) });
  }
  const met = and(...conditions);
  return wanted.orNull ? or({ op: 'null', column: field }, met) : met;
}

function compileOperand(operand: Operand, scalar: Scalar, storedNow: string): Stored | { column: string } {
  if (operand === now) return scalar.present?.(storedNow) ?? storedNow;
  if (typeof operand === 'object' && operand !== null) return { column: operand.field };
  return store(scalar, operand);
}

function isAnyOf(wanted: Where[string]): wanted is readonly Literal[] {
  return Array.isArray(wanted);
}

/** Whether a condition consists of comparisons. */
export function isRanges(wanted: Where[string]): wanted is Ranges {
  return typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
}
