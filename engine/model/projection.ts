import { columnOf } from '../database/sql.ts';
import type { AliasFacts, ReferenceFacts } from '../kinds/facts.ts';
import { isAlias, isQueried, isReferences, kindName } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { type Scalar, show } from '../kinds/scalars/scalar.ts';
import { aliasParts } from '../kinds/structures/alias.ts';
import type { FactsHeld } from '../kinds/structures/structures.ts';
import type { Expression } from '../policy.ts';
import { base, isClosed, type Links, linkedSql } from './expression.ts';
import {
  type FieldModel,
  fieldOf,
  hasColumn,
  isFoundByPage,
  isList,
  type Output,
  type Registry,
  type Resource,
  refersToOne,
  resourceAt,
  storedFields,
} from './resource.ts';

/** A left join along a reference. */
interface Join {
  readonly alias: string;
  readonly table: string;
  readonly on: string;
}

/** The values of a row for the selected expressions, in order. */
export type SelectedValues = readonly unknown[];

/** Reads one key of an answer from a row. */
export interface Reader {
  readonly key: string;
  read(row: SelectedValues): unknown;
}

/** A key whose values are read for a whole page at once. */
export interface Batch {
  readonly key: string;
  readonly field: FieldModel<FactsHeld<'pairs' | 'rows' | 'page'>>;
  /** The embedded rows and their fields; null for plain values. */
  readonly embedded: Embedded | null;
  /** The values that it is computed from; null if it only depends on other tables. */
  readonly found: FoundFrom | null;
}

/** The values of a row from which something is computed. */
export interface FoundFrom<Part extends string = string> {
  readonly registry: Registry;
  partOf(row: SelectedValues, part: Part): unknown;
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

/** A selected column, in the form that its scalar reads. */
export function selectedColumn(alias: string, column: string, { asText }: Scalar): string {
  // From prepared statements, mysql2 receives moments and days as numbers; converting them to text takes a third of the time that
  // reading a row does. As text they arrive in their final form. JSON would become part of a packed row.
  return asText ? `cast(${columnOf(alias, column)} as char)` : columnOf(alias, column);
}

/** Collects the joins and columns for a set of keys; shared ones appear once. */
class Builder {
  readonly joins = new Map<string, Join>();
  /** By unique name. Rows are read by position. */
  readonly selected = new Map<string, Expression>();
  private readonly registry: Registry;
  readonly links: Links;

  constructor(registry: Registry, links: Links = {}) {
    this.registry = registry;
    this.links = links;
  }

  /** @returns its position in a row */
  column(alias: string, column: string, scalar: Scalar): number {
    const name = alias === base ? column : `${alias}_${column}`;
    return this.expression(name, () => ({ text: selectedColumn(alias, column, scalar), bindings: [] }));
  }

  /** @returns its position in a row */
  expression(name: string, sql: Expression): number {
    return [...this.selected.set(name, sql).keys()].indexOf(name);
  }

  joinAlong(alias: string, field: FieldModel<ReferenceFacts>): { alias: string; target: Resource } {
    const target = resourceAt(this.registry, field.facts.to);
    const joined = `${alias === base ? 'j' : alias}_${field.name}`;
    const on = `${columnOf(joined, 'id')} = ${columnOf(alias, field.name)}`;
    this.joins.set(joined, { alias: joined, table: target.table, on });
    return { alias: joined, target };
  }

  /** Reads `{id, name, …}` of a referenced row; null without a reference. */
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

  /** Reads a template of columns and names of referenced rows. A link becomes a full address; null if its pages are disabled. */
  alias(alias: string, resource: Resource, { of, link, given }: AliasFacts): Reader['read'] {
    if (link && isClosed(this.links, of)) return () => null;
    const parts = aliasParts(of).map((part): Reader['read'] => {
      if ('text' in part) return () => part.text;
      if (resource.fields.has(part.field)) return this.embedPart(alias, resource, part.field).read;
      const reference = fieldOf(resource, `${part.field}_id`);
      if (!refersToOne(reference)) throw new Error(`${resource.path} cannot be called by ${part.field}.`);
      const { alias: joined, target } = this.joinAlong(alias, reference);
      return this.embedPart(joined, target, target.display).read;
    });
    const text = this.addressed((row) => parts.map((read) => String(read(row))).join(''), link);
    const needed = given === undefined ? null : this.embedPart(alias, resource, given).read;
    return needed ? (row) => (needed(row) === null ? null : text(row)) : text;
  }

  addressed(read: Reader['read'], link?: true): Reader['read'] {
    return link ? (row) => `${this.links.home ?? ''}${read(row)}` : read;
  }

  private embedPart(alias: string, target: Resource, name: string): Reader {
    const field = target.fields.get(name);
    if (field && hasColumn(field)) {
      const { scalar } = field.facts;
      return { key: name, read: valueReader(this.column(alias, name, scalar), scalar) };
    }
    if (field && isAlias(field.facts)) return { key: name, read: this.alias(alias, target, field.facts) };
    const reference = fieldOf(target, `${name}_id`);
    if (!refersToOne(reference)) throw new Error(`${target.path} cannot show ${name} of its rows.`);
    return { key: name, read: this.embed(alias, reference) };
  }
}

/** The names of the fields that a reference shows beside `id`. */
export function embeddedNames(target: Resource, include: readonly string[]): string[] {
  return [...new Set([target.display, ...include])];
}

/**
 * The projection for keys of a resource's answer. Made once per set of keys and cached.
 */
export function project(
  registry: Registry,
  resource: Resource,
  keys: readonly string[],
  links?: Links,
): Projection {
  const builder = new Builder(registry, links);
  const readers: Reader[] = [];
  const batches: Batch[] = [];
  builder.column(base, 'id', integer);
  for (const key of keys) {
    const output = resource.outputs.get(key);
    if (!output) continue;
    const { field } = output;
    if (isList(field)) batches.push({ key, field, embedded: embeddedOf(registry, output), found: null });
    else if (isFoundByPage(field))
      batches.push({ key, field, embedded: null, found: foundFrom(builder, registry, resource, field) });
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

/** The columns of a resource's rows in stored form, by field name: the input of a write. */
export function projectStored(registry: Registry, resource: Resource): Projection {
  const builder = new Builder(registry);
  builder.column(base, 'id', integer);
  const readers = storedFields(resource).map((field): Reader => {
    return { key: field.name, read: columnReader(builder, field.name, field.facts.scalar) };
  });
  const selected = [...builder.selected.values()];
  return { joins: [], selected, readers, batches: [], keys: readers.map(({ key }) => key) };
}

function reader(builder: Builder, registry: Registry, resource: Resource, output: Output): Reader['read'] {
  const { field } = output;
  const { facts, name } = field;
  if (output.part === 'embed' && refersToOne(field)) return builder.embed(base, field);
  if (hasColumn(field)) return columnReader(builder, name, field.facts.scalar);
  if (isAlias(facts) && facts.scalar.scale !== undefined)
    return columnReader(builder, facts.of, facts.scalar);
  if (isAlias(facts)) return builder.alias(base, resource, facts);
  if (!isQueried(facts)) throw new Error(`A field of the kind ${kindName(facts)} cannot be selected.`);
  const { sql, link } = linkedSql(registry, resource, facts, builder.links);
  return builder.addressed(valueReader(builder.expression(name, sql), facts.scalar), link);
}

/** The fields that a list of embedded rows shows of each. */
function embeddedOf(registry: Registry, { field: { facts }, part }: Output): Embedded | null {
  if (part === 'value' || !isReferences(facts)) return null;
  const target = resourceAt(registry, facts.to);
  const keys = ['id', ...embeddedNames(target, facts.include)];
  return { table: target.table, projection: project(registry, target, keys) };
}

function foundFrom(
  builder: Builder,
  registry: Registry,
  resource: Resource,
  { facts: { from } }: FieldModel<FactsHeld<'page'>>,
): FoundFrom {
  const readers = new Map(
    Object.entries(from).map(([part, name]) => {
      const field = fieldOf(resource, name);
      if (!hasColumn(field)) throw new Error(`${resource.path} has no column ${name}.`);
      return [part, columnReader(builder, name, field.facts.scalar)];
    }),
  );
  return { registry, partOf: (row, part) => readers.get(part)?.(row) };
}

function columnReader(builder: Builder, column: string, scalar: Scalar): Reader['read'] {
  return valueReader(builder.column(base, column, scalar), scalar);
}

function valueReader(column: number, scalar: Scalar): Reader['read'] {
  return (row) => show(scalar, row[column]);
}
