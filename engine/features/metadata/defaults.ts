/** The default view of a definition, from its fields, filters and states. */

import type { Icon } from '../../definition/view.ts';
import {
  isAlias,
  isDated,
  isDerived,
  isEnumeration,
  isPaired,
  isReference,
  isTree,
  isWords,
  scalarOf,
} from '../../kinds/kind.ts';
import { structureOf } from '../../kinds/structures/structures.ts';
import { type FieldModel, fieldOf, type Resource, refers } from '../../model/resource.ts';

const mostColumns = 6;

/** The declared fields that clients see, in order. */
function ownFields({ definition, fields }: Resource): FieldModel[] {
  return Object.keys(definition.fields).flatMap((name) => {
    const field = name === 'site_id' ? undefined : fields.get(name);
    return field && !field.facts.internal && !isAlias(field.facts) ? [field] : [];
  });
}

/**
 * The most informative columns first: the display, the state, required references, two enumerations, two dates; then computed
 * fields, filters, and the rest.
 */
export function usualColumns(resource: Resource): string[] {
  const { definition, filters, sorts, display } = resource;
  const all = ownFields(resource).filter((field) => resource.outputs.has(field.name) && isBrief(field));
  const isAsked = ({ name }: FieldModel) => filters.has(name) || sorts.has(name);
  const some = (wanted: (field: FieldModel) => boolean) => all.filter(wanted).map(({ name }) => name);
  const required = some(({ facts }) => isReference(facts) && !facts.nullable).slice(0, 2);
  const optional = some(refers).slice(0, 1);
  const enumerations = some((field) => hasWords(field) && isAsked(field));
  const [usual] = resource.defaultSort.map(({ field }) => field);
  const dates = some((field) => isDate(field) && isAsked(field)).sort((one, other) =>
    one === usual ? -1 : other === usual ? 1 : 0,
  );
  const named = [
    display,
    ...(definition.states ? [definition.states.field] : []),
    ...(required.length > 0 ? required : optional),
    ...enumerations.filter((name) => name !== definition.states?.field).slice(0, 2),
    ...(dates.length > 0 ? dates.slice(0, 2) : systemDate(resource, usual)),
    ...some(({ facts }) => isDerived(facts)),
    ...some(isAsked),
    ...some(({ facts }) => !isPaired(facts)),
  ];
  return [...new Set(named)].slice(0, mostColumns);
}

/** Whether it fits into a cell. */
export function isBrief({ facts, schema }: FieldModel): boolean {
  return structureOf(facts).isBrief(schema, facts);
}

function hasWords({ facts }: FieldModel): boolean {
  return isWords(facts) || isEnumeration(facts);
}

function isDate({ facts }: FieldModel): boolean {
  return isDated(facts);
}

/** For rows without dates of their own: the system date by which lists are sorted. */
function systemDate(resource: Resource, usual: string | undefined): string[] {
  const field = usual === undefined ? undefined : resource.fields.get(usual);
  return field && isDate(field) ? [field.name] : [];
}

/** The state, if lists can be filtered by it. */
export function usualBoard({ definition: { states }, filters }: Resource): string | null {
  return states && filters.has(states.field) ? states.field : null;
}

/**
 * The date by which lists are sorted, else the first one that is a filter; until the first later date, which is never before it.
 */
export function usualCalendar(resource: Resource): { from: string; until: string | null } | null {
  const { definition, filters, defaultSort } = resource;
  const dates = ownFields(resource).flatMap((field) =>
    isDate(field) && filters.has(field.name) ? [field.name] : [],
  );
  const from = dates.find((name) => name === defaultSort[0]?.field) ?? dates[0];
  if (from === undefined) return null;
  const end = definition.order?.find(({ lower, upper }) => lower === from && dates.includes(upper));
  return { from, until: end?.upper ?? null };
}

/** Of the related resources, those whose rows require one of these: the events of a machine, the movements of an item. */
export function usualQuick(
  resource: Resource,
  related: readonly Resource[],
): { create: Resource; with: Record<string, string> }[] {
  return related.flatMap((other) => {
    const field = ownFields(other).find(
      ({ facts }) => isReference(facts) && facts.to === resource.path && !facts.nullable && !facts.readOnly,
    );
    return field && other.operations.includes('create')
      ? [{ create: other, with: { [field.name]: 'id' } }]
      : [];
  });
}

/** An icon by the kind of rows: sites, people, places in a tree, work with states, events, or things. */
export function usualIcon(resource: Resource): Icon {
  const { scope, definition } = resource;
  if (scope === 'self') return 'building';
  if (typeof scope === 'object') return 'people';
  const all = ownFields(resource);
  if (all.some(({ facts }) => isTree(facts))) return 'map';
  if (definition.states) return 'check';
  const [sorted] = resource.defaultSort;
  if (sorted && isDate(fieldOf(resource, sorted.field))) return 'clock';
  return all.some(({ facts }) => scalarOf(facts)?.currency) ? 'box' : 'list';
}
