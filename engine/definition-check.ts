/** Finds what is wrong in definitions, each and among themselves, before anything is served from them. */

import type { AnyDefinition } from './definition.ts';
import type { Finding } from './definition-error.ts';
import { type Facts, factsOf } from './field-facts.ts';
import { type Loaded, parseSort, type SystemPaths, systemFields } from './registry.ts';

type Report = (key: string, problem: string, remedy: string) => void;

interface Subject {
  readonly definition: AnyDefinition;
  readonly facts: ReadonlyMap<string, Facts>;
  readonly others: ReadonlyMap<string, AnyDefinition>;
  readonly report: Report;
}

const sortableKinds = new Set(['text', 'integer', 'money', 'boolean', 'datetime', 'date', 'enum']);
const unfilterable = new Set(['aggregate', 'pairs', 'alias', 'nested', 'json']);

/** Everything wrong in a set of definitions; empty where all is well. */
export function checkDefinitions(loaded: readonly Loaded[], system: SystemPaths): Finding[] {
  const others = new Map(loaded.map((one) => [one.definition.path, one.definition]));
  const findings: Finding[] = [];
  for (const { file, definition } of loaded) {
    const { first, last } = systemFields(definition, system);
    const all = { ...first, ...definition.fields, ...last };
    const facts = new Map(Object.entries(all).map(([name, field]) => [name, factsOf(field)]));
    const report: Report = (key, problem, remedy) => findings.push({ file, key, problem, remedy });
    const subject = { definition, facts, others, report };
    for (const check of checks) check(subject);
    for (const same of ['name', 'path', 'table'] as const) {
      const twin = loaded.find((one) => one.file < file && one.definition[same] === definition[same]);
      if (twin) report(same, `“${definition[same]}” is taken by ${twin.file}.`, 'Choose another.');
    }
  }
  return findings;
}

const checks: readonly ((subject: Subject) => void)[] = [
  checkNames,
  checkReferences,
  checkFilters,
  checkSearch,
  checkSort,
  checkUnique,
  checkStates,
  checkDeleteRules,
  checkAlternative,
  checkActions,
];

function oneOf(names: Iterable<string>): string {
  return `Use one of: ${[...names].sort().join(', ')}.`;
}

function checkNames({ definition, facts, report }: Subject): void {
  const hyphened = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
  const snake = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
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
  for (const name of Object.keys(definition.fields)) {
    if (!snake.test(name)) report(`fields.${name}`, 'is no lower-case name with underscores.', 'Rename it.');
  }
  const display = definition.display ?? 'name';
  if (!facts.has(display)) {
    report(
      'display',
      `there is no field “${display}”.`,
      `${oneOf(facts.keys())} Every resource needs a name to show.`,
    );
  }
}

function checkReferences({ definition, facts, others, report }: Subject): void {
  for (const [name, fact] of facts) {
    const key = `fields.${name}`;
    if (fact.kind === 'aggregate') {
      const target = others.get(fact.of);
      if (!target) report(key, `there is no resource “${fact.of}”.`, oneOf(others.keys()));
      else if (!target.fields[fact.foreign]) {
        report(key, `${fact.of} has no field “${fact.foreign}”.`, oneOf(Object.keys(target.fields)));
      }
      continue;
    }
    if (fact.kind === 'alias' && !facts.has(fact.of)) {
      report(key, `there is no field “${fact.of}”.`, oneOf(facts.keys()));
    }
    if (fact.kind !== 'reference' && fact.kind !== 'references') continue;
    const ending = fact.kind === 'reference' ? '_id' : '_ids';
    if (!name.endsWith(ending))
      report(key, `does not end in \`${ending}\`.`, `Rename it to \`${name}${ending}\`.`);
    const target = others.get(fact.to);
    if (!target) {
      report(key, `there is no resource “${fact.to}”.`, oneOf(others.keys()));
      continue;
    }
    for (const include of fact.include) {
      if (!target.fields[include] && !target.fields[`${include}_id`]) {
        report(`${key}.include`, `${fact.to} has no field “${include}”.`, oneOf(Object.keys(target.fields)));
      }
    }
    for (const field of Object.keys(fact.where ?? {})) {
      if (!target.fields[field]) {
        report(`${key}.where`, `${fact.to} has no field “${field}”.`, oneOf(Object.keys(target.fields)));
      }
    }
    if (fact.kind === 'reference' && fact.tree && fact.to !== definition.path) {
      report(`${key}.tree`, 'a tree refers to its own resource.', `Refer to “${definition.path}”.`);
    }
  }
}

function checkFilters({ definition, facts, others, report }: Subject): void {
  for (const name of definition.filters ?? []) {
    const fact = facts.get(name);
    if (!fact) report(`filters.${name}`, 'there is no such field.', oneOf(facts.keys()));
    else if (unfilterable.has(fact.kind)) {
      report(`filters.${name}`, `a field of the kind ${fact.kind} cannot be filtered by.`, 'Take it out.');
    }
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    if (typeof path !== 'string') continue;
    const [first = '', second] = path.split('.');
    const own = facts.get(first);
    const far = second === undefined ? undefined : others.get(first)?.fields[second];
    const leads =
      own?.kind === 'references' ||
      (own?.kind === 'reference' &&
        second !== undefined &&
        others.get(own.to)?.fields[second] !== undefined) ||
      (far !== undefined && factsOf(far).kind === 'references');
    if (!leads) {
      report(
        `filtersThrough.${name}`,
        `“${path}” leads nowhere.`,
        'Write `reference_id.field`, a field of many references, or `resource.field_ids`.',
      );
    }
  }
}

function checkSearch({ definition, facts, others, report }: Subject): void {
  for (const name of definition.search ?? []) {
    const [first = '', second] = name.split('.');
    const fact = facts.get(first);
    if (second === undefined) {
      if (fact?.kind !== 'text') report(`search.${name}`, 'is no text field.', oneOf(textFields(facts)));
      continue;
    }
    const target = fact?.kind === 'reference' ? others.get(fact.to) : undefined;
    if (!target?.sort.includes(second)) {
      report(
        `search.${name}`,
        'is no sortable text field of a row referred to.',
        'Write `reference_id.name`.',
      );
    }
  }
}

function* textFields(facts: ReadonlyMap<string, Facts>): Iterable<string> {
  for (const [name, fact] of facts) if (fact.kind === 'text') yield name;
}

function checkSort({ definition, facts, report }: Subject): void {
  for (const name of definition.sort) {
    const fact = facts.get(name);
    if (!fact) report(`sort.${name}`, 'there is no such field.', oneOf(facts.keys()));
    else if (!sortableKinds.has(fact.kind)) {
      report(`sort.${name}`, `a field of the kind ${fact.kind} cannot be sorted by.`, 'Take it out.');
    }
  }
  for (const { field } of parseSort(definition.defaultSort)) {
    if (!definition.sort.some((name) => name === field)) {
      report('defaultSort', `“${field}” is not in \`sort\`.`, oneOf(definition.sort));
    }
  }
}

function checkUnique({ definition, facts, report }: Subject): void {
  for (const set of definition.unique ?? []) {
    for (const name of set) {
      if (!facts.has(name))
        report(`unique.${set.join('+')}`, `there is no field “${name}”.`, oneOf(facts.keys()));
    }
  }
}

function checkStates({ definition, facts, report }: Subject): void {
  const { states } = definition;
  if (!states) return;
  const fact = facts.get(states.field);
  if (fact?.kind !== 'enum') {
    report('states.field', `“${states.field}” is no enumeration.`, 'Name a field made with `OneOf`.');
    return;
  }
  const values = 'values' in fact ? (fact.values ?? []) : [];
  for (const [from, targets] of Object.entries(states.transitions)) {
    for (const state of [from, ...targets]) {
      if (!values.includes(state))
        report(`states.transitions.${from}`, `“${state}” is no state.`, oneOf(values));
    }
  }
  for (const value of values) {
    if (!states.transitions[value]) {
      report(`states.transitions.${value}`, 'is missing.', 'Name the states it leads to, `[]` for none.');
    }
  }
}

function checkDeleteRules({ definition, others, report }: Subject): void {
  for (const rule of definition.restrictDelete ?? []) {
    if (typeof rule !== 'string') continue;
    const [table, column = ''] = rule.split('.');
    const other = [...others.values()].find((one) => one.table === table);
    if (!other?.fields[column]) {
      report(
        `restrictDelete.${rule}`,
        'names no field of a resource.',
        'Write `table.column`, or `{ table, column, what }` for a table that is no resource.',
      );
    }
  }
}

function checkAlternative({ definition, facts, report }: Subject): void {
  const { alternative } = definition;
  for (const name of alternative ? [alternative.when, ...alternative.fields] : []) {
    if (!facts.has(name)) report('alternative', `there is no field “${name}”.`, oneOf(facts.keys()));
  }
}

const takenNames = ['list', 'view', 'create', 'update', 'delete', 'options', 'counts'];

function checkActions({ definition, report }: Subject): void {
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    const key = `actions.${name}`;
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || takenNames.includes(name)) {
      report(key, 'is no free lower-case hyphenated name.', `Avoid ${takenNames.join(', ')}.`);
    }
    if (!definition.operations.includes(action.permission)) {
      report(
        `${key}.permission`,
        `the resource has no operation “${action.permission}”.`,
        oneOf(definition.operations),
      );
    }
  }
}
