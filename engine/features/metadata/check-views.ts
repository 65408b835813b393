/** Checks views with other modules: whether request readers accept their overviews, and whether their related lists exist. */
import { DefinitionError, type Finding, oneOf } from '../../check/subject.ts';
import { type RelatedOrder, relatedPath } from '../../definition/view.ts';
import { Failure } from '../../failure.ts';
import { isDated, referredPath } from '../../kinds/kind.ts';
import { filterTarget, listedFilters } from '../../model/filter-target.ts';
import { countChoices } from '../../model/groups.ts';
import { type Registry, type Resource, resourceAt } from '../../model/resource.ts';
import { isRequired } from '../../request/body.ts';
import { readListIntent } from '../../request/intent.ts';
import { readCountsIntent } from '../counts/intent.ts';
import { relatedLists } from '../related/lists.ts';
import { listQuery, queryOf } from './view.ts';

type ViewFinding = Omit<Finding, 'file'>;

/** All errors in views of valid definitions; empty if there are none. */
export function checkViews(registry: Registry): Finding[] {
  return [...registry.values()].flatMap((resource) =>
    [
      checkOverview(registry, resource),
      checkStart(resource),
      checkMine(registry, resource),
      checkTakenAlong(registry, resource),
      checkRelated(registry, resource),
      checkStrip(registry, resource),
      checkToggles(registry, resource),
    ]
      .flat()
      .map((found) => ({ file: resource.file, ...found })),
  );
}

/** @throws DefinitionError that lists all errors in views */
export function requireViews(registry: Registry): void {
  const findings = checkViews(registry);
  if (findings.length > 0) throw new DefinitionError(findings);
}

function checkOverview(registry: Registry, resource: Resource): ViewFinding[] {
  const { overview = [] } = resource.definition.view ?? {};
  return overview.flatMap((part, index) => {
    const [key, refused] =
      'by' in part
        ? [
            'by',
            refusalsOf(() =>
              readCountsIntent(resource, { by: part.by }, { choices: countChoices(resource), sums: [] }),
            ),
          ]
        : ['list', refusalsOf(() => readListIntent(resource, listQuery(part)))];
    const own = 'list' in part && part.mine !== undefined ? part.mine : null;
    return [
      ...asItStands(`view.overview.${index}.${key}`, refused),
      ...(own === null ? [] : checkPerson(registry, resource, own, `view.overview.${index}.mine`)),
    ];
  });
}

function checkStart(resource: Resource): ViewFinding[] {
  const { start } = resource.definition.view ?? {};
  if (!start) return [];
  return asItStands(
    'view.start',
    refusalsOf(() => readListIntent(resource, listQuery(start))),
  );
}

/** Findings in a query that clients send unchanged. */
function asItStands(key: string, problems: readonly string[]): ViewFinding[] {
  const remedy = 'Correct it: clients ask for it as it stands.';
  return problems.map((problem) => ({ key, problem, remedy }));
}

/** The messages for a refused query, in English. */
function refusalsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Object.values(error.toBody('en').errors ?? {}).flat();
  }
}

function checkMine(registry: Registry, resource: Resource): ViewFinding[] {
  const { mine } = resource.definition.view ?? {};
  return mine === undefined ? [] : checkPerson(registry, resource, mine, 'view.mine');
}

/** Clients request the list itself, the user's own rows of it, and the rows that belong to it. */
function checkTakenAlong(registry: Registry, resource: Resource): ViewFinding[] {
  const { list, own, with: others = [] } = resource.definition.view?.offline ?? {};
  const refused = list ? refusalsOf(() => readListIntent(resource, queryOf(list))) : [];
  const referred = resource.references.flatMap(({ facts }) => referredPath(facts) ?? []);
  const known = new Set([
    ...referred,
    ...relatedLists(registry, resource, 'en').map(({ target }) => target.path),
  ]);
  return [
    ...asItStands('view.offline.list', refused),
    ...(own === undefined ? [] : checkPerson(registry, resource, own, 'view.offline.own')),
    ...others
      .filter((path) => !known.has(path))
      .map((path) => ({
        key: 'view.offline.with',
        problem: `“${path}” has no rows that belong to one of these, or that these refer to.`,
        remedy: oneOf(known),
      })),
  ];
}

/** It must be a filter for people: the resource of the rows' authors. */
function checkPerson(registry: Registry, resource: Resource, mine: string, key: string): ViewFinding[] {
  const people = filterTarget(registry, resource, 'created_by_id');
  const known = listedFilters(resource).flatMap(({ name }) =>
    filterTarget(registry, resource, name) === people ? [name] : [],
  );
  if (known.includes(mine)) return [];
  return [{ key, problem: `“${mine}” is no filter that takes a person.`, remedy: oneOf(known) }];
}

/** The list must accept the order, and be able to split at the present moment. */
function checkRelatedOrder(target: Resource, order: RelatedOrder, index: number): ViewFinding[] {
  if ('sort' in order) {
    return asItStands(
      `view.related.${index}.sort`,
      refusalsOf(() => readListIntent(target, { sort: order.sort })),
    );
  }
  const { fields, filters, sorts } = target;
  const known = [...fields.values()].flatMap(({ name, facts }) =>
    isDated(facts) && filters.has(name) && sorts.has(name) ? [name] : [],
  );
  if (known.includes(order.from)) return [];
  const problem = `“${order.from}” is no date that lists of “${target.path}” are filtered and sorted by.`;
  return [{ key: `view.related.${index}.from`, problem, remedy: oneOf(known) }];
}

function checkRelated(registry: Registry, resource: Resource): ViewFinding[] {
  const { related = [] } = resource.definition.view ?? {};
  const known = new Set(relatedLists(registry, resource, 'en').map(({ target }) => target.path));
  const paths = related.map(relatedPath);
  return related.flatMap((one, index) => {
    const key = 'view.related';
    const path = relatedPath(one);
    if (paths.indexOf(path) < index) {
      return [{ key, problem: `“${path}” is named twice.`, remedy: 'Name it once.' }];
    }
    const target = registry.get(path);
    if (known.has(path))
      return target && typeof one !== 'string' ? checkRelatedOrder(target, one, index) : [];
    const problem = registry.has(path)
      ? `no filter of “${path}” takes ids of “${resource.path}”.`
      : `there is no resource “${path}”.`;
    return [{ key, problem, remedy: oneOf(known) }];
  });
}

/** The rows must belong to this one, and a field must have tones. */
function checkStrip(registry: Registry, resource: Resource): ViewFinding[] {
  const { strip } = resource.definition.view ?? {};
  if (strip === undefined) return [];
  const known = relatedLists(registry, resource, 'en').flatMap(({ target }) =>
    [...target.fields.values()].some(({ facts }) => 'tones' in facts) ? [target.path] : [],
  );
  if (known.includes(strip)) return [];
  const problem = `“${strip}” has no rows that belong to one of these and whose state has a tone.`;
  return [{ key: 'view.strip', problem, remedy: oneOf(known) }];
}

/** A client must know enough of the actions to start and end the user's own. */
function checkToggles(registry: Registry, resource: Resource): ViewFinding[] {
  return (resource.definition.view?.quick ?? []).flatMap(({ create, with: given, toggle }, index) => {
    const target = resourceAt(registry, create);
    if (!toggle) return [];
    const key = `view.quick.${index}.toggle`;
    const actions = [...target.actions].filter(
      ([
        name,
        {
          definition: { path = name },
        },
      ]) => path === name,
    );
    const begins = actions.filter(
      ([, { definition, input }]) =>
        definition.on === 'collection' &&
        Object.keys(given).every((name) => input.has(name)) &&
        [...input.values()].every((field) => !isRequired(field) || field.name in given),
    );
    const ends = actions.filter(
      ([, { definition, input }]) =>
        definition.on === 'row' &&
        input.size === 0 &&
        definition.when !== undefined &&
        Object.keys(definition.when).every((name) => target.filters.has(name)),
    );
    const said = {
      on: 'is no action on the collection that needs just that.',
      off: 'is no action that ends it.',
    };
    const wrong = Object.entries({ on: begins, off: ends }).flatMap(([at, known]) => {
      const name = at === 'on' ? toggle.on : toggle.off;
      if (known.some(([one]) => one === name)) return [];
      const problem = `“${name}” of “${create}” ${at === 'on' ? said.on : said.off}`;
      return [{ key: `${key}.${at}`, problem, remedy: oneOf(known.map(([one]) => one)) }];
    });
    return [...wrong, ...checkPerson(registry, target, toggle.mine, `${key}.mine`)];
  });
}
