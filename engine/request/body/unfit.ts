/** Texts of a body that are refused before validation: those that are far too long, and those that no database can store. */
import { isObject } from '../../json-object.ts';
import type { FieldModel } from '../../model/resource.ts';

/**
 * Whether a text has too many characters for its limit in any case: a character is one or two UTF-16 units. A password is limited
 * in bytes.
 */
export function isFarTooLong({ schema, facts }: FieldModel, value: unknown): boolean {
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  return typeof value === 'string' && !facts.writeOnly && value.length > 2 * maxLength;
}

/** NUL ends a text early in SQLite, and a lone surrogate has no UTF-8 form: both would be stored as another text. */
function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (Array.isArray(value)) return value.some(hasUnstorable);
  return isObject(value) && Object.values(value).some(hasUnstorable);
}

/** The places of such texts in a value: for a value with parts, by part. */
export function unstorablePlaces(field: FieldModel | undefined, name: string, value: unknown): string[] {
  if (!hasUnstorable(value)) return [];
  if (!field || field.parts.size === 0) return [name];
  const entries = Array.isArray(value)
    ? value.map((entry, place): [string, unknown] => [`${name}.${place}`, entry])
    : [[name, value] as const];
  return entries.flatMap(([place, entry]) => {
    const parts: [string, unknown][] = isObject(entry) ? Object.entries(entry) : [];
    const wrong = parts.flatMap(([part, one]) => (hasUnstorable(one) ? [`${place}.${part}`] : []));
    return isObject(entry) || !hasUnstorable(entry) ? wrong : [place];
  });
}
