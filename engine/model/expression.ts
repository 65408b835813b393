/** Values of an answer that are computed in its own query: counts, sums and derived fields. */

import { always, and, type Sql } from '../condition.ts';
import { columnOf, conditionSql, join, quote } from '../database/sql.ts';
import type { AggregateFacts, DerivedFacts, FirstFacts, PairCountFacts, TotalFacts } from '../kinds/facts.ts';
import { isAggregate, isAlias, isFirst, isReference } from '../kinds/kind.ts';
import { type AliasPart, aliasParts } from '../kinds/structures/alias.ts';
import { byStructure, type EachOf, type FactsHeld, type NameHeld } from '../kinds/structures/structures.ts';
import type { Expression, Viewer } from '../policy.ts';
import { type FieldModel, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { countedCondition, isDivided, liveCondition } from './scope.ts';
import { compileWhere } from './where.ts';

/** Alias of the table whose rows are answered. */
export const base = 't';

/** Rows of `alias` that the viewer may see: at the headquarters all, elsewhere those of the current site. */
function knownSql(alias: string, siteColumn: string | undefined, { site }: Viewer): Sql {
  if (siteColumn === undefined) return { text: '', bindings: [] };
  return {
    text: ` and (? = 1 or ${columnOf(alias, siteColumn)} = ?)`,
    bindings: [Number(site?.is_headquarters ?? false), site?.id ?? 0],
  };
}

/** Whether rows are counted for viewers who may not see all of them. */
function countsSites({ scope, headquartersOnly, operations }: Resource, target: Resource): boolean {
  return isDivided(scope, target.scope) && !operations.every((one) => headquartersOnly.includes(one));
}

const computations: EachOf<NameHeld<'query'>, [Resource, Registry], Expression> = {
  aggregate: aggregateSql,
  total: totalSql,
  first: firstSql,
  pairs: pairCountSql,
  derived: derivedSql,
};

/** The expression of a computed field in the query of its row. */
export function computedSql(registry: Registry, resource: Resource, facts: FactsHeld<'query'>): Expression {
  return byStructure(computations, facts, resource, registry);
}

/** The name of a row of `alias`. */
export const displaySql = (registry: Registry, resource: Resource, alias: string): Sql =>
  textSql(registry, resource, resource.display, alias);

/** A text of a row of `alias`: a column, or a template. */
function textSql(registry: Registry, resource: Resource, of: string, alias: string): Sql {
  const { facts, name } = fieldOf(resource, of);
  if (isAlias(facts)) return aliasSql(registry, resource, facts.of, alias);
  return { text: columnOf(alias, name), bindings: [] };
}

/** A template: each part is a column of the row, or the name of a referenced row. */
function aliasSql(registry: Registry, resource: Resource, of: string, alias: string): Sql {
  const partSql = (part: AliasPart): Sql => {
    if ('text' in part) return { text: '?', bindings: [part.text] };
    const { facts, name } = partField(resource, part.field);
    const column = columnOf(alias, name);
    if (name === part.field || !isReference(facts)) return asText({ text: column, bindings: [] });
    const target = resourceAt(registry, facts.to);
    const referred = `${alias}_${name}`;
    const shown = displaySql(registry, target, referred);
    return asText({
      text: `(select ${shown.text} from ${quote(target.table)} ${quote(referred)} where ${columnOf(referred, 'id')} = ${column})`,
      bindings: shown.bindings,
    });
  };
  const { text, bindings } = join(aliasParts(of).map(partSql), ', ');
  return { text: `concat(${text})`, bindings };
}

/** The field of a part: a field, or a reference under its embedded name. */
export function partField(resource: Resource, name: string): FieldModel {
  return resource.fields.get(name) ?? fieldOf(resource, `${name}_id`);
}

/** In MariaDB, concatenating null gives null. */
function asText({ text, bindings }: Sql): Sql {
  return { text: `coalesce(cast(${text} as char), '')`, bindings };
}

/** ` from … where …` for the rows of another resource that refer to the row. */
function referringSql(
  { of, foreign, where: wanted }: Pick<AggregateFacts, 'of' | 'foreign' | 'where'>,
  resource: Resource,
  registry: Registry,
): Expression {
  const target = resourceAt(registry, of);
  const siteColumn = countsSites(resource, target) ? 'site_id' : undefined;
  return (storedNow, viewer) => {
    const own = wanted ? compileWhere(wanted, (name) => fieldOf(target, name).facts, storedNow) : always;
    const where = conditionSql(and(own, liveCondition(target)), 'a');
    const known = knownSql('a', siteColumn, viewer);
    return {
      text:
        `from ${quote(target.table)} ${quote('a')} where ` +
        `${columnOf('a', foreign)} = ${columnOf(base, 'id')} and ${where.text}${known.text}`,
      bindings: [...where.bindings, ...known.bindings],
    };
  };
}

/** A count or a sum over rows of another resource that refer to the row. */
function aggregateSql(facts: AggregateFacts, resource: Resource, registry: Registry): Expression {
  const what = facts.sum ? `coalesce(sum(${columnOf('a', facts.sum)}), 0)` : 'count(*)';
  const rows = referringSql(facts, resource, registry);
  return (storedNow, viewer) => {
    const { text, bindings } = rows(storedNow, viewer);
    return { text: `(select ${what} ${text})`, bindings };
  };
}

/** A text of the oldest of these rows, else one of the row itself. */
function firstSql(facts: FirstFacts, resource: Resource, registry: Registry): Expression {
  const shown = textSql(registry, resourceAt(registry, facts.of), facts.shows, 'a');
  const otherwise = aliasSql(registry, resource, facts.otherwise, base);
  const rows = referringSql(facts, resource, registry);
  return (storedNow, viewer) => {
    const { text, bindings } = rows(storedNow, viewer);
    return {
      text: `coalesce((select ${shown.text} ${text} order by ${columnOf('a', 'id')} limit 1), ${otherwise.text})`,
      bindings: [...shown.bindings, ...bindings, ...otherwise.bindings],
    };
  };
}

/** The targets of links. */
export interface Links {
  /** Base of the service's addresses: `https://plant.example`. */
  readonly home?: string | undefined;
  /** Prefixes of paths whose pages are disabled. No field links there. */
  readonly closed?: readonly string[] | undefined;
}

/** The expression of a computed field. `link` says whether its value is a path that becomes an address. */
export function linkedSql(
  registry: Registry,
  resource: Resource,
  facts: FactsHeld<'query'>,
  links: Links,
): { readonly sql: Expression; readonly link?: true } {
  const link = isFirst(facts) ? linkOf(registry, facts) : null;
  if (!isFirst(facts) || link === null) return { sql: computedSql(registry, resource, facts) };
  const otherwise = aliasSql(registry, resource, facts.otherwise, base);
  return {
    sql: isClosed(links, link) ? () => otherwise : computedSql(registry, resource, facts),
    link: true,
  };
}

/** Whether the pages of a link are disabled. @param link its template: `/r/{token}` */
export function isClosed({ closed = [] }: Links, link: string): boolean {
  return closed.some((beginning) => link.startsWith(beginning));
}

/** The template of the link that the other row shows; null if it is no link. */
export function linkOf(registry: Registry, { of, shows }: FirstFacts): string | null {
  const { facts } = fieldOf(resourceAt(registry, of), shows);
  return isAlias(facts) && facts.link ? facts.of : null;
}

/** The total of counts and sums of the row. */
function totalSql({ of }: TotalFacts, resource: Resource, registry: Registry): Expression {
  const parts = of.map((name) => {
    const { facts } = fieldOf(resource, name);
    if (!isAggregate(facts)) throw new Error(`${resource.path} neither counts nor sums ${name}.`);
    return aggregateSql(facts, resource, registry);
  });
  return (storedNow, viewer) => {
    const { text, bindings } = join(
      parts.map((part) => part(storedNow, viewer)),
      ' + ',
    );
    return { text: `(${text})`, bindings };
  };
}

/**
 * A count of pairs, or of the rows that they refer to. Those of other sites are counted only at the headquarters; pairs of rows
 * that are deleted and kept are not.
 */
function pairCountSql(
  { table, foreign, distinct, through, site }: PairCountFacts,
  { dependents }: Resource,
): Expression {
  const further = through
    ? ` join ${quote(through.table)} ${quote('b')} on ${columnOf('b', 'id')} = ${columnOf('a', through.column)}`
    : '';
  const what = distinct ? `count(distinct ${columnOf(through ? 'b' : 'a', distinct)})` : 'count(*)';
  const counted = dependents.find(
    (one) => one.counted === 'live' && one.owner && one.table === table && one.column === foreign,
  );
  const live = counted && conditionSql(countedCondition(counted), 'a');
  const where = `${columnOf('a', foreign)} = ${columnOf(base, 'id')}${live ? ` and ${live.text}` : ''}`;
  return (_storedNow, viewer) => {
    const known = knownSql(through ? 'b' : 'a', site, viewer);
    return {
      text: `(select ${what} from ${quote(table)} ${quote('a')}${further} where ${where}${known.text})`,
      bindings: [...(live?.bindings ?? []), ...known.bindings],
    };
  };
}

/** A derived field as one expression: the value of the first case that holds. */
function derivedSql(facts: DerivedFacts, resource: Resource): Expression {
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
