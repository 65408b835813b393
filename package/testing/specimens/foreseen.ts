/** Missing rules of specimens, as far as definitions show them: reported before the tests of a resource fail because of them. */

import type { Finding } from '../../../engine/check/subject.ts';
import { stepsOf } from '../../../engine/definition/hooks.ts';
import { isColumn, isReferring } from '../../../engine/kinds/kind.ts';
import type { FieldModel, Registry, Resource } from '../../../engine/model/resource.ts';
import { isRequired } from '../../../engine/request/body.ts';
import { type RuleBook, ruleFile } from './rule-book.ts';
import type { SpecimenRules } from './rules.ts';
import { settableFields } from './sent.ts';
import { rightValue } from './values.ts';

/** The resource whose rows every write makes. */
const journal = 'activities';

/** @param looked the resources whose tests are planned @returns what is missing, by the file where it belongs */
export function findMissingRules(registry: Registry, book: RuleBook, looked: readonly Resource[]): Finding[] {
  return looked.flatMap((resource) => {
    const rules = book.get(resource.path) ?? {};
    const file = ruleFile(resource);
    return [
      ...missingRows(registry, resource, rules),
      ...missingValues(resource, rules),
      ...missingFilters(resource, rules),
      ...missingBlockers(resource, rules),
    ].map(([key, problem, remedy]) => ({ file, key, problem: `must define ${problem}.`, remedy }));
  });
}

type Missing = readonly [key: string, problem: string, remedy: string];

/** Rows that no request creates, no hook and no engine: every list is looked at with some. */
function missingRows(
  registry: Registry,
  { path, operations }: Resource,
  { populate }: SpecimenRules,
): Missing[] {
  if (populate || path === journal || operations.includes('create') || !operations.includes('viewAny'))
    return [];
  const made = [...registry.values()].some(({ definition }) =>
    (['write', 'delete'] as const).some((phase) => stepsOf(definition, phase).has(`create ${path}`)),
  );
  if (made) return [];
  return [['populate', `how rows of ${path} are created`, 'Write `populate: (place, specimens) => …`.']];
}

/** Fields of bodies and of actions of which no right value follows from their declaration. */
function missingValues(resource: Resource, rules: SpecimenRules): Missing[] {
  const isTold = ({ name }: FieldModel) => rules.values?.[name] !== undefined;
  const own = resource.operations.includes('create') && !rules.fit ? settableFields(resource) : [];
  const inputs = [...resource.actions.values()].flatMap(({ input }) =>
    [...input.values()].filter(isRequired),
  );
  const names = [...own, ...inputs]
    .filter((field) => !isTold(field) && !isKnown(field))
    .map(({ name }) => name);
  return [...new Set(names)].map((name) => [
    'values',
    `valid values of ${name}`,
    `Write \`values: { ${name}: (place, variant) => … }\`.`,
  ]);
}

/** Whether a value can be made; an optional one is left out if it cannot. */
function isKnown(field: FieldModel): boolean {
  const { facts, schema } = field;
  if (typeof schema.pattern === 'string') return false;
  if (isReferring(facts) || !isRequired(field)) return true;
  if (isColumn(facts) && facts.rows) return true;
  const value = rightValue(field, { mark: '', variant: 0, serial: 0, distinct: false });
  return Array.isArray(value) ? value.length >= Number(schema.minItems ?? 0) : value !== undefined;
}

function missingFilters({ definition: { filtersThrough = {} } }: Resource, rules: SpecimenRules): Missing[] {
  return Object.entries(filtersThrough).flatMap(([name, path]): Missing[] => {
    if (typeof path === 'string' || rules.filters?.[name]) return [];
    return [
      [
        'filters',
        `the values by which the filter ${name} finds a row`,
        `Write \`filters: { ${name}: (row) => [ … ] }\`.`,
      ],
    ];
  });
}

/** Tables that are of no resource, and that a delete rule speaks of. */
function missingBlockers(resource: Resource, rules: SpecimenRules): Missing[] {
  const { definition, operations } = resource;
  if (!operations.includes('create') || !operations.includes('delete')) return [];
  const strange = (definition.restrictDelete ?? []).filter(({ table }) => !rules.blockers?.[table]);
  return strange.map(({ table, column }) => [
    'blockers',
    `a row of ${table} that prevents a delete`,
    `Write \`blockers: { ${table}: (${column}) => ({ ${column}, … }) }\`.`,
  ]);
}
