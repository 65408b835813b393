/** Finds what is wrong in a definition's own actions, and in its guards. */
import type { Facts } from '../definition/field-options.ts';
import { oneOf, type Subject } from './subject.ts';

/** Names of what every resource has. */
export const takenNames = ['list', 'view', 'create', 'update', 'delete', 'options', 'counts'];

export function checkActions(subject: Subject): void {
  const { definition, report } = subject;
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    const key = `actions.${name}`;
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || takenNames.includes(name)) {
      report(key, 'is no free lower-case hyphenated name.', `Avoid ${takenNames.join(', ')}.`);
    }
    const permissions: readonly string[] = [...definition.operations, ...(definition.permissions ?? [])];
    if (!permissions.includes(action.permission)) {
      const problem = `the resource has no operation and no permission “${action.permission}”.`;
      report(`${key}.permission`, problem, oneOf(permissions));
    }
    for (const about of ['when', 'guard'] as const) {
      if (action[about] && action.on === 'collection') {
        report(`${key}.${about}`, 'speaks of a row, and the action is on none.', 'Take it out.');
      }
    }
    for (const [field, values = []] of Object.entries(action.when ?? {})) {
      checkWhen(subject, `${key}.when.${field}`, field, values);
    }
  }
}

function checkWhen(
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
  const known = valuesOf(fact);
  if (known === null || fact.internal || fact.writeOnly) {
    report(
      key,
      `“${field}” is no enumeration, and no mark.`,
      'Name an answered one made with `Enum` or `Bool`.',
    );
    return;
  }
  if (values.length === 0) report(key, 'allows no value.', oneOf(known.map(String)));
  for (const value of values) {
    if (!known.includes(value)) report(key, `“${value}” is no value of it.`, oneOf(known.map(String)));
  }
}

/** The values that a field can have, where they are few; null of any other. */
function valuesOf(fact: Facts): readonly (string | boolean)[] | null {
  if (fact.kind === 'boolean') return [true, false];
  return fact.kind === 'enum' ? (fact.values ?? []) : null;
}

/** A guard of what nobody can do anyway is a mistake. */
export function checkGuards({ definition, report }: Subject): void {
  for (const operation of ['update', 'delete'] as const) {
    if (!definition.guards?.[operation] || definition.operations.includes(operation)) continue;
    report(`guards.${operation}`, `the resource has no operation “${operation}”.`, 'Take it out.');
  }
}
