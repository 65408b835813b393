/** Everything that a client needs to draw lists and forms of a resource, and what its user may do with it now. */

import { type DefinitionOperation, permissionOf } from '../../definition/definition.ts';
import { heading, type Language, languageOf, render, say } from '../../message.ts';
import type { FilterType } from '../../model/filter.ts';
import { filterField, filterTarget, listedFilters } from '../../model/filter-target.ts';
import { countChoices } from '../../model/groups.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { describeField, describeValues, type Viewing } from './field-metadata.ts';
import type { FilterMetadata, ResourceMetadata } from './metadata-schema.ts';

/** What does not depend on who asks, but for the language. */
function describeResource(
  viewing: Viewing,
  resource: Resource,
): Omit<ResourceMetadata, 'operations' | 'actions'> {
  const { language } = viewing;
  const { definition, title, scope, fields, search, sorts } = resource;
  const shown = [...fields.values()].filter(({ facts }) => !facts.internal);
  return {
    name: resource.name,
    path: resource.path,
    url: `${viewing.baseUrl}/${resource.path}`,
    labels: { one: heading(title.one, language), many: heading(title.many, language) },
    scope: typeof scope === 'string' ? scope : 'members',
    display: resource.display,
    fields: shown.map((field) => describeField(viewing, resource, field)),
    alternative: definition.alternative
      ? { when: definition.alternative.when, fields: definition.alternative.fields }
      : null,
    filters: listedFilters(resource).map((filter) => describeFilter(viewing, resource, filter)),
    search: search !== null,
    sort: {
      fields: [...sorts.keys()].map((name) => ({ name, label: labelIn(resource, name, language) })),
      default: definition.defaultSort,
    },
    transitions: definition.states
      ? { field: definition.states.field, from: definition.states.transitions }
      : null,
    counts: countChoices(resource),
  };
}

function labelIn({ fields }: Resource, name: string, language: Language): string {
  const label = fields.get(name)?.label;
  return label ? heading(label, language) : name;
}

function describeFilter(viewing: Viewing, resource: Resource, filter: FilterType): FilterMetadata {
  const { registry, language, baseUrl } = viewing;
  const { name, kind, nullable, ranges, values } = filter;
  const field = filterField(resource, name);
  const target = filterTarget(registry, resource, name);
  const label = field ? field.label : target?.title.one;
  const choosable = field !== null && target !== null && !field.facts.readOnly;
  const known = field ? describeValues(viewing, field) : [];
  return {
    name,
    label: label ? heading(label, language) : name,
    type: target ? 'reference' : kind === 'money' ? 'decimal' : kind,
    nullable,
    operators: ranges ? ['any', 'gt', 'gte', 'lt', 'lte'] : ['any'],
    ...(values && { values: known }),
    ...(target && {
      reference: {
        resource: target.path,
        display: target.display,
        options_url: choosable ? `${baseUrl}/${resource.path}/options/${field.name}` : null,
      },
    }),
  };
}

/** One of a definition's own actions, where the user may carry it out. */
function describeActions(viewing: Viewing, resource: Resource, actor: Actor): ResourceMetadata['actions'] {
  return [...resource.actions].flatMap(([name, { definition, permission, input }]) => {
    if (actor.permitted(permission, resource) === 'none') return [];
    const fields = [...input.values()].map((field) => describeField(viewing, resource, field));
    return [{ name, label: render(say(definition.summary), viewing.language), on: definition.on, fields }];
  });
}

function allowedOperations(resource: Resource, actor: Actor): DefinitionOperation[] {
  return resource.definition.operations.filter(
    (operation) => actor.permitted(permissionOf[operation], resource) !== 'none',
  );
}

/** Makes the answer to `GET /resources`: the resources with which somebody may do anything at their current site. */
export function createMetadata({ registry, baseUrl, locales }: Omit<Viewing, 'language'>) {
  // Follows from the definitions alone, which do not change while the service runs.
  const described = new Map<Language, ReadonlyMap<Resource, ReturnType<typeof describeResource>>>();
  const inLanguage = (viewing: Viewing) => {
    const known = described.get(viewing.language);
    if (known) return known;
    const all = [...registry.values()].map((one) => [one, describeResource(viewing, one)] as const);
    const made = new Map(all);
    described.set(viewing.language, made);
    return made;
  };
  return (actor: Actor): ResourceMetadata[] => {
    const viewing = { registry, baseUrl, locales, language: languageOf(actor.locale) };
    return [...inLanguage(viewing)].flatMap(([resource, metadata]) => {
      const operations = allowedOperations(resource, actor);
      return operations.length > 0
        ? [{ ...metadata, operations, actions: describeActions(viewing, resource, actor) }]
        : [];
    });
  };
}
