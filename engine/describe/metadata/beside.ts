/** What other fields must be for a field to hold a value, or to need one. */
import type { Beside } from '../../definition/rule.ts';
import type { Fields } from '../../definition/types.ts';
import type { Resource } from '../../model/resource.ts';
import type { FieldMetadata } from './metadata-schema.ts';

/** The conditions of a field, where the definition declares any. */
export function describeBeside(
  { definition }: Resource,
  name: string,
): Pick<FieldMetadata, 'only' | 'required_with'> {
  const only = definition.only?.find(({ fields }) => fields.includes(name));
  const required = definition.requiredWhen?.find(({ field }) => field === name);
  return {
    ...(only && { only: besideEntries(only.beside) }),
    ...(required && { required_with: besideEntries(required.beside) }),
  };
}

function besideEntries(beside: Beside<Fields>): Record<string, string[] | 'any'> {
  return Object.fromEntries(
    Object.entries(beside).flatMap(([field, wanted]) => {
      if (wanted === undefined) return [];
      return [[field, 'not' in wanted ? ('any' as const) : [...wanted]]];
    }),
  );
}
