/** What people have to know of filters, for documentation and forms. */
import type { Facts } from '../definition/field-options.ts';
import type { FilterType } from './filter.ts';
import { type FieldModel, type Registry, type Resource, resourceAt } from './resource.ts';

/** The filters of a resource: first those that it declares, then those that every resource has. */
export function listedFilters({ definition, filters }: Resource): FilterType[] {
  const declared = [...(definition.filters ?? []), ...Object.keys(definition.filtersThrough ?? {})];
  const everywhere = [...filters.keys()].filter((name) => !declared.includes(name));
  return [...declared, ...everywhere].flatMap((name) => filters.get(name) ?? []);
}

/** The field of the resource itself that a filter asks about: `operator_ids` for `operator_id`; null for none. */
export function filterField({ definition, fields }: Resource, name: string): FieldModel | null {
  const path = definition.filtersThrough?.[name];
  return fields.get(typeof path === 'string' ? path : name) ?? null;
}

/** The resource whose ids a filter takes; null for one that takes other values. */
export function filterTarget(registry: Registry, resource: Resource, name: string): Resource | null {
  const to = targetPath(registry, resource, name);
  return to === null ? null : resourceAt(registry, to);
}

function targetPath(registry: Registry, resource: Resource, name: string): string | null {
  if (name === 'id') return null;
  const path = resource.definition.filtersThrough?.[name];
  if (path === undefined) return referred(resource.fields.get(name)?.facts);
  if (typeof path !== 'string') return path.to;
  const [first = '', second] = path.split('.');
  const facts = resource.fields.get(first)?.facts;
  if (second === undefined) return referred(facts);
  if (facts?.kind !== 'reference') return first;
  return referred(resourceAt(registry, facts.to).fields.get(second)?.facts);
}

function referred(facts: Facts | undefined): string | null {
  return facts?.kind === 'reference' || facts?.kind === 'references' ? facts.to : null;
}
