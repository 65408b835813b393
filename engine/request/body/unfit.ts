/** Texts of a body at which no validator looks: those that are far too long, and those that no database keeps. */
import { isObject } from '../../json-object.ts';
import type { FieldModel } from '../../model/resource.ts';

/** Whether a text has too many characters, whichever they are: each is one or two units of it. A password's are counted in bytes. */
export function isFarTooLong({ schema, facts }: FieldModel, value: unknown): boolean {
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  return typeof value === 'string' && !facts.writeOnly && value.length > 2 * maxLength;
}

/** NUL ends a text early in SQLite, and a lone surrogate has no UTF-8: both would be stored as something else. */
function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (Array.isArray(value)) return value.some(hasUnstorable);
  return isObject(value) && Object.values(value).some(hasUnstorable);
}

/** Where in a value there are such texts: of one that has parts in which of them. */
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
