/** Filters: how the text of a query parameter becomes a condition on rows. */

import { and, type Comparison, type Condition, or } from '../condition.ts';
import type { DerivedFacts } from '../definition/field-options.ts';
import type { Actor } from '../policy.ts';
import {
  isDay,
  isDecimal,
  isTimeOfDay,
  parseInstant,
  type Stored,
  scaleOf,
  storeInstant,
  toUnits,
  type ValueKind,
} from '../values.ts';
import { compileWhere } from './where.ts';

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';
export const rangeOperators: ReadonlySet<string> = new Set<RangeOperator>(['gt', 'gte', 'lt', 'lte']);

/** One filter of a resource. */
export interface FilterType {
  readonly name: string;
  readonly kind: ValueKind;
  readonly values?: readonly string[];
  /** Whether `null` is a value to ask for. */
  readonly nullable: boolean;
  /** Whether `[gt]`, `[gte]`, `[lt]` and `[lte]` may be asked. */
  readonly ranges: boolean;
  /** Rows whose value is any of these, in the eyes of who asks. */
  any(values: readonly Stored[], storedNow: string, viewer: Actor): Condition;
  /** Rows whose value compares so. Only where `ranges` holds. */
  range(operator: Comparison, value: Stored): Condition;
}

export interface FilterShape {
  readonly name: string;
  readonly kind: ValueKind;
  readonly values?: readonly string[];
  readonly nullable?: boolean;
}

/** A filter on a column of the row itself. */
export function columnFilter(shape: FilterShape, column: string): FilterType {
  const ranges = ['integer', 'datetime', 'date', 'time'].includes(shape.kind) || isDecimal(shape.kind);
  return {
    ...shape,
    nullable: shape.nullable ?? false,
    ranges,
    any: (values) => anyOf(column, values),
    range: (op, value) => ({ op, column, value }),
  };
}

/** A filter whose condition is made by the caller, for values held in other tables. */
export function foreignFilter(
  shape: FilterShape,
  condition: (values: readonly Stored[], viewer: Actor) => Condition,
): FilterType {
  return {
    ...shape,
    nullable: shape.nullable ?? false,
    ranges: false,
    any: (values, _storedNow, viewer) => condition(values, viewer),
    range: refuseRange,
  };
}

/** A filter on a derived field: its cases, each only where none before it holds. */
export function derivedFilter(
  name: string,
  facts: DerivedFacts,
  factsOf: Parameters<typeof compileWhere>[1],
): FilterType {
  const shown = (stored: Stored) => (facts.shows === 'boolean' ? stored === 1 : stored);
  return {
    name,
    kind: facts.shows,
    ...(facts.values && { values: facts.values }),
    nullable: false,
    ranges: false,
    any: (values, storedNow) => {
      const cases = facts.cases.map(([, where]) => compileWhere(where, factsOf, storedNow));
      return or(
        ...values.map((stored) => {
          const alike = [...facts.cases.map(([value]) => value), facts.otherwise].flatMap((value, index) =>
            value === shown(stored) ? [index] : [],
          );
          return or(...alike.map((index) => caseOf(cases, index)));
        }),
      );
    },
    range: refuseRange,
  };
}

/** That a case holds and none before it; that none does, for the index behind the last. */
function caseOf(cases: readonly Condition[], index: number): Condition {
  const before = cases.slice(0, index).map((of): Condition => ({ op: 'not', of }));
  const own = cases[index];
  return and(...before, ...(own ? [own] : []));
}

function refuseRange(): Condition {
  throw new Error('This filter has no ranges.');
}

/** Rows whose column holds any of the values; null is one of them where it is among them. */
export function anyOf(column: string, values: readonly Stored[]): Condition {
  const real = values.filter((value) => value !== null);
  const conditions: Condition[] = [];
  if (real.length > 0) conditions.push({ op: 'in', column, values: real });
  if (real.length < values.length) conditions.push({ op: 'null', column });
  return or(...conditions);
}

/** The stored value that a text of a query stands for; undefined where it is none of this kind. */
export function parseFilterValue(filter: FilterShape, text: string): Stored | undefined {
  if (text === 'null' && filter.nullable) return null;
  switch (filter.kind) {
    case 'integer': {
      const number = Number(text);
      return /^-?\d{1,15}$/.test(text) ? number : undefined;
    }
    case 'boolean':
      return text === 'true' ? 1 : text === 'false' ? 0 : undefined;
    case 'datetime': {
      const iso = parseInstant(text);
      return iso === null ? undefined : storeInstant(iso);
    }
    case 'date':
      return isDay(text) ? text : undefined;
    case 'time':
      return isTimeOfDay(text) ? text : undefined;
    case 'enum':
      return filter.values?.includes(text) ? text : undefined;
    default:
      if (isDecimal(filter.kind)) return parseDecimal(text, scaleOf(filter.kind));
      // Stored texts have no space around them, and MariaDB takes one behind for nothing.
      return text.trim() === '' ? undefined : text.trim();
  }
}

/** A number with at most so many decimals, in units of the last one: 15 digits in all, which a number keeps exactly. */
function parseDecimal(text: string, scale: number): Stored | undefined {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length > 15 - scale || decimals.length > scale) return undefined;
  return toUnits(Number(text), scale) ?? undefined;
}
