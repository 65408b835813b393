/** The conditions a definition writes: plain objects over its field names, and what they become. */

import { and, type Comparison, type Condition, type Scalar } from '../condition.ts';
import { type Stored, store, type ValueKind } from '../values.ts';
import type { Facts } from './field-options.ts';

/** Stands for the moment of the request. */
export const now = Symbol.for('millwright.now');

type Literal = string | number | boolean | null;
/** A literal, the present moment, or another field of the same row. */
export type Operand = Literal | typeof now | { readonly field: string };

export interface Ranges {
  readonly lt?: Operand;
  readonly lte?: Operand;
  readonly gt?: Operand;
  readonly gte?: Operand;
  /** Anything but this; rows without a value are among them, unless it is null. */
  readonly not?: Literal | readonly Literal[];
}

/**
 * Field → what it must be: a value, any of several, ranges, or anything but a value. All of them must hold.
 *
 * @example { status: ['planned', 'in_progress'], scheduled_at: { lt: now } }
 * @example { current_stock: { lte: { field: 'critical_stock' } }, company_id: { not: null } }
 */
export type Where = { readonly [field: string]: Literal | readonly Literal[] | Ranges };

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
  if (isList(wanted)) return { op: 'in', column: field, values: wanted.map((one) => store(kind, one)) };
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
      throw new Error(`A condition cannot stand on a field of the kind ${facts.kind}.`);
    default:
      return facts.kind;
  }
}

function isList(wanted: Where[string]): wanted is readonly Literal[] {
  return Array.isArray(wanted);
}

function isRanges(wanted: Where[string]): wanted is Ranges {
  return typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
}
