/** What rows can be counted by and which numbers can be summed, with the location of these values. */

import type { Sql } from '../condition.ts';
import type { Period } from '../database/dialect/dialect.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { Link } from '../definition/definition.ts';
import { countedOf, isPaired, isQueried, isReference, scalarOf } from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import { text } from '../kinds/scalars/text.ts';
import type { Text } from '../message.ts';
import type { Actor } from '../policy.ts';
import { base, computedSql } from './expression.ts';
import { filterTarget } from './filter-target.ts';
import { type FieldModel, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';

export const dateParts: readonly Period[] = ['day', 'week', 'month', 'year'];

/** The choices of `by`, from the filters of a resource: `status`, `started_at.month`, … */
export function countChoices(resource: Resource): string[] {
  return [...resource.filters.values()].flatMap(({ name, tree }) => {
    const facts = resource.fields.get(name)?.facts;
    if (name === 'id' || tree) return [];
    // Amounts are not counted by value: they rarely occur twice.
    const by = facts ? countedOf(facts) : 'values';
    if (by === 'periods') return dateParts.map((part) => `${name}.${part}`);
    return by === 'values' ? [name] : [];
  });
}

/** The fields of a resource that can be summed. */
export function sumChoices({ definition }: Resource): readonly string[] {
  return definition.sums ?? [];
}

/** A value of each row, as SQL. */
export interface Counted {
  readonly value: Sql;
  /** For values of other rows: joins that yield one row per value, or one without a value. */
  readonly joins: Sql;
  readonly scalar: Scalar;
  /** The labels of an enumeration's words, in order; empty for other fields. */
  readonly words: ReadonlyMap<string, Text>;
  /** The resource whose ids the values are. */
  readonly target: Resource | null;
}

/** The viewer, and the time. */
interface Beholder {
  readonly viewer: Actor;
  readonly storedNow: string;
}

const nothing: Sql = { text: '', bindings: [] };
const noLabels: ReadonlyMap<string, Text> = new Map();

/**
 * @param name one of the choices, without the part of a date
 * @param alias a unique alias for the joined table
 */
export function countedBy(
  registry: Registry,
  resource: Resource,
  name: string,
  { viewer, storedNow }: Beholder,
  alias: string,
): Counted {
  const found = findValue(registry, resource, name, { viewer, storedNow }, alias);
  return { ...found, target: name === 'id' ? resource : filterTarget(registry, resource, name) };
}

type FoundValue = Omit<Counted, 'target'>;

function findValue(
  registry: Registry,
  resource: Resource,
  name: string,
  { viewer, storedNow }: Beholder,
  alias: string,
): FoundValue {
  const path = resource.definition.filtersThrough?.[name];
  if (path === undefined) {
    const field = resource.fields.get(name);
    if (field) return ownValue(registry, resource, field, { viewer, storedNow }, alias);
  } else if (typeof path !== 'string') {
    return { ...byId, ...linked(path.links, conditionSql(path.seen(viewer), 'l0'), alias) };
  } else {
    const [first = '', second = ''] = path.split('.');
    const facts = resource.fields.get(first)?.facts;
    if (isPaired(facts)) return { ...byId, ...pairedValues(facts.table, facts.own, facts.column, alias) };
    if (isReference(facts)) return farValue(resourceAt(registry, facts.to), first, second);
    const far = registry.get(first)?.fields.get(second)?.facts;
    if (isPaired(far)) return { ...byId, ...pairedValues(far.table, far.column, far.own, alias) };
  }
  throw new Error(`${resource.path} cannot be counted by ${name}.`);
}

const byId = { scalar: integer, words: noLabels } as const;

function ownValue(
  registry: Registry,
  resource: Resource,
  field: FieldModel,
  { viewer, storedNow }: Beholder,
  alias: string,
): FoundValue {
  const { facts, name } = field;
  const shape = groupShape(field);
  if (isPaired(facts)) return { ...shape, ...pairedValues(facts.table, facts.own, facts.column, alias) };
  const value = isQueried(facts)
    ? computedSql(registry, resource, facts)(storedNow, viewer)
    : { text: columnOf(base, name), bindings: [] };
  return { value, joins: nothing, ...shape };
}

function groupShape(field: FieldModel): Pick<FoundValue, 'scalar' | 'words'> {
  return { scalar: scalarOf(field.facts) ?? text, words: field.values };
}

/** The value of a field of the referenced row. */
function farValue({ table, fields }: Resource, reference: string, name: string): FoundValue {
  const field = fields.get(name);
  const text =
    `(select ${columnOf('f', name)} from ${quote(table)} ${quote('f')} ` +
    `where ${columnOf('f', 'id')} = ${columnOf(base, reference)})`;
  return { value: { text, bindings: [] }, joins: nothing, ...(field ? groupShape(field) : byId) };
}

type Joined = Pick<FoundValue, 'value' | 'joins'>;

/** The values in a table of pairs, each once. */
function pairedValues(table: string, own: string, value: string, alias: string): Joined {
  const on = `${columnOf(alias, own)} = ${columnOf(base, 'id')}`;
  return {
    value: { text: columnOf(alias, value), bindings: [] },
    joins: { text: ` left join ${quote(table)} ${quote(alias)} on ${on}`, bindings: [] },
  };
}

/** Values at the end of a path over several tables. If a row reaches a value on two paths, it counts once. */
function linked(links: readonly Link[], seen: Sql, alias: string): Joined {
  const [first, ...further] = links;
  const last = links.at(-1);
  if (!first || !last) throw new Error('A way over other tables has a first step.');
  const steps = further.map(
    ({ table, foreign }, index) =>
      ` join ${quote(table)} ${quote(`l${index + 1}`)} on ` +
      `${columnOf(`l${index + 1}`, foreign)} = ${columnOf(`l${index}`, links[index]?.column ?? '')}`,
  );
  const end = columnOf(`l${further.length}`, last.column);
  const pairs =
    `select distinct ${columnOf('l0', first.foreign)} as ${quote('own')}, ${end} as ${quote('value')} ` +
    `from ${quote(first.table)} ${quote('l0')}${steps.join('')} where ${end} is not null and ${seen.text}`;
  return {
    value: { text: columnOf(alias, 'value'), bindings: [] },
    joins: {
      text: ` left join (${pairs}) ${quote(alias)} on ${columnOf(alias, 'own')} = ${columnOf(base, 'id')}`,
      bindings: seen.bindings,
    },
  };
}

/** A number of each row to be summed, in units of its last decimal. */
export interface Summed {
  readonly name: string;
  readonly value: Sql;
  readonly scalar: Scalar;
  /** Whether it is counted or summed over other rows. */
  readonly computed: boolean;
}

/** @param name one of the choices */
export function summedBy(
  registry: Registry,
  resource: Resource,
  name: string,
  { viewer, storedNow }: Beholder,
): Summed {
  const { facts } = fieldOf(resource, name);
  const computed = isQueried(facts);
  const value = computed
    ? computedSql(registry, resource, facts)(storedNow, viewer)
    : { text: columnOf(base, name), bindings: [] };
  return { name, value, scalar: scalarOf(facts) ?? integer, computed };
}
