/** What the conditions of definitions become. */
import { and, type Comparison, type Condition, type Scalar } from '../condition.ts';
import type { Facts } from '../kinds/field.ts';
import { type Literal, now, type Operand, type Ranges, type Where } from '../kinds/where.ts';
import { type Stored, store, type ValueKind } from '../values.ts';

const comparisons: readonly (keyof Ranges & Comparison)[] = ['lt', 'lte', 'gt', 'gte'];

/**
 * A definition's condition as one on columns.
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
  if (facts.kind === 'words') {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
    const where: Condition = { op: 'in', column: facts.column, values };
    return { op: 'exists', table: facts.table, foreign: facts.own, column: 'id', where };
  }
  const kind = scalarKind(facts);
  if (wanted === null) return { op: 'null', column: field };
  if (isAnyOf(wanted)) return { op: 'in', column: field, values: wanted.map((one) => store(kind, one)) };
  if (!isRanges(wanted)) return { op: 'eq', column: field, value: store(kind, wanted) };
  const conditions = comparisons.flatMap((op): Condition[] => {
    const operand = wanted[op];
    return operand === undefined
      ? []
      : [{ op, column: field, value: compileOperand(operand, kind, storedNow) }];
  });
  if (wanted.not !== undefined) {
    conditions.push({ op: 'not', of: compileOne(field, wanted.not, facts, storedNow) });
  }
  return and(...conditions);
}

function compileOperand(operand: Operand, kind: ValueKind, storedNow: string): Scalar | { column: string } {
  if (operand === now) return kind === 'date' ? storedNow.slice(0, 10) : storedNow;
  if (typeof operand === 'object' && operand !== null) return { column: operand.field };
  const stored: Stored = store(kind, operand);
  return stored;
}

function scalarKind(facts: Facts): ValueKind {
  switch (facts.kind) {
    case 'reference':
      return 'integer';
    case 'references':
    case 'words':
    case 'aggregate':
    case 'pairs':
    case 'derived':
    case 'alias':
    case 'nested':
    case 'labels':
      throw new Error(`A condition cannot stand on a field of the kind ${facts.kind}.`);
    default:
      return facts.kind;
  }
}

function isAnyOf(wanted: Where[string]): wanted is readonly Literal[] {
  return Array.isArray(wanted);
}

function isRanges(wanted: Where[string]): wanted is Ranges {
  return typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
}
