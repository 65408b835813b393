/** The tables that a list depends on: its own, and those of rows that it names, counts and finds by. */
import {
  isAggregate,
  isAlias,
  isChangeLabels,
  isDerived,
  isFirst,
  isNested,
  isPairCount,
  isReference,
  isReferences,
  isReferring,
  isWords,
} from '../kinds/kind.ts';
import { aliasParts } from '../kinds/structures/alias.ts';
import { follows } from '../memoize.ts';
import { partField } from '../model/expression.ts';
import { type FieldModel, type Registry, type Resource, resourceAt } from '../model/resource.ts';

/** Path of a list → the tables that it depends on. */
export const shownTables = follows(
  (registry: Registry): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map([...registry.values()].map((resource) => [resource.path, tablesBehind(registry, resource)])),
);

/** The tables of all lists. */
export const allShown = (registry: Registry): ReadonlySet<string> =>
  new Set([...registry.values()].flatMap((resource) => [...declaredTables(registry, resource)]));

function tablesBehind(registry: Registry, resource: Resource): ReadonlySet<string> {
  // The tables that a nested field reads in code are not declared: any table is possible.
  const isAny = [...resource.fields.values()].some(({ facts }) => isNested(facts) || isChangeLabels(facts));
  return isAny ? allShown(registry) : declaredTables(registry, resource);
}

/** The tables that a definition names, directly and through its references. */
function declaredTables(registry: Registry, resource: Resource): ReadonlySet<string> {
  const { table, scope, definition, search, dependents, fields } = resource;
  const tables = new Set([table]);
  if (typeof scope === 'object') tables.add(scope.members.table);
  for (const field of fields.values()) addField(registry, resource, field, tables);
  for (const { table: through } of search?.through ?? []) tables.add(through);
  for (const path of Object.values(definition.filtersThrough ?? {})) {
    if (typeof path === 'string') addPath(registry, resource, path, tables);
    else for (const link of path.links) tables.add(link.table);
  }
  // Values about other rows come from their tables.
  for (const told of (resource.tells ?? resource.hung)?.of() ?? []) {
    const target = resourceAt(registry, told.path);
    tables.add(target.table);
    addField(registry, target, partField(target, target.display), tables);
  }
  // Pairs of rows that are deleted and kept are not counted.
  for (const { table: pairs, owner } of dependents) if (owner && tables.has(pairs)) tables.add(owner.table);
  return tables;
}

function addField(registry: Registry, resource: Resource, { facts }: FieldModel, tables: Set<string>): void {
  if (isReferring(facts)) {
    if (isReferences(facts)) tables.add(facts.table);
    const target = resourceAt(registry, facts.to);
    tables.add(target.table);
    for (const name of [target.display, ...facts.include])
      addField(registry, target, partField(target, name), tables);
  }
  if (isWords(facts)) tables.add(facts.table);
  if (isAggregate(facts)) addRows(registry, facts.of, Object.keys(facts.where ?? {}), tables);
  if (isFirst(facts)) addRows(registry, facts.of, [facts.shows, ...Object.keys(facts.where ?? {})], tables);
  if (isPairCount(facts)) {
    tables.add(facts.table);
    if (facts.through) tables.add(facts.through.table);
  }
  for (const name of isDerived(facts) ? facts.cases.flatMap(([, where]) => Object.keys(where)) : []) {
    const asked = resource.fields.get(name);
    if (asked) addField(registry, resource, asked, tables);
  }
  if (isAlias(facts)) {
    for (const part of aliasParts(facts.of))
      if ('field' in part) addField(registry, resource, partField(resource, part.field), tables);
  }
}

/** Rows of another resource, and the used fields of them. */
function addRows(registry: Registry, path: string, names: readonly string[], tables: Set<string>): void {
  const target = resourceAt(registry, path);
  tables.add(target.table);
  for (const name of names) {
    const field = target.fields.get(name);
    if (field) addField(registry, target, field, tables);
  }
}

/** `material_id.zone_id`, `operator_ids`, `items.material_ids` */
function addPath(registry: Registry, resource: Resource, path: string, tables: Set<string>): void {
  const [first = '', second] = path.split('.');
  const own = resource.fields.get(first)?.facts;
  if (second !== undefined) addRows(registry, isReference(own) ? own.to : first, [second], tables);
}
