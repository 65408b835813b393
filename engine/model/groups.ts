/** What rows can be counted by, and where each of their values is found. */

import type { Sql } from '../condition.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { Link } from '../definition/definition.ts';
import type { Actor } from '../policy.ts';
import type { ValueKind } from '../values.ts';
import { base, derivedSql } from './expression.ts';
import {
  type FieldModel,
  hasColumn,
  isDerived,
  kindOf,
  type Registry,
  type Resource,
  resourceAt,
} from './resource.ts';

export const dateParts = ['day', 'week', 'month', 'year'] as const;

/** Kinds of few values, or of such as a client can name. Of how much there is of something no two rows need be equal. */
const countable = new Set(['enum', 'boolean', 'reference', 'derived', 'text', 'words']);

/** What the rows of a resource can be counted by, of what they can be filtered by: `status`, `started_at.month`, … */
export function countChoices(resource: Resource): string[] {
  return [...resource.filters.keys()].flatMap((name) => {
    const kind = resource.fields.get(name)?.facts.kind;
    if (name === 'id') return [];
    if (kind === 'datetime' || kind === 'date') return dateParts.map((part) => `${name}.${part}`);
    return kind === undefined || countable.has(kind) ? [name] : [];
  });
}

/** A value of each row, as SQL. */
export interface Counted {
  readonly value: Sql;
  /** Where the value is not the row's own: joins that give a row for each, or one without any. */
  readonly joins: Sql;
  readonly kind: ValueKind;
  /** The values of an enumeration, in their order. */
  readonly values: readonly string[] | null;
}

/** Who looks, and when. */
interface Beholder {
  readonly viewer: Actor;
  readonly storedNow: string;
}

const nothing: Sql = { text: '', bindings: [] };

/** @param name one of the choices, without the part of a date */
export function countedBy(
  registry: Registry,
  resource: Resource,
  name: string,
  { viewer, storedNow }: Beholder,
): Counted {
  const path = resource.definition.filtersThrough?.[name];
  if (path === undefined) {
    const field = resource.fields.get(name);
    if (field) return ownValue(resource, field, { viewer, storedNow });
  } else if (typeof path !== 'string') {
    return { ...byId, ...linked(path.links, conditionSql(path.seen(viewer), 'l0')) };
  } else {
    const [first = '', second = ''] = path.split('.');
    const facts = resource.fields.get(first)?.facts;
    if (facts?.kind === 'references') return { ...byId, ...paired(facts.table, facts.own, facts.other) };
    if (facts?.kind === 'reference') return farValue(resourceAt(registry, facts.to), first, second);
    const far = registry.get(first)?.fields.get(second)?.facts;
    if (far?.kind === 'references') return { ...byId, ...paired(far.table, far.other, far.own) };
  }
  throw new Error(`${resource.path} cannot be counted by ${name}.`);
}

const byId = { kind: 'integer', values: null } as const;

function ownValue(resource: Resource, field: FieldModel, { viewer, storedNow }: Beholder): Counted {
  const { facts, name } = field;
  if (facts.kind === 'words') {
    const values = facts.values ?? null;
    return { kind: 'text', values, ...paired(facts.table, facts.own, facts.column) };
  }
  const value = isDerived(facts)
    ? derivedSql(resource, facts)(storedNow, viewer)
    : { text: columnOf(base, name), bindings: [] };
  return { value, joins: nothing, ...shapeOf(field) };
}

function shapeOf(field: FieldModel): Pick<Counted, 'kind' | 'values'> {
  const { facts } = field;
  const kind = isDerived(facts) ? facts.shows : hasColumn(field) ? kindOf(field) : 'text';
  return { kind, values: ('values' in facts ? facts.values : null) ?? null };
}

/** The value of a field of the row that a reference points at. */
function farValue({ table, fields }: Resource, reference: string, name: string): Counted {
  const field = fields.get(name);
  const text =
    `(select ${columnOf('f', name)} from ${quote(table)} ${quote('f')} ` +
    `where ${columnOf('f', 'id')} = ${columnOf(base, reference)})`;
  return { value: { text, bindings: [] }, joins: nothing, ...(field ? shapeOf(field) : byId) };
}

type Joined = Pick<Counted, 'value' | 'joins'>;

/** Values one per row of a table of pairs, which has each once. */
function paired(table: string, own: string, value: string): Joined {
  const on = `${columnOf('p', own)} = ${columnOf(base, 'id')}`;
  return {
    value: { text: columnOf('p', value), bindings: [] },
    joins: { text: ` left join ${quote(table)} ${quote('p')} on ${on}`, bindings: [] },
  };
}

/** Values that stand at the end of several tables. A row may come to the same one on two ways, and has it once. */
function linked(links: readonly Link[], seen: Sql): Joined {
  const [first, ...further] = links;
  const last = links.at(-1);
  if (!first || !last) throw new Error('A way over other tables has a first step.');
  const steps = further.map(
    ({ table, foreign }, index) =>
      ` join ${quote(table)} ${quote(`l${index + 1}`)} on ` +
      `${columnOf(`l${index + 1}`, foreign)} = ${columnOf(`l${index}`, links[index]?.column ?? '')}`,
  );
  const pairs =
    `select distinct ${columnOf('l0', first.foreign)} as ${quote('own')}, ` +
    `${columnOf(`l${further.length}`, last.column)} as ${quote('value')} ` +
    `from ${quote(first.table)} ${quote('l0')}${steps.join('')} where ${seen.text}`;
  return {
    value: { text: columnOf('p', 'value'), bindings: [] },
    joins: {
      text: ` left join (${pairs}) ${quote('p')} on ${columnOf('p', 'own')} = ${columnOf(base, 'id')}`,
      bindings: seen.bindings,
    },
  };
}
