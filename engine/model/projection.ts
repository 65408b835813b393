import { columnOf } from '../database/sql.ts';
import type { ChangeLabelsFacts, ReferenceFacts } from '../kinds/field.ts';
import { isColumn } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { json } from '../kinds/scalars/json.ts';
import { type Scalar, show } from '../kinds/scalars/scalar.ts';
import { text as plainText } from '../kinds/scalars/text.ts';
import { aggregateSql, base, derivedSql, type Expression, pairCountSql } from './expression.ts';
import {
  type FieldModel,
  fieldOf,
  hasColumn,
  isList,
  type ListFacts,
  type Output,
  type Registry,
  type Resource,
  resourceAt,
  storedFields,
} from './resource.ts';

/** A left join along a reference. */
interface Join {
  readonly alias: string;
  readonly table: string;
  readonly on: string;
}

/** What a row holds for each selected expression, in their order. */
export type SelectedValues = readonly unknown[];

/** Reads one key of an answer from a row. */
export interface Reader {
  readonly key: string;
  read(row: SelectedValues): unknown;
}

/** A key whose values are read for a whole page at once. */
export interface Batch {
  readonly key: string;
  readonly field: FieldModel<ListFacts | ChangeLabelsFacts>;
  /** What to show of the rows referred to, where they are embedded; null for plain values. */
  readonly embedded: Embedded | null;
  /** Where it finds the changes whose values it names; null where it names none. */
  readonly changed: Changed | null;
}

/** What a row tells of changes to another one. */
export interface Changed {
  readonly registry: Registry;
  /** The name of the resource that was changed. */
  resource(row: SelectedValues): unknown;
  /** Field → its value before and after. */
  changes(row: SelectedValues): unknown;
}

/** Rows that are embedded in lists. */
export interface Embedded {
  readonly table: string;
  /** On the rows of that table. */
  readonly projection: Projection;
}

export interface Projection {
  readonly joins: readonly Join[];
  /** The row's id comes first. */
  readonly selected: readonly Expression[];
  readonly readers: readonly Reader[];
  readonly batches: readonly Batch[];
  /** Keys in the order of the answer. */
  readonly keys: readonly string[];
}

/** Collects what a set of keys needs; joins and columns that several keys share appear once. */
class Builder {
  readonly joins = new Map<string, Join>();
  /** By names that tell them apart. In a row they are found by their place. */
  readonly selected = new Map<string, Expression>();
  private readonly registry: Registry;

  constructor(registry: Registry) {
    this.registry = registry;
  }

  /** @returns its place in a row */
  column(alias: string, column: string, { asText }: Scalar): number {
    const name = alias === base ? column : `${alias}_${column}`;
    // Of prepared statements mysql2 gets moments and days in numbers, from which to make a text takes a third of the
    // time that reading a row does. As text they come the way they are shown. JSON would become part of a packed row.
    const text = asText ? `cast(${columnOf(alias, column)} as char)` : columnOf(alias, column);
    return this.expression(name, () => ({ text, bindings: [] }));
  }

  /** @returns its place in a row */
  expression(name: string, sql: Expression): number {
    this.selected.set(name, sql);
    return [...this.selected.keys()].indexOf(name);
  }

  joinAlong(alias: string, field: FieldModel<ReferenceFacts>): { alias: string; target: Resource } {
    const target = resourceAt(this.registry, field.facts.to);
    const joined = `${alias === base ? 'j' : alias}_${field.name}`;
    const on = `${columnOf(joined, 'id')} = ${columnOf(alias, field.name)}`;
    this.joins.set(joined, { alias: joined, table: target.table, on });
    return { alias: joined, target };
  }

  /** Reads `{id, name, …}` of the row that a reference points at; null where it points at none. */
  embed(alias: string, field: FieldModel<ReferenceFacts>): (row: SelectedValues) => unknown {
    const id = this.column(alias, field.name, integer);
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
      const { scalar } = field.facts;
      const column = this.column(alias, name, scalar);
      return { key: name, read: (row) => show(scalar, row[column]) };
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
  builder.column(base, 'id', integer);
  for (const key of keys) {
    const output = resource.outputs.get(key);
    if (!output) continue;
    const { field } = output;
    if (isList(field)) batches.push({ key, field, embedded: embeddedOf(registry, output), changed: null });
    else if (namesChanges(field))
      batches.push({ key, field, embedded: null, changed: changedIn(builder, registry, field) });
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

/** The columns of a resource's rows as they are stored, under the names of their fields: what a write begins with. */
export function projectStored(registry: Registry, resource: Resource): Projection {
  const builder = new Builder(registry);
  builder.column(base, 'id', integer);
  const readers = storedFields(resource).map((field): Reader => {
    return { key: field.name, read: columnReader(builder, field.name, field.facts.scalar) };
  });
  const keys = readers.map(({ key }) => key);
  return { joins: [], selected: [...builder.selected.values()], readers, batches: [], keys };
}

function reader(builder: Builder, registry: Registry, resource: Resource, output: Output): Reader['read'] {
  const { field } = output;
  const { facts, name } = field;
  if (output.part === 'embed' && isReference(field)) return builder.embed(base, field);
  if (hasColumn(field)) return columnReader(builder, name, field.facts.scalar);
  switch (facts.kind) {
    case 'alias': {
      const other = fieldOf(resource, facts.of);
      const read = columnReader(builder, facts.of, isColumn(other.facts) ? other.facts.scalar : plainText);
      return (row) => String(read(row));
    }
    case 'aggregate':
      return valueReader(builder.expression(name, aggregateSql(registry, resource, facts)), facts.scalar);
    case 'pairs':
      return valueReader(
        builder.expression(name, (_storedNow, viewer) => pairCountSql(resource, facts, viewer)),
        facts.scalar,
      );
    case 'derived':
      return valueReader(builder.expression(name, derivedSql(resource, facts)), facts.scalar);
    default:
      throw new Error(`A field of the kind ${facts.kind} cannot be selected.`);
  }
}

/** What a list of embedded rows shows of each. */
function embeddedOf(registry: Registry, { field, part }: Output): Embedded | null {
  if (part === 'value' || field.facts.kind !== 'references') return null;
  const target = resourceAt(registry, field.facts.to);
  const keys = ['id', ...embeddedNames(target, field.facts.include)];
  return { table: target.table, projection: project(registry, target, keys) };
}

function namesChanges(field: FieldModel): field is FieldModel<ChangeLabelsFacts> {
  return field.facts.kind === 'labels';
}

function changedIn(
  builder: Builder,
  registry: Registry,
  { facts: { resource, changes } }: FieldModel<ChangeLabelsFacts>,
): Changed {
  return {
    registry,
    resource: columnReader(builder, resource, plainText),
    changes: columnReader(builder, changes, json),
  };
}

function columnReader(builder: Builder, column: string, scalar: Scalar): Reader['read'] {
  return valueReader(builder.column(base, column, scalar), scalar);
}

function valueReader(column: number, scalar: Scalar): Reader['read'] {
  return (row) => show(scalar, row[column]);
}
