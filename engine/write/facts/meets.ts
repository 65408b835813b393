/** Whether a row in memory meets a condition of a definition: the same result as in SQL, without a query. */
import { isDerived, isStored } from '../../kinds/kind.ts';
import { now, type Operand, type Ranges, type Where } from '../../kinds/where.ts';
import { fieldOf, type Resource } from '../../model/resource.ts';
import { isRanges } from '../../model/where.ts';

/** A row in the form of an answer, and the moment of the request (ISO 8601 UTC). */
interface Judged {
  readonly resource: Resource;
  readonly row: Readonly<Record<string, unknown>>;
  readonly at: string;
}

const orderings: Readonly<Record<'lt' | 'lte' | 'gt' | 'gte', (order: number) => boolean>> = {
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

export function meets(judged: Judged, where: Where): boolean {
  return Object.entries(where).every(([name, wanted]) => isAsWanted(judged, name, wanted));
}

function isAsWanted(judged: Judged, name: string, wanted: Where[string]): boolean {
  const value = currentValue(judged, name);
  if (isRanges(wanted)) return isWithin(judged, name, value, wanted);
  const all: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (Array.isArray(value)) return value.some((one) => all.includes(one));
  return all.includes(value);
}

function isWithin(judged: Judged, name: string, value: unknown, { not, orNull, ...ranges }: Ranges): boolean {
  if (orNull && (value === null || value === undefined)) return true;
  for (const [comparison, fits] of Object.entries(orderings)) {
    const operand = ranges[comparison as keyof typeof orderings];
    if (operand === undefined) continue;
    const order = compare(value, operandOf(judged, name, operand));
    if (order === null || !fits(order)) return false;
  }
  return not === undefined || !isAsWanted(judged, name, not);
}

function operandOf(judged: Judged, name: string, operand: Operand): unknown {
  if (operand === now) {
    const { facts } = fieldOf(judged.resource, name);
    return isStored(facts) ? facts.scalar.present?.(judged.at) : null;
  }
  if (typeof operand === 'object' && operand !== null) return currentValue(judged, operand.field);
  return operand;
}

/** Null if one of them has no value: no comparison is true then. Moments and days compare as texts. */
function compare(one: unknown, other: unknown): number | null {
  if (one === null || one === undefined || other === null || other === undefined) return null;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}

/** The value of a field; a field that is computed from columns of the row is computed here. */
export function currentValue(judged: Judged, name: string): unknown {
  const { facts } = fieldOf(judged.resource, name);
  if (!isDerived(facts)) return judged.row[name] ?? null;
  return facts.cases.find(([, where]) => meets(judged, where))?.[0] ?? facts.otherwise;
}
