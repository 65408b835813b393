/** Checks definitions, each separately and all together, before the service uses them. */

import { formerNames, uniqueSet } from '../definition/definition.ts';
import type { SystemPaths } from '../definition/system-fields.ts';
import { valueUnder } from '../json-object.ts';
import type { Facts } from '../kinds/facts.ts';
import { factsOf } from '../kinds/field.ts';
import {
  isAggregate,
  isAlias,
  isColumn,
  isFirst,
  isPairCount,
  isQueried,
  isReference,
  isReferring,
  kindName,
  referredPath,
  scalarOf,
} from '../kinds/kind.ts';
import { judgeShape, type Shape } from '../kinds/shape.ts';
import { referredName } from '../plural.ts';
import { operations } from '../policy.ts';
import { parseSort } from '../sort.ts';
import { checkActions, checkGuards } from './actions/actions.ts';
import { checkCascades } from './cascades.ts';
import { checkDeclarations, checkNumbers } from './declarations.ts';
import { checkBounds } from './fields/bounds.ts';
import { checkDeleteRules, checkFilters, checkReferenceFields, checkScan, checkSearch } from './links.ts';
import { shapeOfDefinition } from './shape/definition-shape.ts';
import { checkView } from './shown/view.ts';
import { checkDisplay, checkDisplayFrom, checkSql, checkWording, checkWords } from './shown/wording.ts';
import {
  type CheckedFeature,
  checkPermission,
  type Described,
  describedByPath,
  type Finding,
  factsByName,
  hyphened,
  type Loaded,
  oneOf,
  ownFieldsOf,
  ownPartsOf,
  type ReportProblem,
  type Subject,
  snake,
  systemOf,
  takenNames,
  takenPaths,
} from './subject.ts';
import { checkWhere } from './where.ts';

/** All errors in a set of definitions; empty if there are none. */
export function checkAll(
  loaded: readonly Loaded[],
  paths: SystemPaths,
  features: readonly CheckedFeature[],
): Finding[] {
  const shape = shapeOfDefinition(features.map((feature) => feature.shape ?? {}));
  const misshapen = loaded.flatMap((one) => misshapenParts(one, shape));
  // The other checks rely on valid shapes.
  if (misshapen.length > 0) return misshapen;
  const system = systemOf(loaded, paths);
  const others = describedByPath(loaded, system);
  const taken = [...takenPaths, ...features.flatMap((feature) => feature.paths ?? [])];
  const findings: Finding[] = [];
  for (const { file, definition } of loaded) {
    const report: ReportProblem = (key, problem, remedy) => findings.push({ file, key, problem, remedy });
    const own = ownPartsOf(definition, features);
    const subject = { definition, facts: factsByName(definition, system), others, own, report };
    for (const check of checks) check(subject);
    for (const feature of features) feature.check?.(subject);
    if (taken.includes(definition.path))
      report('path', `“${definition.path}” is a path of the service itself.`, 'Choose another.');
    for (const same of ['name', 'path', 'table'] as const) {
      const twin = loaded.find((one) => one.file < file && one.definition[same] === definition[same]);
      if (twin) report(same, `“${definition[same]}” is taken by ${twin.file}.`, 'Choose another.');
      const former = formerNames(definition)?.[same];
      const still = loaded.find((one) => one.file !== file && one.definition[same] === former);
      if (still)
        report('renamedFrom', `“${former}” is what ${still.file} has still.`, 'Take one of the two out.');
    }
  }
  return findings;
}

/** Unknown keys, and values of a wrong type. */
function misshapenParts({ file, definition }: Loaded, shape: Shape): Finding[] {
  const findings: Finding[] = [];
  judgeShape(shape, definition, '', (key, problem, remedy) => findings.push({ file, key, problem, remedy }));
  return findings;
}

const checks: readonly ((subject: Subject) => void)[] = [
  checkNames,
  checkFieldNames,
  checkBounds,
  checkCircles,
  checkReferenceFields,
  checkFilters,
  checkSearch,
  checkScan,
  checkSort,
  checkUniqueSets,
  checkStates,
  checkDeleteRules,
  checkAlternative,
  checkPermissions,
  checkActions,
  checkGuards,
  checkCascades,
  checkDeclarations,
  checkNumbers,
  checkOwn,
  checkOwnLinks,
  checkWording,
  checkView,
  checkWords,
];

function checkNames(subject: Subject): void {
  const { definition, report } = subject;
  for (const key of ['name', 'path'] as const) {
    if (!hyphened.test(definition[key])) {
      report(key, `“${definition[key]}” is no lower-case hyphenated name.`, 'Write it like `item-movement`.');
    }
  }
  if (!snake.test(definition.table)) {
    report(
      'table',
      `“${definition.table}” is no lower-case name with underscores.`,
      'Write it like `item_movements`.',
    );
  }
  checkDisplay(subject);
  checkDisplayFrom(subject);
}

function checkSort({ definition, facts, report }: Subject): void {
  for (const name of definition.sort) {
    const fact = facts.get(name);
    if (!fact) report(`sort.${name}`, 'there is no such field.', oneOf(facts.keys()));
    else if (
      !(isQueried(fact) && scalarOf(fact)?.scale !== undefined) &&
      !(isColumn(fact) && fact.scalar.sorted)
    ) {
      report(`sort.${name}`, `a field of the kind ${kindName(fact)} cannot be sorted by.`, 'Take it out.');
    }
  }
  const stored = definition.sort.filter((name) => !isQueried(facts.get(name)));
  for (const { field } of parseSort(definition.defaultSort)) {
    if (stored.some((name) => name === field)) continue;
    const isComputed = definition.sort.some((name) => name === field);
    const problem = isComputed ? `“${field}” is computed for each row.` : `“${field}” is not in \`sort\`.`;
    report('defaultSort', problem, oneOf(stored));
  }
}

function checkUniqueSets({ definition, facts, report }: Subject): void {
  for (const set of definition.unique ?? []) {
    const { fields, blames, where = {} } = uniqueSet(set);
    const key = `unique.${fields.join('+')}.where`;
    checkWhere(report, key, { definition, facts }, where);
    for (const value of Object.values(where).flat())
      if (typeof value === 'string') checkSql(report, key, value);
    for (const name of blames === undefined ? fields : [...fields, blames]) {
      if (!facts.has(name))
        report(`unique.${fields.join('+')}`, `there is no field “${name}”.`, oneOf(facts.keys()));
    }
  }
}

function checkStates(subject: Subject): void {
  const { definition, facts, report } = subject;
  const { states } = definition;
  if (!states) return;
  const fact = facts.get(states.field);
  if (!fact || !isColumn(fact) || !fact.values) {
    report('states.field', `“${states.field}” is no enumeration.`, 'Name a field made with `Enum`.');
    return;
  }
  const { values } = fact;
  if (states.initial) checkInitial(subject, states.initial, fact, values);
  for (const [from, targets] of Object.entries(states.transitions)) {
    for (const state of [from, ...targets]) {
      if (!values.includes(state))
        report(`states.transitions.${from}`, `“${state}” is no state.`, oneOf(values));
    }
  }
  for (const value of values) {
    if (!valueUnder(states.transitions, value)) {
      report(`states.transitions.${value}`, 'is missing.', 'Name the states it leads to, `[]` for none.');
    }
  }
}

/** The default of a create must be an allowed state, too. */
function checkInitial(
  { report }: Subject,
  initial: readonly string[],
  { default: usual, nullable }: Facts,
  values: readonly string[],
): void {
  if (initial.length === 0) {
    report('states.initial', 'names no state.', 'Name those that a row may be created in, or take it out.');
  }
  for (const state of initial) {
    if (!values.includes(state)) report('states.initial', `“${state}” is no state.`, oneOf(values));
  }
  const begun = usual ?? (nullable ? null : undefined);
  if (begun !== undefined && !initial.some((state) => state === begun)) {
    report('states.initial', `lacks the default, ${begun}.`, 'Add it, or give the field another default.');
  }
}

function checkAlternative({ definition, facts, report }: Subject): void {
  const { alternative } = definition;
  for (const name of alternative ? [alternative.when, ...alternative.fields] : []) {
    if (!facts.has(name)) report('alternative', `there is no field “${name}”.`, oneOf(facts.keys()));
  }
}

/** Own permissions share one list of names with the five, and with their operations. */
function checkPermissions(subject: Subject): void {
  const { definition, report } = subject;
  const own = definition.permissions ?? [];
  for (const [index, name] of own.entries()) {
    const key = `permissions.${index}`;
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      report(key, `“${name}” is no name of a permission.`, 'Write it like `generate`.');
    } else if ([...operations, ...takenNames].includes(name) && !isFreeFor(definition, name)) {
      report(
        key,
        `“${name}” is one that the engine has.`,
        'Choose another name, or name it in `operations`.',
      );
    } else if (own.indexOf(name) < index) report(key, `“${name}” is there twice.`, 'Take it out.');
  }
  for (const name of definition.headquartersOnly ?? []) checkPermission(subject, 'headquartersOnly', name);
}

/** Actions can change rows with the usual permission if requests cannot update them. */
function isFreeFor({ operations: own }: Subject['definition'], name: string): boolean {
  return name === 'update' && !own.includes('update');
}

/** Keys that lists and views add to rows. */
const addedKeys = ['can', 'etag'];
/** Columns that the engine maintains on every row. A definition may only declare `site_id`, for rows that outlive their site. */
const kept = ['id', 'created_at', 'updated_at', 'created_by_id', 'version'];
/** Columns that it maintains on some rows. */
const keptOfSome = ['live', 'deleted_at', 'search_text'];

function checkFieldNames({ definition, facts, own, report }: Subject): void {
  const referred = new Map(
    [...facts].flatMap(([name, fact]) => (isReferring(fact) ? [[referredName(name), name] as const] : [])),
  );
  const { fields, filtersThrough = {} } = definition;
  const named = { fields, filtersThrough, ...Object.fromEntries(ownFieldsOf(definition, own)) };
  for (const [place, keys] of Object.entries(named))
    for (const name of Object.keys(keys).filter((key) => key in Object.prototype))
      report(`${place}.${name}`, 'is a name that every object has.', 'Rename it.');
  for (const name of Object.keys(definition.fields)) {
    const key = `fields.${name}`;
    const base = /^(.+)_(?:key|rank)$/.exec(name)?.[1];
    const reference = referred.get(name);
    if (!snake.test(name)) report(key, 'is no lower-case name with underscores.', 'Rename it.');
    else if (addedKeys.includes(name))
      report(key, 'is what `with` adds to rows under this name.', 'Rename it.');
    else if (kept.includes(name) && !(name === 'version' && isAlias(facts.get(name))))
      report(key, 'every row has one, which the engine keeps.', 'Take it out.');
    else if (keptOfSome.includes(name) || (base !== undefined && facts.has(base))) {
      report(key, 'is a column that the engine keeps itself.', 'Rename it.');
    } else if (reference !== undefined && reference !== name) {
      report(key, `answers have the row of “${reference}” under this name.`, 'Rename it.');
    }
  }
}

interface Step {
  /** The resource, and the field that requires the next one. */
  readonly path: string;
  readonly field: string;
}

function checkCircles({ definition, others, report }: Subject): void {
  const circle = circleFrom(others, definition.path);
  // A cycle is reported once: by the first of its resources.
  if (!circle || circle.some(({ path }) => path < definition.path)) return;
  const way = circle.map(({ path, field }) => `${path}.${field}`).join(' → ');
  const key = `fields.${circle[0]?.field}`;
  report(
    key,
    `no first row could be made: ${way} → ${definition.path}.`,
    'Wrap one of these references in `Nullable`.',
  );
}

/** The shortest cycle of required references through a resource; null if there is none. */
function circleFrom(others: ReadonlyMap<string, Described>, start: string): readonly Step[] | null {
  const seen = new Set<string>();
  let ways: (readonly Step[])[] = [[]];
  const endOf = (way: readonly Step[]): string => {
    const last = way.at(-1);
    const fact = last && others.get(last.path)?.facts.get(last.field);
    return isReference(fact) ? fact.to : start;
  };
  while (ways.length > 0) {
    const next: (readonly Step[])[] = [];
    for (const way of ways) {
      const path = endOf(way);
      for (const [field, fact] of others.get(path)?.facts ?? []) {
        if (!isReference(fact) || fact.nullable) continue;
        const further = [...way, { path, field }];
        if (fact.to === start) return further;
        if (seen.has(fact.to)) continue;
        seen.add(fact.to);
        next.push(further);
      }
    }
    ways = next;
  }
  return null;
}

const remedy = 'Take it out.';

/** What the definition of personal rows cannot have. */
function checkOwn({ definition, facts, others, report }: Subject): void {
  if (definition.scope !== 'own') return;
  if (definition.headquartersOnly) report('headquartersOnly', 'no permission is asked for own rows.', remedy);
  if (Object.hasOwn(definition.fields, 'user_id'))
    report('fields.user_id', 'the engine keeps it of rows that are somebody’s own.', remedy);
  for (const [name, fact] of facts) {
    const to = Object.hasOwn(definition.fields, name) ? referredPath(fact) : undefined;
    const target = to === undefined ? undefined : others.get(to)?.definition;
    if (!target) continue;
    const key = `fields.${name}`;
    if (isReference(fact) && fact.onDelete === 'restrict')
      report(`${key}.onDelete`, 'rows that nobody else sees hold no other row in place.', remedy);
    if (target.scope === 'global' || (target.scope === 'self' && name === 'site_id')) continue;
    report(
      key,
      `own rows belong to no site, and ${target.path} are not seen at every one.`,
      'Refer to rows that are the same at every site, or by `site_id` to one of the person’s sites.',
    );
  }
}

/** How a definition cannot use personal rows of another resource: it would name or count them for all users. */
function checkOwnLinks({ definition, facts, others, own, report }: Subject): void {
  const personal = [...others.values()].flatMap((one) =>
    one.definition.scope === 'own' ? [one.definition] : [],
  );
  if (personal.length === 0) return;
  const isPath = (path: string | undefined) => personal.some((one) => one.path === path);
  const isTable = (table: string | undefined) => personal.some((one) => one.table === table);
  const refuse = (key: string) => report(key, 'leads to rows that are each somebody’s own.', remedy);
  for (const [name, fact] of facts) {
    const counts = (isAggregate(fact) || isFirst(fact)) && isPath(fact.of);
    const pairs = isPairCount(fact) && (isTable(fact.table) || isTable(fact.through?.table));
    if (counts || pairs || isPath(referredPath(fact))) refuse(`fields.${name}`);
  }
  for (const [place, fields] of ownFieldsOf(definition, own)) {
    for (const [name, field] of Object.entries(fields))
      if (isPath(referredPath(factsOf(field)))) refuse(`${place}.${name}`);
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    const leads =
      typeof path === 'string'
        ? isPath(path.split('.')[0])
        : isPath(path.to) || path.links.some(({ table }) => isTable(table));
    if (leads) refuse(`filtersThrough.${name}`);
  }
  for (const { table, column } of definition.restrictDelete ?? [])
    if (isTable(table)) refuse(`restrictDelete.${table}.${column}`);
}
