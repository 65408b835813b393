/** Values of an answer that are computed in its own query: counts, sums and derived fields. */

import type { Sql } from '../condition.ts';
import { always, and } from '../condition.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { AggregateFacts, DerivedFacts, PairCountFacts } from '../kinds/field.ts';
import type { Actor } from '../policy.ts';
import { fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { countedCondition, isDivided, liveCondition } from './scope.ts';
import { compileWhere } from './where.ts';

/** Alias of the table whose rows are answered. */
export const base = 't';

/** Who looks, as far as an expression depends on it. */
export type Viewer = Pick<Actor, 'site'>;

/**
 * An expression on the rows of `base`. What depends on the moment of the request and on who looks is bound to it: its text
 * is always the same.
 */
export type Expression = (storedNow: string, viewer: Viewer) => Sql;

/** Rows of `alias` that somebody may know of: at the headquarters all, elsewhere those of the current site. */
function knownSql(alias: string, siteColumn: string | undefined, { site }: Viewer): Sql {
  if (siteColumn === undefined) return { text: '', bindings: [] };
  return {
    text: ` and (? = 1 or ${columnOf(alias, siteColumn)} = ?)`,
    bindings: [Number(site?.is_headquarters ?? false), site?.id ?? 0],
  };
}

/** Whether rows are counted for those who may not know of all of them. */
function countsSites({ scope, headquartersOnly, operations }: Resource, target: Resource): boolean {
  return isDivided(scope, target.scope) && !operations.every((one) => headquartersOnly.includes(one));
}

/** A count or a sum over rows of another resource that refer to the row. */
export function aggregateSql(registry: Registry, resource: Resource, facts: AggregateFacts): Expression {
  const target = resourceAt(registry, facts.of);
  const what = facts.sum ? `coalesce(sum(${columnOf('a', facts.sum)}), 0)` : 'count(*)';
  const siteColumn = countsSites(resource, target) ? 'site_id' : undefined;
  return (storedNow, viewer) => {
    const own = facts.where
      ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
      : always;
    const where = conditionSql(and(own, liveCondition(target)), 'a');
    const known = knownSql('a', siteColumn, viewer);
    return {
      text:
        `(select ${what} from ${quote(target.table)} ${quote('a')} where ` +
        `${columnOf('a', facts.foreign)} = ${columnOf(base, 'id')} and ${where.text}${known.text})`,
      bindings: [...where.bindings, ...known.bindings],
    };
  };
}

/**
 * A count of pairs, or of what they lead to; of those of other sites only at the headquarters. Pairs of rows that are deleted
 * and kept do not count.
 */
export function pairCountSql(
  { dependents }: Resource,
  { table, foreign, distinct, through, site }: PairCountFacts,
  viewer: Viewer,
): Sql {
  const further = through
    ? ` join ${quote(through.table)} ${quote('b')} on ${columnOf('b', 'id')} = ${columnOf('a', through.column)}`
    : '';
  const what = distinct ? `count(distinct ${columnOf(through ? 'b' : 'a', distinct)})` : 'count(*)';
  const kept = dependents.find(
    (one) => one.counted === 'live' && one.owner && one.table === table && one.column === foreign,
  );
  const live = kept && conditionSql(countedCondition(kept), 'a');
  const where = `${columnOf('a', foreign)} = ${columnOf(base, 'id')}${live ? ` and ${live.text}` : ''}`;
  const known = knownSql(through ? 'b' : 'a', site, viewer);
  return {
    text: `(select ${what} from ${quote(table)} ${quote('a')}${further} where ${where}${known.text})`,
    bindings: [...(live?.bindings ?? []), ...known.bindings],
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
