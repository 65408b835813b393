/** Values of an answer that are computed in its own query: counts, sums and derived fields. */
import { always, and } from './condition.ts';
import type { AggregateFacts, DerivedFacts, PairCountFacts } from './field-facts.ts';
import { liveCondition } from './referable.ts';
import { fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { columnOf, conditionSql, quote, type Sql } from './sql.ts';
import { compileWhere } from './where.ts';

/** Alias of the table whose rows are answered. */
export const base = 't';

/** An expression on the rows of `base`; what depends on the moment of the request is bound to it. */
export type Expression = (storedNow: string) => Sql;

/** A count or a sum over rows of another resource that refer to the row. */
export function aggregateSql(registry: Registry, facts: AggregateFacts): Expression {
  const target = resourceAt(registry, facts.of);
  const what = facts.sum ? `coalesce(sum(${columnOf('a', facts.sum)}), 0)` : 'count(*)';
  return (storedNow) => {
    const own = facts.where
      ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
      : always;
    const where = conditionSql(and(own, liveCondition(target)), 'a');
    return {
      text:
        `(select ${what} from ${quote(target.table)} ${quote('a')} where ` +
        `${columnOf('a', facts.foreign)} = ${columnOf(base, 'id')} and ${where.text})`,
      bindings: where.bindings,
    };
  };
}

export function pairCountSql({ table, foreign, distinct, through }: PairCountFacts): Sql {
  const further = through
    ? ` join ${quote(through.table)} ${quote('b')} on ${columnOf('b', 'id')} = ${columnOf('a', through.column)}`
    : '';
  const what = distinct ? `count(distinct ${columnOf(through ? 'b' : 'a', distinct)})` : 'count(*)';
  const where = `${columnOf('a', foreign)} = ${columnOf(base, 'id')}`;
  return {
    text: `(select ${what} from ${quote(table)} ${quote('a')}${further} where ${where})`,
    bindings: [],
  };
}

/** A derived field as one expression: the value of the first case that holds. */
export function derivedSql(resource: Resource, facts: DerivedFacts): Expression {
  const stored = (value: string | boolean) => (typeof value === 'boolean' ? Number(value) : value);
  return (storedNow) => {
    const cases = facts.cases.map(([value, where]) => ({
      value,
      sql: conditionSql(
        compileWhere(where, (name) => fieldOf(resource, name).facts, storedNow),
        base,
      ),
    }));
    return {
      text: `case ${cases.map(({ sql }) => `when ${sql.text} then ?`).join(' ')} else ? end`,
      bindings: [
        ...cases.flatMap(({ value, sql }) => [...sql.bindings, stored(value)]),
        stored(facts.otherwise),
      ],
    };
  };
}
