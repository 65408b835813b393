/** What other fields must be for a field to hold a value, or to need one. */
import type { Beside } from '../../definition/rule.ts';
import type { ActionWhen, Fields } from '../../definition/types.ts';
import type { Together } from '../../kinds/where.ts';
import type { FieldModel, Resource } from '../../model/resource.ts';
import type { FieldMetadata } from './metadata-schema.ts';

type Conditions = NonNullable<FieldMetadata['only']>;

/** The conditions of a field, where the definition declares any. */
export function describeBeside(
  { definition, fields: own }: Resource,
  field: FieldModel,
): Pick<FieldMetadata, 'only' | 'required_with'> {
  const { name } = field;
  // A field of that name of an own action, or in a nested one, is another one.
  return own.get(name) === field ? besideIn(definition, name) : {};
}

/** The same of a part of the entries of a list, where that declares any. */
export function besideIn(declared: Together, name: string): Pick<FieldMetadata, 'only' | 'required_with'> {
  const only = declared.only?.filter(({ fields }) => fields.includes(name)) ?? [];
  const required = declared.requiredWhen?.find((one) => one.field === name);
  return {
    ...(only.length > 0 && { only: conditionsOf(only.map(({ beside }) => beside)) }),
    ...(required && { required_with: conditionsOf([required.beside]) }),
  };
}

/** What holds where all of them do. */
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

/** Field → the values that it has then. */
export function conditionValues(when: ActionWhen<Fields>): Record<string, (string | boolean)[]> {
  return Object.fromEntries(Object.entries(when).map(([field, values = []]) => [field, [...values]]));
}
