/** Asks others about views: those who read requests whether they would take an overview, and related lists whether they are there. */
import { DefinitionError, type Finding } from '../../check/report.ts';
import { oneOf } from '../../check/subject.ts';
import { Failure } from '../../failure.ts';
import { countChoices } from '../../model/groups.ts';
import type { Registry, Resource } from '../../model/resource.ts';
import { readCountsIntent } from '../../request/counts-intent.ts';
import { readListIntent } from '../../request/intent.ts';
import { relatedLists } from '../metadata/related.ts';
import { queryOf } from './view.ts';

type ViewFinding = Omit<Finding, 'file'>;

/** What is wrong in views of sound definitions; empty where all is well. */
export function checkViews(registry: Registry): Finding[] {
  return [...registry.values()].flatMap((resource) =>
    [...checkOverview(resource), ...checkRelated(registry, resource)].map((found) => ({
      file: resource.file,
      ...found,
    })),
  );
}

/** @throws DefinitionError that lists what is wrong in views */
export function requireViews(registry: Registry): void {
  const findings = checkViews(registry);
  if (findings.length > 0) throw new DefinitionError(findings);
}

function checkOverview(resource: Resource): ViewFinding[] {
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
    const remedy = 'Correct it: clients ask for it as it stands.';
    return refused.map((problem) => ({ key: `view.overview.${index}.${key}`, problem, remedy }));
  });
}

type DeclaredOverview = NonNullable<NonNullable<Resource['definition']['view']>['overview']>[number];

function listQuery({
  list,
  sort,
}: Exclude<DeclaredOverview, { readonly by: string }>): Record<string, string> {
  return { ...queryOf(list), ...(sort !== undefined && { sort }) };
}

/** What is said of a query that is not taken, in English. */
function refusalsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Object.values(error.toBody('en').errors ?? {}).flat();
  }
}

function checkRelated(registry: Registry, resource: Resource): ViewFinding[] {
  const { related = [] } = resource.definition.view ?? {};
  const known = new Set(relatedLists(registry, resource, 'en').map(({ target }) => target.path));
  return related.flatMap((path, index) => {
    const key = 'view.related';
    if (related.indexOf(path) < index) {
      return [{ key, problem: `“${path}” is named twice.`, remedy: 'Name it once.' }];
    }
    if (known.has(path)) return [];
    const problem = registry.has(path)
      ? `no filter of “${path}” takes ids of “${resource.path}”.`
      : `there is no resource “${path}”.`;
    return [{ key, problem, remedy: oneOf(known) }];
  });
}
