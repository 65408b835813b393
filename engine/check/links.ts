/** Checks links to other definitions: references, filters, search, delete rules, and rows that are attached to rows. */

import { hungFields } from '../definition/hung.ts';
import type {
  AggregateFacts,
  ChangeLabelsFacts,
  ColumnFacts,
  Facts,
  FirstFacts,
  NestedFacts,
  NoticeTextFacts,
  OwnedFacts,
  ReferenceFacts,
  ReferencesFacts,
  StructureName,
} from '../kinds/facts.ts';
import { factsOf } from '../kinds/field.ts';
import {
  isAggregate,
  isAlias,
  isColumn,
  isReference,
  isReferences,
  isStored,
  isText,
  isTree,
  kindName,
  namedRows,
  nestedFields,
  treeFilterName,
} from '../kinds/kind.ts';
import { integer } from '../kinds/scalars/integer.ts';
import { json } from '../kinds/scalars/json.ts';
import type { Scalar } from '../kinds/scalars/scalar.ts';
import { text } from '../kinds/scalars/text.ts';
import { aliasFields, isTemplate } from '../kinds/structures/alias.ts';
import { byStructure, type EachOf, structureOf } from '../kinds/structures/structures.ts';
import { type Described, oneOf, referencesTo, type Subject, snake, takenParameters } from './subject.ts';
import { checkWhere } from './where.ts';

/** The targets of a field must exist. */
const linkChecks: EachOf<StructureName, [subject: Subject, name: string], void> = {
  ...{ column: checkNamedRows, words: unlinked, pairs: unlinked },
  ...{ reference: checkReference, references: checkReference, aggregate: checkAggregate, first: checkFirst },
  ...{ nested: checkParts, owned: checkEntries, labels: checkChanged, sentence: checkSaid },
  derived: ({ cases }, subject, name) => {
    for (const [, where] of cases) checkWhere(subject.report, `fields.${name}`, subject, where);
  },
  total: ({ of }, { facts, report }, name) => {
    const sums = [...facts].flatMap(([one, fact]) => (isAggregate(fact) ? [one] : []));
    for (const one of of.filter((part) => !sums.includes(part)))
      report(`fields.${name}`, `“${one}” is no count or sum of this resource.`, oneOf(sums));
  },
  alias: ({ of, link, given }, { facts, report }, name) => {
    const named = [...(isTemplate(of) && !link ? [] : aliasFields(of)), ...(given ? [given] : [])];
    for (const part of named.filter((one) => !isStored(facts.get(one)))) {
      const problem = facts.has(part) ? `“${part}” has no column.` : `there is no field “${part}”.`;
      report(`fields.${name}`, problem, oneOf(facts.keys()));
    }
  },
};

function unlinked(): void {}

export function checkReferenceFields(subject: Subject): void {
  for (const [name, fact] of subject.facts) byStructure(linkChecks, fact, subject, name);
}

function checkReference(fact: ReferenceFacts | ReferencesFacts, subject: Subject, name: string): void {
  const { definition, facts, others, report } = subject;
  const key = `fields.${name}`;
  const ending = isReference(fact) ? '_id' : '_ids';
  if (!name.endsWith(ending))
    report(key, `does not end in \`${ending}\`.`, `Rename it to \`${name}${ending}\`.`);
  const target = others.get(fact.to);
  if (!target) {
    report(key, `there is no resource “${fact.to}”.`, oneOf(others.keys()));
    return;
  }
  checkInclude(subject, key, target, fact.include);
  checkWhere(report, `${key}.where`, target, fact.where ?? {});
  if (isReferences(fact) && typeof fact.viewers === 'string' && !others.has(fact.viewers))
    report(`${key}.viewers`, `there is no resource “${fact.viewers}”.`, oneOf(others.keys()));
  if (!isReference(fact)) return;
  if (typeof fact.offer === 'object') checkWhere(report, `${key}.offer`, target, fact.offer);
  for (const other of fact.matching ?? []) {
    const [own, far] = [facts.get(other), target.facts.get(other)];
    if (isReference(own) && isReference(far) && own.to === far.to) continue;
    report(
      `${key}.matching`,
      `“${other}” is not a reference to the same resource here and in ${fact.to}.`,
      'Name a field that both have.',
    );
  }
  if (fact.onDelete === 'unlink' && !fact.nullable) {
    report(`${key}.onDelete`, 'empties a field that must have a value.', 'Wrap it in `Nullable`.');
  }
  const [tree = name] = [...facts].flatMap(([one, other]) => (isTree(other) ? [one] : []));
  if (fact.tree && tree !== name) {
    report(`${key}.tree`, `rows are in a tree by “${tree}” already.`, 'Take one of the two out.');
  }
  if (fact.tree && fact.to !== definition.path) {
    report(`${key}.tree`, 'a tree refers to its own resource.', `Refer to “${definition.path}”.`);
  }
}

/** Included fields must be columns of the referenced row, or references of it. */
function checkInclude({ report }: Subject, key: string, target: Described, include: readonly string[]): void {
  for (const name of include) {
    if (isStored(target.facts.get(name)) || isReference(target.facts.get(`${name}_id`))) continue;
    const { path } = target.definition;
    const problem = target.facts.has(name)
      ? `“${name}” of ${path} has no column.`
      : `${path} has no field “${name}”.`;
    const columns = [...target.facts].flatMap(([one, fact]) => (isStored(fact) ? [one] : []));
    report(`${key}.include`, problem, oneOf(columns));
  }
}

/** Checks the rows that a list of ids refers to. */
function checkNamedRows(facts: ColumnFacts | NestedFacts, { others, report }: Subject, name: string): void {
  if (facts.rows && !others.has(facts.rows.to))
    report(`fields.${name}.rows`, `there is no resource “${facts.rows.to}”.`, oneOf(others.keys()));
}

function checkParts(nested: NestedFacts, subject: Subject, name: string): void {
  checkNamedRows(nested, subject, name);
  const { report } = subject;
  const facts = new Map(Object.entries(nestedFields(nested)).map(([part, field]) => [part, factsOf(field)]));
  for (const [part, fact] of facts) {
    const key = `fields.${name}.${part}`;
    if (name === 'filter') report(key, 'options of filters are called so.', `Rename “${name}”.`);
    if (!isStored(fact))
      report(key, `a part of the kind ${kindName(fact)} has no value of its own.`, 'Take it out.');
    byStructure(linkChecks, fact, { ...subject, facts }, `${name}.${part}`);
    for (const other of namedRows(fact)?.by ?? [])
      if (!facts.has(other)) report(`${key}.by`, `there is no part “${other}”.`, oneOf(facts.keys()));
  }
}

/** Whether it is a filter of the list: declared, or common to all lists. */
export function isFilter({ definition, facts }: Described, name: string): boolean {
  return isOwnFilter({ definition, facts }, name) || name in (definition.filtersThrough ?? {});
}

function isOwnFilter({ definition, facts }: Described, name: string): boolean {
  const hung = definition.hung ? Object.values(hungFields) : [];
  const everywhere = ['id', 'site_id', 'created_by_id', 'created_at', 'updated_at', ...hung];
  return (
    definition.filters?.some((one) => one === name) === true ||
    (everywhere.includes(name) && facts.has(name)) ||
    (name === treeFilterName && hasTree(facts))
  );
}

/** Whether its rows form a tree. */
const hasTree = (facts: Described['facts']): boolean => [...facts.values()].some(isTree);

export function checkFilters(subject: Subject): void {
  const { definition, facts, others, report } = subject;
  if (hasTree(facts) && facts.has(treeFilterName)) {
    report(`fields.${treeFilterName}`, 'is the filter of rows in a tree.', 'Give the field another name.');
  }
  for (const name of definition.filters ?? []) {
    const fact = facts.get(name);
    if (takenParameters.includes(name)) {
      report(`filters.${name}`, 'is a parameter of lists itself.', 'Give the field another name.');
    }
    if (!fact) report(`filters.${name}`, 'there is no such field.', oneOf(facts.keys()));
    else if (!structureOf(fact).isFilterable(fact)) {
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
      isReferences(own) ||
      isReferences(far) ||
      (isReference(own) && second !== undefined && isStored(others.get(own.to)?.facts.get(second)));
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
    const target = isReference(fact) ? others.get(fact.to) : undefined;
    if (!target?.definition.sort.includes(second)) {
      report(
        `search.${name}`,
        'is no sortable text field of a row referred to.',
        'Write `reference_id.name`.',
      );
    }
  }
}

export function checkScan({ definition: { search = [], scan = [] }, report }: Subject): void {
  for (const name of scan) {
    if (!search.includes(name)) report(`scan.${name}`, 'is no entry of `search`.', oneOf(search));
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

function checkEntries(owned: OwnedFacts, { report }: Subject, name: string): void {
  const { own, order, fields, only = [], requiredWhen = [] } = owned;
  for (const [part, field] of Object.entries(fields)) {
    const facts = factsOf(field);
    const tell = (problem: string, remedy: string) => report(`fields.${name}.${part}`, problem, remedy);
    if (part === own || part === order) tell('is a column that the engine keeps itself.', 'Rename it.');
    else if (!snake.test(part)) tell('is no lower-case name with underscores.', 'Rename it.');
    if (!isColumn(facts) || facts.rows) tell('is no plain value, as those of entries are.', 'Take it out.');
    else if (facts.default !== undefined && facts.scalar.atRequest)
      tell('has a default that follows from the request.', 'Give it a fixed one, or none.');
    if (facts.readOnly || facts.writeOnly || facts.internal)
      tell('is not both sent and answered.', 'Take that away.');
  }
  const named = [...only.flatMap((one) => one.fields), ...requiredWhen.map(({ field }) => field)];
  const asked = [...only, ...requiredWhen].flatMap(({ beside }) => Object.keys(beside));
  for (const part of [...named, ...asked].filter((one) => !Object.hasOwn(fields, one)))
    report(`fields.${name}`, `there is no part “${part}”.`, oneOf(Object.keys(fields)));
}

function checkAggregate(fact: AggregateFacts, subject: Subject, name: string): void {
  checkReferring(fact, fact.sum === undefined ? [] : [fact.sum], subject, name);
}

/** @returns the resource, if it exists */
function checkReferring(
  { of, foreign, where = {} }: Pick<AggregateFacts, 'of' | 'foreign' | 'where'>,
  read: readonly string[],
  { others, report }: Subject,
  name: string,
): Described | undefined {
  const key = `fields.${name}`;
  const target = others.get(of);
  if (!target) {
    report(key, `there is no resource “${of}”.`, oneOf(others.keys()));
    return undefined;
  }
  for (const field of [foreign, ...read]) {
    if (!target.facts.has(field)) report(key, `${of} has no field “${field}”.`, oneOf(target.facts.keys()));
  }
  checkWhere(report, key, target, where);
  return target;
}

/** Both texts must be stored in their rows. */
function checkFirst(fact: FirstFacts, subject: Subject, name: string): void {
  const key = `fields.${name}`;
  const { of, shows, otherwise } = fact;
  const target = checkReferring(fact, [shows], subject, name);
  const shown = target?.facts.get(shows);
  if (target && shown && !isText(shown) && !isAlias(shown)) {
    const texts = [...target.facts].flatMap(([one, other]) => (isText(other) || isAlias(other) ? [one] : []));
    subject.report(key, `“${shows}” of ${of} is no text.`, oneOf(texts));
  }
  for (const part of aliasFields(otherwise).filter((one) => !isStored(subject.facts.get(one)))) {
    const problem = subject.facts.has(part) ? `“${part}” has no column.` : `there is no field “${part}”.`;
    subject.report(key, problem, oneOf(subject.facts.keys()));
  }
}

/** Labels need the field with the changes and the field with the resource. */
function checkChanged(
  { from: { resource, changes } }: ChangeLabelsFacts,
  subject: Subject,
  name: string,
): void {
  checkFrom(subject, name, [
    ['resource', resource, text],
    ['changes', changes, json],
  ]);
}

/** A sentence needs the fields that it is made from. The scope determines its person. */
function checkSaid({ from }: NoticeTextFacts, subject: Subject, name: string): void {
  checkFrom(subject, name, [
    ['resource', from.resource, text],
    ['record', from.record, integer],
    ['notice', from.notice, text],
    ['said', from.said, json],
  ]);
  if (subject.definition.scope !== 'own')
    subject.report(`fields.${name}`, 'stands in rows that are nobody’s own.', "Write `scope: 'own'`.");
}

function checkFrom(
  { facts, report }: Subject,
  name: string,
  wanted: readonly (readonly [key: string, field: string, scalar: Scalar])[],
): void {
  for (const [key, other, scalar] of wanted) {
    const fits = (fact: Facts | undefined) => isColumn(fact) && fact.scalar === scalar;
    if (fits(facts.get(other))) continue;
    const known = [...facts].flatMap(([one, fact]) => (fits(fact) ? [one] : []));
    report(`fields.${name}.${key}`, `“${other}” is no field of the kind ${scalar.type}.`, oneOf(known));
  }
}
