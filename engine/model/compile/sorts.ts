/** What lists can be sorted by: the sorts of their definition, and those of every list. */

import type { Described } from '../../check/subject.ts';
import { type AnyDefinition, displayField } from '../../definition/definition.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isQueried, isReference } from '../../kinds/kind.ts';
import { once } from '../../memoize.ts';
import type { Expression } from '../../policy.ts';
import type { SortColumn } from '../../sort.ts';
import { computedSql } from '../expression.ts';
import { embedName, type FieldModel, type Registry, resourceAt } from '../resource.ts';

/** The sorts of every list. */
const commonSorts = ['id', 'created_at', 'updated_at'];

/** Computed sorts by name, each with its expression. */
export function buildComputedSorts(
  { sort, path }: AnyDefinition,
  fields: ReadonlyMap<string, FieldModel>,
  registry: Registry,
): ReadonlyMap<string, Expression> {
  const sorts = sort.flatMap((name) => {
    const facts = fields.get(name)?.facts;
    if (!isQueried(facts)) return [];
    const expression = once(() => computedSql(registry, resourceAt(registry, path), facts));
    return [[name, (...seen: Parameters<Expression>) => expression()(...seen)] as const];
  });
  return new Map(sorts);
}

/** Sorts that need no index: those of every list, and references under their embedded name. */
export function buildFurtherSorts(
  definition: AnyDefinition,
  fields: ReadonlyMap<string, FieldModel>,
  definitions: ReadonlyMap<string, Described>,
): ReadonlyMap<string, SortColumn> {
  const own = commonSorts.filter((name) => fields.has(name)).map((name) => [name, { column: name }] as const);
  const through = [...fields.values()].flatMap((field) => {
    const name = embedName(field);
    const { facts } = field;
    if (name === null || !isReference(facts) || facts.internal || facts.writeOnly) return [];
    const column = displayColumn(definitions.get(facts.to));
    if (column === null) return [];
    const table = definitions.get(facts.to)?.definition.table ?? '';
    const from = { table, column, reference: field.name };
    return [[name, { column: `by_${field.name}`, from }] as const];
  });
  const declared = new Set<string>(definition.sort);
  return new Map([...own, ...through].filter(([name]) => !declared.has(name)));
}

/** The column by which names of rows are sorted; null if there is none, or it may be null. */
function displayColumn(target: Described | undefined): string | null {
  if (!target) return null;
  const { definition, facts } = target;
  const display = displayField(definition);
  const shown = facts.get(display);
  if (!shown || !isColumn(shown) || shown.nullable || shown.writeOnly) return null;
  const { sorted } = shown.scalar;
  if (sorted === 'rank') return definition.sort.includes(display) ? `${display}_rank` : null;
  return sorted === 'key' && isKeyed(definition, display, shown) ? `${display}_key` : display;
}

/** Whether a text has a folded copy. */
function isKeyed({ sort }: AnyDefinition, name: string, facts: Facts): boolean {
  return sort.includes(name) || (isColumn(facts) && facts.caseless === true);
}
