/** What leads from one definition to others: references, filters, search and delete rules. */

import type {
  AggregateFacts,
  ChangeLabelsFacts,
  DerivedFacts,
  Facts,
  NestedFacts,
  ReferenceFacts,
  ReferencesFacts,
} from '../kinds/field.ts';
import { isColumn, isStored, isText, kindName } from '../kinds/kind.ts';
import { json } from '../kinds/scalars/json.ts';
import { text } from '../kinds/scalars/text.ts';
import { type Described, oneOf, referencesTo, type Subject, snake } from './subject.ts';
import { takenParameters } from './taken-names.ts';
import { checkWhere } from './where.ts';

/** Whether lists can be filtered by it. */
function isFilterable(fact: Facts): boolean {
  if (isColumn(fact)) return fact.scalar.sorted !== undefined;
  return ['reference', 'references', 'words', 'derived'].includes(fact.kind);
}

export function checkReferenceFields(subject: Subject): void {
  const { facts, report } = subject;
  for (const [name, fact] of facts) {
    if (fact.kind === 'aggregate') checkAggregate(subject, name, fact);
    else if (fact.kind === 'reference' || fact.kind === 'references') checkReference(subject, name, fact);
    else if (fact.kind === 'labels') checkChanged(subject, name, fact);
    else if (fact.kind === 'nested') checkChoices(subject, name, fact);
    else if (fact.kind === 'derived') checkDerived(subject, name, fact);
    else if (fact.kind === 'alias' && !isStored(facts.get(fact.of))) {
      const problem = facts.has(fact.of) ? `“${fact.of}” has no column.` : `there is no field “${fact.of}”.`;
      report(`fields.${name}`, problem, oneOf(facts.keys()));
    }
  }
}

function checkAggregate(subject: Subject, name: string, { of, foreign, sum, where }: AggregateFacts): void {
  const { others, report } = subject;
  const key = `fields.${name}`;
  const target = others.get(of);
  if (!target) {
    report(key, `there is no resource “${of}”.`, oneOf(others.keys()));
    return;
  }
  for (const field of sum === undefined ? [foreign] : [foreign, sum]) {
    if (!target.facts.has(field)) report(key, `${of} has no field “${field}”.`, oneOf(target.facts.keys()));
  }
  checkWhere(report, key, target, where ?? {});
}

function checkDerived(subject: Subject, name: string, { cases }: DerivedFacts): void {
  for (const [, where] of cases) checkWhere(subject.report, `fields.${name}`, subject, where);
}

function checkReference(subject: Subject, name: string, fact: ReferenceFacts | ReferencesFacts): void {
  const { definition, facts, others, report } = subject;
  const key = `fields.${name}`;
  const ending = fact.kind === 'reference' ? '_id' : '_ids';
  if (!name.endsWith(ending))
    report(key, `does not end in \`${ending}\`.`, `Rename it to \`${name}${ending}\`.`);
  const target = others.get(fact.to);
  if (!target) {
    report(key, `there is no resource “${fact.to}”.`, oneOf(others.keys()));
    return;
  }
  checkInclude(subject, key, target, fact.include);
  checkWhere(report, `${key}.where`, target, fact.where ?? {});
  if (fact.kind === 'reference' && typeof fact.offer === 'object') {
    checkWhere(report, `${key}.offer`, target, fact.offer);
  }
  for (const other of fact.kind === 'reference' ? (fact.matching ?? []) : []) {
    const [own, far] = [facts.get(other), target.facts.get(other)];
    if (own?.kind === 'reference' && far?.kind === 'reference' && own.to === far.to) continue;
    report(
      `${key}.matching`,
      `“${other}” is not a reference to the same resource here and in ${fact.to}.`,
      'Name a field that both have.',
    );
  }
  if (fact.onDelete === 'unlink' && fact.kind === 'reference' && !fact.nullable) {
    report(`${key}.onDelete`, 'empties a field that must have a value.', 'Wrap it in `Nullable`.');
  }
  if (fact.kind === 'reference' && fact.tree && fact.to !== definition.path) {
    report(`${key}.tree`, 'a tree refers to its own resource.', `Refer to “${definition.path}”.`);
  }
}

/** What is shown of a row referred to stands in its own columns, or is a row that it refers to itself. */
function checkInclude({ report }: Subject, key: string, target: Described, include: readonly string[]): void {
  for (const name of include) {
    if (isStored(target.facts.get(name)) || target.facts.get(`${name}_id`)?.kind === 'reference') continue;
    const { path } = target.definition;
    const problem = target.facts.has(name)
      ? `“${name}” of ${path} has no column.`
      : `${path} has no field “${name}”.`;
    const columns = [...target.facts].flatMap(([one, fact]) => (isStored(fact) ? [one] : []));
    report(`${key}.include`, problem, oneOf(columns));
  }
}

/** Labels stand beside the field that holds the changes, and the one that tells of what. */
function checkChanged(
  { facts, report }: Subject,
  name: string,
  { resource, changes }: ChangeLabelsFacts,
): void {
  for (const [key, other, scalar] of [
    ['resource', resource, text],
    ['changes', changes, json],
  ] as const) {
    const fits = (fact: Facts | undefined) => isColumn(fact) && fact.scalar === scalar;
    if (fits(facts.get(other))) continue;
    const known = [...facts].flatMap(([one, fact]) => (fits(fact) ? [one] : []));
    report(`fields.${name}.${key}`, `“${other}” is no field of the kind ${scalar.type}.`, oneOf(known));
  }
}

function checkChoices(subject: Subject, name: string, { choices = {}, rows }: NestedFacts): void {
  const { others, report } = subject;
  if (rows !== undefined && !others.has(rows))
    report(`fields.${name}.rows`, `there is no resource “${rows}”.`, oneOf(others.keys()));
  if (name === 'filter' && Object.keys(choices).length > 0) {
    report(`fields.${name}`, 'options of filters are called so.', 'Rename it.');
  }
  for (const [part, { to, include = [], matching = [] }] of Object.entries(choices)) {
    const key = `fields.${name}.choices.${part}`;
    const target = others.get(to);
    if (target) checkInclude(subject, key, target, include);
    else report(key, `there is no resource “${to}”.`, oneOf(others.keys()));
    for (const other of matching) {
      if (!choices[other])
        report(`${key}.matching`, `there is no choice “${other}”.`, oneOf(Object.keys(choices)));
    }
  }
}

/** Whether lists are filtered by it: as the definition says, or as every list is. */
export function isFilter({ definition, facts }: Described, name: string): boolean {
  return isOwnFilter({ definition, facts }, name) || name in (definition.filtersThrough ?? {});
}

function isOwnFilter({ definition, facts }: Described, name: string): boolean {
  const everywhere = ['id', 'site_id', 'created_by_id', 'created_at', 'updated_at'];
  return (
    definition.filters?.some((one) => one === name) === true || (everywhere.includes(name) && facts.has(name))
  );
}

export function checkFilters(subject: Subject): void {
  const { definition, facts, others, report } = subject;
  for (const name of definition.filters ?? []) {
    const fact = facts.get(name);
    if (takenParameters.includes(name)) {
      report(`filters.${name}`, 'is a parameter of lists itself.', 'Give the field another name.');
    }
    if (!fact) report(`filters.${name}`, 'there is no such field.', oneOf(facts.keys()));
    else if (!isFilterable(fact)) {
      report(
        `filters.${name}`,
        `a field of the kind ${kindName(fact)} cannot be filtered by.`,
        'Take it out.',
      );
    }
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    const key = `filtersThrough.${name}`;
    if (!snake.test(name)) {
      report(key, 'is no lower-case name with underscores.', 'Rename it.');
    } else if (takenParameters.includes(name)) {
      report(key, 'is a parameter of lists itself.', 'Choose another name.');
    } else if (isOwnFilter(subject, name)) {
      report(key, 'is a filter already.', 'Choose another name.');
    }
    if (typeof path !== 'string') continue;
    const [first = '', second] = path.split('.');
    const own = facts.get(first);
    const far = second === undefined ? undefined : others.get(first)?.facts.get(second);
    const leads =
      own?.kind === 'references' ||
      (own?.kind === 'reference' &&
        second !== undefined &&
        isStored(others.get(own.to)?.facts.get(second))) ||
      far?.kind === 'references';
    if (!leads) {
      report(
        key,
        `“${path}” leads nowhere.`,
        'Write `reference_id.field`, a field of many references, or `resource.field_ids`.',
      );
    }
  }
}

export function checkSearch({ definition, facts, others, report }: Subject): void {
  for (const name of definition.search ?? []) {
    const [first = '', second] = name.split('.');
    const fact = facts.get(first);
    if (second === undefined) {
      if (!isText(fact)) report(`search.${name}`, 'is no text field.', oneOf(textFields(facts)));
      continue;
    }
    const target = fact?.kind === 'reference' ? others.get(fact.to) : undefined;
    if (!target?.definition.sort.includes(second)) {
      report(
        `search.${name}`,
        'is no sortable text field of a row referred to.',
        'Write `reference_id.name`.',
      );
    }
  }
}

function* textFields(facts: ReadonlyMap<string, Facts>): Iterable<string> {
  for (const [name, fact] of facts) if (isText(fact)) yield name;
}

export function checkDeleteRules({ definition, others, report }: Subject): void {
  const references = referencesTo(definition, others);
  for (const { table, column } of definition.restrictDelete ?? []) {
    const known = references.find((one) => one.table === table && one.column === column);
    if (!known) continue;
    report(
      `restrictDelete.${table}.${column}`,
      `is what \`${known.field}\` of ${known.by.path} says itself.`,
      "Take it out; where the row is kept when it is deleted, say `onDelete: 'restrict'` there.",
    );
  }
}
