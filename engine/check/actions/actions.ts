/** Checks the own actions and the guards of a definition. */

import type { OwnAction } from '../../definition/own/action.ts';
import type { Facts } from '../../kinds/facts.ts';
import { factsOf } from '../../kinds/field.ts';
import { isEnumeration, isMark, isReferring, namedRows } from '../../kinds/kind.ts';
import { checkPermission, hyphened, oneOf, type Subject, takenNames, takenVerbs } from '../subject.ts';

export function checkActions(subject: Subject): void {
  const { definition, report } = subject;
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    const key = `actions.${name}`;
    checkFree(subject, key, [name, action.path ?? name], takenNames);
    checkPermission(subject, `${key}.permission`, action.permission);
    checkVerb(subject, name, action);
    if (action.answer && action.creates) {
      report(`${key}.answer`, 'goes with an action that creates no row.', 'Take one of them out.');
    }
    for (const about of ['when', 'guard', 'with'] as const) {
      if (action[about] && action.on === 'collection') {
        report(`${key}.${about}`, 'speaks of a row, and the action is on none.', 'Take it out.');
      }
    }
    checkInput(subject, key, action);
    for (const [field, values = []] of Object.entries(action.when ?? {})) {
      checkWhen(subject, `${key}.when.${field}`, field, values);
    }
  }
}

/** The client's name of an action must be unique: its verb and its object. */
function checkVerb({ definition, report }: Subject, name: string, { on, verb = name }: OwnAction): void {
  const key = `actions.${name}.verb`;
  if (!hyphened.test(verb) || takenVerbs.includes(verb)) {
    report(key, 'is no free lower-case hyphenated word.', `Avoid ${takenVerbs.join(', ')}.`);
  }
  for (const [other, action] of Object.entries(definition.actions ?? {})) {
    if (other === name) return;
    if (action.on === on && (action.verb ?? other) === verb)
      report(key, `“${verb}” is that of ${other} as well.`, 'Choose another verb.');
  }
}

/** The rows to choose from must exist, and initial values must come from fields of the row's answer. */
function checkInput(
  { facts, others, report }: Subject,
  key: string,
  { input = {}, answer = {}, with: given = {} }: Pick<OwnAction, 'input' | 'answer' | 'with'>,
): void {
  for (const [place, fields] of Object.entries({ input, answer })) {
    for (const [name, field] of Object.entries(fields)) {
      const fact = factsOf(field);
      const rows = namedRows(fact);
      const to = isReferring(fact) ? fact.to : rows?.to;
      if (to !== undefined && !others.has(to))
        report(`${key}.${place}.${name}`, `there is no resource “${to}”.`, oneOf(others.keys()));
      const own = facts.get(name);
      const isOther = !isReferring(own) || own.readOnly || !isReferring(fact) || own.to !== fact.to;
      if (place === 'input' && isReferring(fact) && own && isOther)
        report(`${key}.${place}.${name}`, 'is another field than that of rows.', 'Give it another name.');
    }
  }
  const answered = [...facts].flatMap(([name, fact]) => (fact.internal || fact.writeOnly ? [] : [name]));
  for (const [name, from] of Object.entries(given)) {
    if (!(name in input))
      report(`${key}.with.${name}`, 'is no field of the input.', oneOf(Object.keys(input)));
    if (!answered.includes(String(from)))
      report(`${key}.with.${name}`, `the row answers no “${String(from)}”.`, oneOf(answered));
  }
}

/** Names must be free as last parts of paths. */
export function checkFree(
  { report }: Subject,
  key: string,
  names: readonly string[],
  taken: readonly string[],
): void {
  if (names.every((name) => hyphened.test(name) && !taken.includes(name))) return;
  report(key, 'is no free lower-case hyphenated name.', `Avoid ${taken.join(', ')}.`);
}

/** Checks values of fields that have few values. */
export function checkWhen(
  { facts, report }: Subject,
  key: string,
  field: string,
  values: readonly (string | boolean)[],
): void {
  const fact = facts.get(field);
  if (!fact) {
    report(key, `there is no field “${field}”.`, oneOf(facts.keys()));
    return;
  }
  const known = possibleValues(fact);
  if (known === null || fact.internal || fact.writeOnly) {
    report(
      key,
      `“${field}” is no enumeration, and no mark.`,
      'Name an answered one made with `Enum`, `Bool`, `Computed` or `Case`.',
    );
    return;
  }
  if (values.length === 0) report(key, 'allows no value.', oneOf(known.map(String)));
  for (const value of values) {
    if (!known.includes(value)) report(key, `“${value}” is no value of it.`, oneOf(known.map(String)));
  }
}

/** The possible values of a field, if it has few; null for other fields. */
function possibleValues(fact: Facts): readonly (string | boolean)[] | null {
  if (isMark(fact)) return [true, false];
  return isEnumeration(fact) ? (fact.values ?? []) : null;
}

/** A guard of an operation that the resource does not have is an error. */
export function checkGuards({ definition, report }: Subject): void {
  for (const operation of ['update', 'delete'] as const) {
    if (!definition.guards?.[operation] || definition.operations.includes(operation)) continue;
    report(`guards.${operation}`, `the resource has no operation “${operation}”.`, 'Take it out.');
  }
}
