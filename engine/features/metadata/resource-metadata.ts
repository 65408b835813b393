/** Everything that a client needs to draw lists and forms of a resource, and what the user may do with it now. */

import { hungFields } from '../../definition/hung.ts';
import { type DefinitionOperation, permissionOf } from '../../definition/own/permission.ts';
import { hungCount } from '../../definition/system-fields.ts';
import { conditionValues } from '../../describe/openapi/beside.ts';
import { typeOfScalar } from '../../kinds/scalars/known.ts';
import { type HungWord, hungWords } from '../../kinds/wording.ts';
import { heading, type Language, languageOf, render, say } from '../../message.ts';
import type { FilterType } from '../../model/filter.ts';
import { operator, operatorsOf, operatorWords } from '../../model/filter-operators.ts';
import { filterField, filterOptionsPath, filterTarget, listedFilters } from '../../model/filter-target.ts';
import { countChoices, sumChoices } from '../../model/groups.ts';
import type { Resource } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { declaredSorts } from '../../sort.ts';
import type { WriteParts } from '../../write/context.ts';
import type { Feature } from '../feature.ts';
import { type RelatedList, relatedLists } from '../related/lists.ts';
import type { AnswerMeta, HungAddresses } from './answer-schema.ts';
import { describeField, filterHeading, type Viewing, withoutChoices } from './field-metadata.ts';
import type { FilterMetadata } from './metadata-schema.ts';
import type { ResourceMetadata } from './resource-schema.ts';
import { completeView, inPlace, permittedView, type WholeView } from './view.ts';
import { describeNull, describeValues, withOffered } from './wording.ts';

/** The part that depends only on the language, not on the user. */
function describeInLanguage(
  viewing: Viewing,
  resource: Resource,
): Omit<ResourceMetadata, 'operations' | 'actions' | 'related' | 'history' | 'view'> {
  const { language } = viewing;
  const { definition, title, scope, fields, search } = resource;
  // The counts of attached rows follow from the word that allows them.
  const counts = resource.hanging().map((one) => hungCount(one.name));
  const shown = [...fields.values()].filter(({ facts, name }) => !facts.internal && !counts.includes(name));
  return {
    name: resource.name,
    labels: { one: heading(title.one, language), many: heading(title.many, language) },
    path: resource.path,
    url: `${viewing.baseUrl}/${resource.path}`,
    filters: listedFilters(resource).map((filter) => describeFilter(viewing, resource, filter)),
    display: resource.display,
    scope: typeof scope === 'string' ? scope : 'members',
    // A date and its periods are listed once.
    counts: [...new Set(countChoices(resource).map((choice) => choice.replace(/\..*/, '')))],
    sums: sumChoices(resource),
    fields: shown.map((field) => describeField(viewing, resource, field)),
    alternative: definition.alternative
      ? { when: definition.alternative.when, fields: definition.alternative.fields }
      : null,
    states: describeStates(resource),
    ...describeUnique(resource),
    order: (definition.order ?? []).map(({ lower, upper }) => ({ lower, upper })),
    search: search !== null,
    ...(definition.scan && { scan: definition.scan }),
    sort: {
      fields: declaredSorts(resource).map((name) => ({ name, label: labelIn(resource, name, language) })),
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
  const known = field ? describeValues(viewing, field) : [];
  return {
    name,
    label: filterHeading(viewing, resource, name),
    type: target ? 'reference' : typeOfScalar(scalar),
    ...(target && {
      reference: {
        resource: target.path,
        display: target.display,
        options_url: `${baseUrl}${filterOptionsPath(resource, name)}`,
      },
    }),
    operators: operatorsOf(filter),
    ...(nullable && { nullable }),
    ...(field && describeNull(field.facts, language)),
    ...(values && { values: known }),
  };
}

/** An own action, if the user may do it. */
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
        ...(definition.danger && { danger: true as const }),
        ...(definition.when && { when: conditionValues(definition.when) }),
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

function mayList(resource: Resource, actor: Actor): boolean {
  return actor.permitted('viewAny', resource) !== 'none';
}

function namesOf(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).flatMap(([field, from]) => (from ? [[field, from]] : [])));
}

function allowedOperations(resource: Resource, actor: Actor): DefinitionOperation[] {
  return resource.definition.operations.filter(
    (operation) =>
      // Attached rows are added to other rows, whose metadata contain this.
      !(resource.hung && operation === 'create') &&
      actor.permitted(permissionOf(operation), resource) !== 'none',
  );
}

/** Whether changes of its rows are recorded. */
const isWritten = ({ definition, scope, hung }: Resource): boolean =>
  scope !== 'own' && !hung && definition.operations.some((one) => one !== 'list' && one !== 'view');

declare module '../feature.ts' {
  interface Feature {
    /** Its part of a resource in `GET /resources`. */
    describe?(viewing: Viewing, resource: Resource, actor: Actor): Partial<ResourceMetadata>;
  }
}

/** Makes the answer to `GET /resources`: the resources with which the user may do anything at the current site. */
export function createMetadata(parts: MetadataParts, features: readonly Feature[]) {
  const { registry, baseUrl, locales, currency, services, journalTable } = parts;
  const resources = [...registry.values()];
  // This also places similar resources next to each other: the answer compresses better.
  const placed = inPlace(resources);
  // It depends only on definitions, which do not change while the service runs.
  const described = new Map<Language, readonly DescribedResource[]>();
  const inLanguage = (viewing: Viewing) => {
    const made = described.get(viewing.language) ?? describeAll(viewing, placed);
    described.set(viewing.language, made);
    return made;
  };
  const journal = resources.find(({ table }) => table === journalTable) ?? null;
  const history = journal && { url: `${baseUrl}/${journal.path}?resource={name}&record_id={id}` };
  return (actor: Actor, zones: Zones = {}): { data: ResourceMetadata[]; meta: AnswerMeta } => {
    const viewing = { registry, baseUrl, locales, currency, language: languageOf(actor.locale) };
    const context = { actor, services, resources };
    const hasHistory = journal !== null && mayList(journal, actor);
    const data = inLanguage(viewing).flatMap(({ resource, metadata, lists, whole }): ResourceMetadata[] => {
      const operations = allowedOperations(resource, actor);
      if (operations.length === 0) return [];
      const related = lists.flatMap(({ target, related: { count_field, ...list } }) =>
        mayList(target, actor) ? [{ ...list, ...(count_field !== null && { count_field }) }] : [],
      );
      const actions = describeActions(viewing, resource, actor);
      const isWriter = ['create', 'update'].some((one) => actor.permitted(one, resource) !== 'none');
      const fields = isWriter ? metadata.fields : metadata.fields.map(withoutChoices);
      const told = withOffered({ ...metadata, fields }, resource, context, viewing.language);
      const view = permittedView(whole, resource, actor);
      const added = features.map((feature) => feature.describe?.(viewing, resource, actor));
      const { name, labels, path, url, filters, display, fields: own, sort, scope, counts, ...rest } = told;
      // Values with the same names are next to each other: this compresses best.
      const hanging = describeHanging(resource, actor);
      const first = { name, display, filters, related, path, url, ...hanging, labels, operations };
      const journaled = hasHistory && isWritten(resource) && { history: true as const };
      return [
        {
          ...first,
          fields: own,
          actions,
          ...Object.assign({}, ...added),
          ...journaled,
          sort,
          view,
          ...rest,
          scope,
          counts,
        },
      ];
    });
    const operators = operatorLabels(viewing.language);
    const timezone = actor.site?.timezone ?? null;
    const others = Object.entries(zones).filter(([, zone]) => zone !== timezone);
    const timezones = others.length > 0 && { timezones: Object.fromEntries(others) };
    const meta = { timezone, ...timezones, locale: actor.locale, currency, operators };
    const addresses = addressesOf(parts, resources, actor);
    return { data, meta: { ...meta, history: hasHistory ? history : null, ...addresses } };
  };
}

/** The labels of filter operators. */
function operatorLabels(language: Language): Record<string, string> {
  const labels = operatorWords.flatMap((word) => {
    const { label } = operator(word);
    return label ? [[word, render(label, language)]] : [];
  });
  return Object.fromEntries(labels);
}

/** IANA time zones of sites, by their ids. */
export type Zones = Readonly<Record<string, string>>;

/** The input of metadata, and where changes are recorded. */
interface MetadataParts extends Omit<Viewing, 'language'>, Pick<WriteParts, 'services' | 'journalTable'> {
  readonly files: { readonly limit: number };
}

interface DescribedResource {
  readonly resource: Resource;
  readonly metadata: ReturnType<typeof describeInLanguage>;
  readonly lists: readonly RelatedList[];
  readonly whole: WholeView;
}

function describeAll(viewing: Viewing, resources: readonly Resource[]): DescribedResource[] {
  const { registry, language } = viewing;
  return resources.map((resource) => {
    const metadata = describeInLanguage(viewing, resource);
    const lists = relatedLists(registry, resource, language);
    const targets = lists.map(({ target }) => target);
    const whole = completeView(registry, resource, targets, language);
    const place = ({ target }: RelatedList) => whole.related.indexOf(target);
    const sorted = [...lists].sort((one, other) => place(one) - place(other));
    return { resource, metadata, lists: sorted, whole };
  });
}

/** The kinds of attached rows, by the word of the definition: whether the user may add them. */
function describeHanging(resource: Resource, actor: Actor): Pick<ResourceMetadata, HungWord | 'hangs'> {
  const { hung } = resource.definition;
  if (hung) return { hangs: hung.on };
  if (actor.permitted('view', resource) === 'none') return {};
  const told = hungWords.flatMap((word) => {
    const one = resource.hanging().find(({ definition }) => definition.hung?.on === word);
    return one ? [[word, actor.permitted('create', one) === 'none' ? 'view' : 'add']] : [];
  });
  return Object.fromEntries(told);
}

/** Where attached rows are listed and added, by the path of their resource. */
function addressesOf(
  { baseUrl, files }: { readonly baseUrl: string; readonly files: { readonly limit: number } },
  resources: readonly Resource[],
  actor: Actor,
): Record<string, HungAddresses> {
  const { resource, record } = hungFields;
  const seen = resources.filter((one) => one.hung && actor.permitted('viewAny', one) !== 'none');
  return Object.fromEntries(
    seen.map(({ path, definition }) => {
      const url = `${baseUrl}/${path}?${resource}={resource}&${record}={id}`;
      const add = `${baseUrl}/{resource}/{id}/${path}`;
      if (!definition.hung?.files) return [path, { url, create_url: add }];
      return [path, { url, upload_url: add, max_bytes: files.limit }];
    }),
  );
}

/** The states of rows, if they have any. */
function describeStates({ definition, fields }: Resource): ResourceMetadata['states'] {
  const { states } = definition;
  if (!states) return null;
  const { field, transitions, initial = [...(fields.get(field)?.values.keys() ?? [])] } = states;
  return { field, initial, transitions };
}

/**
 * The sets of fields in which no two rows are equal, of all rows or of some. Without sets with a field that a client does not
 * see, or that no body sets.
 */
function describeUnique({
  unique,
  fields: all,
}: Resource): Pick<ResourceMetadata, 'unique' | 'unique_where'> {
  const isSet = (name: string) => all.get(name)?.facts.readOnly !== true;
  const seen = unique.filter(
    ({ fields, marked }) =>
      fields.some(isSet) &&
      ![...fields, ...(marked?.wanted.keys() ?? [])].some((name) => all.get(name)?.facts.internal),
  );
  const some = seen.flatMap(({ fields, marked }) =>
    marked ? [{ fields, where: Object.fromEntries(marked.wanted) }] : [],
  );
  return {
    unique: seen.flatMap(({ fields, marked }) => (marked ? [] : [fields])),
    ...(some.length > 0 && { unique_where: some }),
  };
}
