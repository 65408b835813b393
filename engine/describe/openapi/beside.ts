/** Conditions on other fields under which a field may have a value, or needs one. */
import type { Beside } from '../../definition/rule.ts';
import type { ActionWhen, Fields } from '../../definition/types.ts';
import type { Together } from '../../kinds/where.ts';
import type { FieldModel, Resource } from '../../model/resource.ts';

type Conditions = Record<string, readonly string[] | 'any'>;

/** The parts of the metadata of a field that name other fields. */
interface BesideMetadata {
  readonly only?: Conditions;
  readonly required_with?: Conditions;
}

/** The conditions of a field, if the definition declares any. */
export function describeBeside({ definition, fields: own }: Resource, field: FieldModel): BesideMetadata {
  const { name } = field;
  // A field with this name of an own action, or in a nested one, is a different field.
  return own.get(name) === field ? besideIn(definition, name) : {};
}

/** The conditions of a part of a list's entries, if any are declared. */
export function besideIn(declared: Together, name: string): BesideMetadata {
  const only = declared.only?.filter(({ fields }) => fields.includes(name)) ?? [];
  const required = declared.requiredWhen?.find((one) => one.field === name);
  return {
    ...(only.length > 0 && { only: conditionsOf(only.map(({ beside }) => beside)) }),
    ...(required && { required_with: conditionsOf([required.beside]) }),
  };
}

/** The conjunction of conditions. */
function conditionsOf(all: readonly Beside<Fields>[]): Conditions {
  const conditions: Conditions = {};
  for (const [field, wanted] of all.flatMap((beside) => Object.entries(beside))) {
    if (wanted === undefined) continue;
    const before = conditions[field] ?? 'any';
    if ('not' in wanted) conditions[field] = before;
    else conditions[field] = before === 'any' ? [...wanted] : wanted.filter((one) => before.includes(one));
  }
  return conditions;
}

/** Field → the values that meet the condition. */
export function conditionValues(when: ActionWhen<Fields>): Record<string, (string | boolean)[]> {
  return Object.fromEntries(Object.entries(when).map(([field, values = []]) => [field, [...values]]));
}
