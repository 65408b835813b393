/** Completes a view: the keys of its definition, and defaults for the rest. */

import type { AnyDefinition } from '../../definition/definition.ts';
import { permissionOf } from '../../definition/own/permission.ts';
import type { Fields } from '../../definition/types.ts';
import { type Late, type Offline, type QuickCreate, relatedPath, type View } from '../../definition/view.ts';
import { conditionValues } from '../../describe/openapi/beside.ts';
import { isTree } from '../../kinds/kind.ts';
import { heading, type Language, render, say, type Text } from '../../message.ts';
import { filterField, filterTarget } from '../../model/filter-target.ts';
import { type Registry, type Resource, resourceAt } from '../../model/resource.ts';
import type { Actor } from '../../policy.ts';
import { usualBoard, usualCalendar, usualColumns, usualIcon, usualQuick } from './defaults.ts';
import type { ViewMetadata } from './view-schema.ts';

/** After every resource with an order. */
const usualOrder = 1000;

const headings = {
  group: say('Other'),
  chart: say('{many} by {field}'),
};

/** A quick create with the resource that it creates. */
type LedQuick = Omit<QuickCreate<Fields>, 'create'> & { readonly create: Resource };

/** A view, and the resources that it refers to. */
export interface WholeView {
  readonly view: ViewMetadata;
  /** Resources whose lists a row shows, in the order of tabs. */
  readonly related: readonly Resource[];
  readonly created: ReadonlyMap<string, Resource>;
}

/**
 * The whole view, for any user, in a language.
 *
 * @param lists resources whose lists a row shows, in the default order
 */
export function completeView(
  registry: Registry,
  resource: Resource,
  lists: readonly Resource[],
  language: Language,
): WholeView {
  const { view = {} } = resource.definition;
  const named = (view.related ?? []).map((one) => resourceAt(registry, relatedPath(one)));
  const related = [...new Set([...named, ...lists])];
  const quick: readonly LedQuick[] =
    view.quick?.map((one) => ({ ...one, create: resourceAt(registry, one.create) })) ??
    usualQuick(resource, related);
  return {
    view: {
      icon: view.icon ?? usualIcon(resource),
      ...(view.late && { late: describeLate(view.late) }),
      group: render(say(view.group ?? headings.group), language),
      columns: view.columns ?? usualColumns(resource),
      ...(view.card && { card: view.card }),
      ...(view.label && { label: view.label }),
      ...(view.leads && { leads: view.leads }),
      ...(view.headline && { headline: view.headline }),
      ...(view.mine !== undefined && { mine: view.mine }),
      ...(view.offline && { offline: describeOffline(view.offline, resource.definition) }),
      ...(view.checklist && { checklist: view.checklist }),
      ...treeOf(resource),
      sections: describeSections(resource, language),
      board: boardOf(resource),
      calendar: completeCalendar(resource),
      quick: quick.map(({ create, with: given, set, title, toggle }) => ({
        ...{ create: create.path, with: given },
        ...(set && { set }),
        ...(title !== undefined && { title: render(say(title), language) }),
        ...(toggle && { toggle }),
      })),
      ...(view.start && { start: listQuery(view.start) }),
      overview: overviewOf(registry, resource, language),
      ...(view.strip !== undefined && { strip: view.strip }),
      ...(view.several && { several: view.several }),
      ...(view.account && { account: true as const }),
      ...(view.shortcut && { shortcut: true as const }),
      ...(view.bell && { bell: view.bell }),
    },
    related,
    created: new Map(quick.map(({ create }) => [create.path, create])),
  };
}

/** The view for one user: it only refers to what they may do. */
export function permittedView({ view, created }: WholeView, resource: Resource, actor: Actor): ViewMetadata {
  const { several, shortcut, overview, ...others } = view;
  const may = (operation: string, other: Resource | undefined) =>
    other !== undefined && actor.permitted(permissionOf(operation), other) !== 'none';
  return {
    ...others,
    quick: view.quick.filter(({ create, toggle }) => {
      const target = created.get(create);
      const begins = toggle && target?.actions.get(toggle.on)?.permission;
      // A list shows whether one is running.
      return may(begins ?? 'create', target) && (!toggle || may('list', target));
    }),
    ...(may('create', resource) && { ...(several && { several }), ...(shortcut && { shortcut }) }),
    overview: may('list', resource) ? overview : [],
  };
}

function describeSections({ definition }: Resource, language: Language): ViewMetadata['sections'] {
  return (definition.view?.sections ?? []).map(({ title, fields, folded }) => ({
    title: render(say(title), language),
    fields,
    ...(folded && { folded }),
  }));
}

function describeLate(late: Late<Fields>): NonNullable<ViewMetadata['late']> {
  const { soon, after } = late;
  return {
    at: [late.at].flat(),
    ...(after !== undefined && { after }),
    while: conditionValues(late.while ?? {}),
    ...(soon !== undefined && { soon }),
  };
}

function describeOffline(
  { list, ...others }: Offline<Fields>,
  { states, stamps = [] }: AnyDefinition,
): NonNullable<ViewMetadata['offline']> {
  const values = Object.entries(list ?? {}).map(([name, wanted]) => [name, [wanted].flat().map(String)]);
  const isWritten = states !== undefined && others.update?.includes(states.field) === true;
  const at = isWritten
    ? stamps.flatMap(({ field, states: entered }) => entered.map((state) => [state, field]))
    : [];
  return {
    ...(list && { list: Object.fromEntries(values) }),
    ...others,
    ...(at.length > 0 && { at: Object.fromEntries(at) }),
  };
}

/** The reference of the tree, if lists can be filtered by it. */
function treeOf({ fields, filters }: Resource): Pick<ViewMetadata, 'tree'> {
  const parent = [...fields.values()].find(({ name, facts }) => isTree(facts) && filters.has(name));
  return parent ? { tree: parent.name } : {};
}

function completeCalendar(resource: Resource): ViewMetadata['calendar'] {
  const { calendar } = resource.definition.view ?? {};
  if (calendar === undefined) return usualCalendar(resource);
  if (calendar === null) return null;
  const { from, until = null, move } = typeof calendar === 'string' ? { from: calendar } : calendar;
  return { from, until, ...(move !== undefined && { move }) };
}

/** The position in a navigation, the smallest first. */
function placeOf({ definition }: Resource): number {
  return definition.view?.order ?? usualOrder;
}

/** Resources in the order of a navigation. */
export function inPlace(resources: Iterable<Resource>): Resource[] {
  return [...resources].sort((one, other) => placeOf(one) - placeOf(other));
}

function boardOf(resource: Resource): string | null {
  const { board } = resource.definition.view ?? {};
  return board === undefined ? usualBoard(resource) : board;
}

/** What a home page shows of a resource, in a language. */
export function overviewOf(
  registry: Registry,
  resource: Resource,
  language: Language,
): ViewMetadata['overview'] {
  const { definition, title } = resource;
  const board = boardOf(resource);
  const parts = definition.view?.overview ?? (board === null ? [] : [{ by: board }]);
  return parts.map((part) => {
    if ('list' in part) {
      const { list, sort = definition.defaultSort, mine, title } = part;
      return { list: queryOf(list), sort, ...(mine && { mine }), title: render(say(title), language) };
    }
    const field = filterLabel(registry, resource, part.by.replace(/\..*/, ''));
    const usual = say(headings.chart, { many: title.many, field });
    return {
      by: part.by,
      title: 'title' in part ? render(say(part.title), language) : heading(usual, language),
    };
  });
}

/** The label of a filter. */
function filterLabel(registry: Registry, resource: Resource, filter: string): Text | string {
  const field = filterField(resource, filter);
  return field?.label ?? filterTarget(registry, resource, filter)?.title.one ?? filter;
}

/** The query of a declared list. */
export function listQuery({ list, sort }: NonNullable<View<Fields>['start']>): Record<string, string> {
  return { ...queryOf(list), ...(sort !== undefined && { sort }) };
}

/** Values of filters as in a query. */
export function queryOf(list: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(list).flatMap(([name, wanted]) =>
      wanted === undefined ? [] : [[name, [wanted].flat().map(String).join()]],
    ),
  );
}
