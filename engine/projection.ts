/** Which columns, joins and further queries an answer's keys need, and how a database row becomes an answer. */
import type { Scope } from './actor.ts';
import { show, type ValueKind } from './codec.ts';
import { always, and, type Condition, eq, never } from './condition.ts';
import type {
  AggregateFacts,
  DerivedFacts,
  PairCountFacts,
  ReferenceFacts,
  ReferencesFacts,
} from './field-facts.ts';
import type { DatabaseRow } from './query.ts';
import {
  type Embedded,
  type FieldModel,
  fieldOf,
  hasColumn,
  isColumn,
  isList,
  kindOf,
  type ListFacts,
  type Output,
  type Registry,
  type Resource,
  resourceAt,
} from './resource.ts';
import { columnOf, conditionSql, quote, type Sql } from './sql.ts';
import { compileWhere } from './where.ts';

/** Alias of the table whose rows are answered. */
export const base = 't';

/** A left join along a reference. */
interface Join {
  readonly alias: string;
  readonly table: string;
  readonly on: string;
}

/** One selected expression under its name in the database row. */
interface Selected {
  readonly name: string;
  readonly sql: (storedNow: string) => Sql;
}

/** Reads one key of an answer from a database row. */
interface Reader {
  readonly key: string;
  read(row: DatabaseRow): unknown;
}

/** A key whose values are read for a whole page at once. */
export interface Batch {
  readonly key: string;
  readonly field: FieldModel<ListFacts>;
  /** What to show of the rows referred to, where they are embedded; null for plain values. */
  readonly embedded: Embedded | null;
}

export interface Projection {
  readonly joins: readonly Join[];
  readonly selected: readonly Selected[];
  readonly readers: readonly Reader[];
  readonly batches: readonly Batch[];
  /** Keys in the order of the answer. */
  readonly keys: readonly string[];
}

/** Collects what a set of keys needs; joins and columns that several keys share appear once. */
class Builder {
  readonly joins = new Map<string, Join>();
  readonly selected = new Map<string, Selected>();
  private readonly registry: Registry;

  constructor(registry: Registry) {
    this.registry = registry;
  }

  column(alias: string, column: string): string {
    const name = alias === base ? column : `${alias}_${column}`;
    this.selected.set(name, {
      name,
      sql: () => ({ text: columnOf(alias, column), bindings: [] }),
    });
    return name;
  }

  expression(name: string, sql: Selected['sql']): string {
    this.selected.set(name, { name, sql });
    return name;
  }

  joinAlong(alias: string, field: FieldModel<ReferenceFacts>): { alias: string; target: Resource } {
    const target = resourceAt(this.registry, field.facts.to);
    const joined = `${alias === base ? 'j' : alias}_${field.name}`;
    const on = `${columnOf(joined, 'id')} = ${columnOf(alias, field.name)}`;
    this.joins.set(joined, { alias: joined, table: target.table, on });
    return { alias: joined, target };
  }

  /** Reads `{id, name, …}` of the row that a reference points at; null where it points at none. */
  embed(alias: string, field: FieldModel<ReferenceFacts>): (row: DatabaseRow) => unknown {
    const id = this.column(alias, field.name);
    const { alias: joined, target } = this.joinAlong(alias, field);
    const parts = embeddedNames(target, field.facts.include).map((name) =>
      this.embedPart(joined, target, name),
    );
    return (row) => {
      if (row[id] === null || row[id] === undefined) return null;
      const embedded: Record<string, unknown> = { id: Number(row[id]) };
      for (const { key, read } of parts) embedded[key] = read(row);
      return embedded;
    };
  }

  private embedPart(alias: string, target: Resource, name: string): Reader {
    const field = target.fields.get(name);
    if (field && hasColumn(field)) {
      const column = this.column(alias, name);
      const kind = kindOf(field);
      return { key: name, read: (row) => show(kind, row[column]) };
    }
    const reference = fieldOf(target, `${name}_id`);
    if (!isReference(reference)) throw new Error(`${target.path} cannot show ${name} of its rows.`);
    return { key: name, read: this.embed(alias, reference) };
  }
}

/** Names of what a reference shows of its row beside `id`. */
export function embeddedNames(target: Resource, include: readonly string[]): string[] {
  return [...new Set([target.display, ...include])];
}

export function isReference(field: FieldModel): field is FieldModel<ReferenceFacts> {
  return field.facts.kind === 'reference';
}

/** What the given keys of a resource's answer need. Made once per set of keys and kept. */
export function project(registry: Registry, resource: Resource, keys: readonly string[]): Projection {
  const builder = new Builder(registry);
  const readers: Reader[] = [];
  const batches: Batch[] = [];
  builder.column(base, 'id');
  for (const key of keys) {
    const output = resource.outputs.get(key);
    if (!output) continue;
    if (isList(output.field))
      batches.push({ key, field: output.field, embedded: embeddedOf(registry, output) });
    else readers.push({ key, read: reader(builder, registry, resource, output) });
  }
  return {
    joins: [...builder.joins.values()],
    selected: [...builder.selected.values()],
    readers,
    batches,
    keys,
  };
}

function reader(builder: Builder, registry: Registry, resource: Resource, output: Output): Reader['read'] {
  const { field } = output;
  const { facts, name } = field;
  if (output.part === 'embed' && isReference(field)) return builder.embed(base, field);
  if (hasColumn(field)) return valueReader(builder.column(base, name), kindOf(field));
  switch (facts.kind) {
    case 'alias': {
      const other = fieldOf(resource, facts.of);
      return valueReader(builder.column(base, facts.of), isColumn(other.facts) ? other.facts.kind : 'text');
    }
    case 'aggregate':
      return valueReader(builder.expression(name, aggregateSql(registry, facts)), facts.shows);
    case 'pairs':
      return valueReader(
        builder.expression(name, () => pairCountSql(facts)),
        'integer',
      );
    case 'derived':
      return valueReader(builder.expression(name, derivedSql(resource, facts)), facts.shows);
    default:
      throw new Error(`A field of the kind ${facts.kind} cannot be selected.`);
  }
}

/** What a list of embedded rows shows of each. */
function embeddedOf(registry: Registry, { field, part }: Output): Embedded | null {
  if (part === 'value' || field.facts.kind !== 'references') return null;
  const target = resourceAt(registry, field.facts.to);
  const columns = embeddedNames(target, field.facts.include).map((name) => {
    const column = fieldOf(target, name);
    if (!hasColumn(column)) throw new Error(`${target.path} cannot show ${name} in a list of its rows.`);
    return { name, kind: kindOf(column) };
  });
  return { table: target.table, columns };
}

function valueReader(column: string, kind: ValueKind): Reader['read'] {
  return (row) => show(kind, row[column]);
}

/** Rows of a soft-deleted resource that are still there. */
export function liveCondition(resource: Resource): Condition {
  return resource.softDelete ? eq('live', 1) : always;
}

function aggregateSql(registry: Registry, facts: AggregateFacts): Selected['sql'] {
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

function pairCountSql({ table, foreign, distinct, through }: PairCountFacts): Sql {
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
export function derivedSql(resource: Resource, facts: DerivedFacts): Selected['sql'] {
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

/** Rows of a resource that belong to a site, whoever asks: what a reference from that site may point at. */
export function siteCondition(scope: Scope, siteId: number): Condition {
  if (scope === 'site') return eq('site_id', siteId);
  if (scope === 'global') return always;
  if (scope === 'self') return eq('id', siteId);
  return {
    op: 'exists',
    table: scope.members.table,
    foreign: scope.members.key,
    column: 'id',
    where: eq('site_id', siteId),
  };
}

/**
 * Rows that a reference from a row of a site may point at: those of the site, not deleted, that meet the
 * field's own condition. Both the validation and the list of options stand on this.
 */
export function referable(
  target: Resource,
  facts: ReferenceFacts | ReferencesFacts,
  siteId: number | null,
  storedNow: string,
): Condition {
  const own = facts.where
    ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
    : always;
  const inSite =
    target.scope === 'global' ? always : siteId === null ? never : siteCondition(target.scope, siteId);
  return and(inSite, liveCondition(target), own);
}
