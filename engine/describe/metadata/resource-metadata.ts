/** Everything that a client needs to draw lists and forms of a resource, and what its user may do with it now. */

import { type DefinitionOperation, permissionOf } from '../../definition/own/permission.ts';
import type { ActionWhen, Fields } from '../../definition/types.ts';
import { typeOfScalar } from '../../kinds/scalars/known.ts';
import type { Services } from '../../kinds/services.ts';
import { heading, type Language, languageOf, render, say } from '../../message.ts';
import type { FilterType } from '../../model/filter.ts';
import { operator, operatorsOf, operatorWords } from '../../model/filter-operators.ts';
import { filterField, filterOptionsPath, filterTarget, listedFilters } from '../../model/filter-target.ts';
import { countChoices, sumChoices } from '../../model/groups.ts';
import type { ReportModel, Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { completeView, permittedView, type WholeView } from '../view/view.ts';
import type { AnswerMeta } from './answer-schema.ts';
import { describeField, type Viewing, withoutChoices } from './field-metadata.ts';
import type { FilterMetadata } from './metadata-schema.ts';
import { type RelatedList, relatedLists } from './related.ts';
import type { ResourceMetadata } from './resource-schema.ts';
import { describeStates, describeUnique } from './rules.ts';
import { describeNull, describeValues, withOffered } from './wording.ts';

/** What does not depend on who asks, but for the language. */
function describeInLanguage(
  viewing: Viewing,
  resource: Resource,
): Omit<ResourceMetadata, 'operations' | 'actions' | 'related' | 'history' | 'view'> {
  const { language } = viewing;
  const { definition, title, scope, fields, search, sorts } = resource;
  const shown = [...fields.values()].filter(({ facts }) => !facts.internal);
  return {
    name: resource.name,
    labels: { one: heading(title.one, language), many: heading(title.many, language) },
    path: resource.path,
    url: `${viewing.baseUrl}/${resource.path}`,
    filters: listedFilters(resource).map((filter) => describeFilter(viewing, resource, filter)),
    display: resource.display,
    scope: typeof scope === 'string' ? scope : 'members',
    counts: countChoices(resource),
    sums: sumChoices(resource),
    fields: shown.map((field) => describeField(viewing, resource, field)),
    alternative: definition.alternative
      ? { when: definition.alternative.when, fields: definition.alternative.fields }
      : null,
    states: describeStates(resource),
    transitions: definition.states
      ? { field: definition.states.field, from: definition.states.transitions }
      : null,
    ...describeUnique(resource),
    order: (definition.order ?? []).map(({ lower, upper }) => ({ lower, upper })),
    search: search !== null,
    sort: {
      fields: [...sorts.keys()].map((name) => ({ name, label: labelIn(resource, name, language) })),
      default: definition.defaultSort,
    },
  };
}

function labelIn({ fields }: Resource, name: string, language: Language): string {
  const label = fields.get(name)?.heading;
  return label ? heading(label, language) : name;
}

function describeFilter(viewing: Viewing, resource: Resource, filter: FilterType): FilterMetadata {
  const { registry, language, baseUrl } = viewing;
  const { name, scalar, nullable, values } = filter;
  const field = filterField(resource, name);
  const target = filterTarget(registry, resource, name);
  const label = field ? field.heading : target?.title.one;
  const known = field ? describeValues(viewing, field) : [];
  return {
    name,
    label: label ? heading(label, language) : name,
    type: target ? 'reference' : typeOfScalar(scalar),
    ...(target && {
      reference: {
        resource: target.path,
        display: target.display,
        options_url: `${baseUrl}${filterOptionsPath(resource, name)}`,
      },
    }),
    operators: operatorsOf(filter),
    nullable,
    ...(field && describeNull(field.facts, language)),
    ...(values && { values: known }),
  };
}

/** One of a definition's own actions, where the user may carry it out. */
function describeActions(viewing: Viewing, resource: Resource, actor: Actor): ResourceMetadata['actions'] {
  const { language } = viewing;
  return [...resource.actions].flatMap(([name, action]) => {
    const { definition, permission, input, answer, label, description } = action;
    if (actor.permitted(permission, resource) === 'none') return [];
    return [
      {
        name: definition.path ?? name,
        label: heading(label, language),
        description: render(say(description), language),
        danger: definition.danger === true,
        when: definition.when ? conditionValues(definition.when) : null,
        on: definition.on,
        fields: [...input.values()].map((field) => describeField(viewing, resource, field)),
        ...(definition.with && { with: namesOf(definition.with) }),
        ...(answer && {
          answer: [...answer.values()].map((field) => describeField(viewing, resource, field)),
        }),
      },
    ];
  });
}

/** One of a definition's own reports, where the user may read it. */
function describeReports(
  viewing: Viewing,
  resource: Resource,
  actor: Actor,
): Pick<ResourceMetadata, 'reports'> {
  const { language } = viewing;
  const described = (fields: ReportModel['input']) =>
    [...fields.values()].map((field) => describeField(viewing, resource, field));
  const reports = [...resource.reports].flatMap(([name, report]) => {
    const { definition, permission, label, description } = report;
    if (actor.permitted(permission, resource) === 'none') return [];
    return [
      {
        name,
        label: heading(label, language),
        description: render(say(description), language),
        on: definition.on,
        unsaved: definition.unsaved === true && actor.permitted('create', resource) !== 'none',
        many: definition.many === true,
        parameters: described(report.input),
        fields: described(report.answer),
      },
    ];
  });
  return reports.length > 0 ? { reports } : {};
}

function mayList(resource: Resource, actor: Actor): boolean {
  return actor.permitted('viewAny', resource) !== 'none';
}

function namesOf(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).flatMap(([field, from]) => (from ? [[field, from]] : [])));
}

function conditionValues(when: ActionWhen<Fields>): Record<string, (string | boolean)[]> {
  return Object.fromEntries(Object.entries(when).map(([field, values = []]) => [field, [...values]]));
}

function allowedOperations(resource: Resource, actor: Actor): DefinitionOperation[] {
  return resource.definition.operations.filter(
    (operation) => actor.permitted(permissionOf(operation), resource) !== 'none',
  );
}

/** Where it is written down what was done to a row; null where that is nowhere, or not for the user to list. */
function describeHistory(
  { baseUrl }: Viewing,
  { name, definition }: Resource,
  journal: Resource | null,
  actor: Actor,
): ResourceMetadata['history'] {
  const isWritten = definition.operations.some((one) => one !== 'list' && one !== 'view');
  if (!isWritten || !journal || !mayList(journal, actor)) return null;
  return { url: `${baseUrl}/${journal.path}?resource=${name}&record_id={id}` };
}

/** Makes the answer to `GET /resources`: the resources with which somebody may do anything at their current site. */
export function createMetadata(parts: MetadataParts) {
  const { registry, baseUrl, locales, currency, services, journalTable } = parts;
  const resources = [...registry.values()];
  // Follows from the definitions alone, which do not change while the service runs.
  const described = new Map<Language, readonly DescribedResource[]>();
  const inLanguage = (viewing: Viewing) => {
    const made = described.get(viewing.language) ?? describeAll(viewing);
    described.set(viewing.language, made);
    return made;
  };
  const journal = resources.find(({ table }) => table === journalTable) ?? null;
  return (actor: Actor): { data: ResourceMetadata[]; meta: AnswerMeta } => {
    const viewing = { registry, baseUrl, locales, currency, language: languageOf(actor.locale) };
    const context = { actor, services, resources };
    const data = inLanguage(viewing).flatMap(({ resource, metadata, lists, whole }): ResourceMetadata[] => {
      const operations = allowedOperations(resource, actor);
      if (operations.length === 0) return [];
      const related = lists.flatMap((one) => (mayList(one.target, actor) ? [one.related] : []));
      const history = describeHistory(viewing, resource, journal, actor);
      const actions = describeActions(viewing, resource, actor);
      const isWriter = ['create', 'update'].some((one) => actor.permitted(one, resource) !== 'none');
      const fields = isWriter ? metadata.fields : metadata.fields.map(withoutChoices);
      const told = withOffered({ ...metadata, fields }, resource.fields, context, viewing.language);
      const view = permittedView(whole, resource, actor);
      const reports = describeReports(viewing, resource, actor);
      const { name, labels, path, url, filters, display, scope, ...rest } = told;
      // What names the same stands together: so it takes the fewest bytes compressed.
      const first = { name, labels, path, url, history, operations, actions, ...reports, filters, related };
      return [{ ...first, display, scope, ...rest, view }];
    });
    const operators = operatorLabels(viewing.language);
    return {
      data,
      meta: { timezone: actor.site?.timezone ?? null, locale: actor.locale, currency, operators },
    };
  };
}

/** What the operators of filters are called. */
function operatorLabels(language: Language): Record<string, string> {
  const labels = operatorWords.flatMap((word) => {
    const { label } = operator(word);
    return label ? [[word, render(label, language)]] : [];
  });
  return Object.fromEntries(labels);
}

/** What metadata is made of, and where changes are written down. */
interface MetadataParts extends Omit<Viewing, 'language'> {
  readonly services: Services;
  readonly journalTable: string | null;
}

interface DescribedResource {
  readonly resource: Resource;
  readonly metadata: ReturnType<typeof describeInLanguage>;
  readonly lists: readonly RelatedList[];
  readonly whole: WholeView;
}

function describeAll(viewing: Viewing): DescribedResource[] {
  const { registry, language } = viewing;
  return [...registry.values()].map((resource) => {
    const metadata = describeInLanguage(viewing, resource);
    const lists = relatedLists(registry, resource, language);
    const targets = lists.map(({ target }) => target);
    const whole = completeView(registry, resource, targets, language);
    const place = ({ target }: RelatedList) => whole.related.indexOf(target);
    const sorted = [...lists].sort((one, other) => place(one) - place(other));
    return { resource, metadata, lists: sorted, whole };
  });
}
