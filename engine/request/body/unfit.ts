/** Texts of a body that are refused before validation: those that are far too long, or have characters that they may not have. */
import { isObject } from '../../json-object.ts';
import { linesOf } from '../../kinds/kind.ts';
import type { Message } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { FieldModel } from '../../model/resource.ts';
import { isBroken, type Lines } from '../../values.ts';

/**
 * Whether a text has too many characters for its limit in any case: a character is one or two UTF-16 units. A password is limited
 * in bytes.
 */
export function isFarTooLong({ schema, facts }: FieldModel, value: unknown): boolean {
  const { maxLength = Number.POSITIVE_INFINITY } = schema;
  return typeof value === 'string' && !facts.writeOnly && value.length > 2 * maxLength;
}

/** NUL ends a text early in SQLite, and a lone surrogate has no UTF-8 form: both would be stored as another text. */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Why a text of so many lines is refused, with `{field}`; null if it is not. @param lines null for other values than texts */
export function unfitness(text: string, lines: Lines | null): Message | null {
  if (isUnstorable(text)) return texts.characters;
  return lines === 'one' && isBroken(text) ? texts.oneLine : null;
}

function unfitnessIn(value: unknown, lines: Lines | null): Message | null {
  if (typeof value === 'string') return unfitness(value, lines);
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const part of parts) {
    const found = unfitnessIn(part, lines);
    if (found) return found;
  }
  return null;
}

/** The places of such texts in a value: for a value with parts, by part. The messages lack the `{field}`. */
export function unfitPlaces(
  field: FieldModel | undefined,
  name: string,
  value: unknown,
): [string, Message][] {
  const placed = (place: string, one: unknown, of: FieldModel | undefined): [string, Message][] => {
    const found = unfitnessIn(one, of ? linesOf(of.facts) : null);
    return found ? [[place, found]] : [];
  };
  if (!field || field.parts.size === 0) return placed(name, value, field);
  const entries = Array.isArray(value)
    ? value.map((entry, place): [string, unknown] => [`${name}.${place}`, entry])
    : [[name, value] as const];
  return entries.flatMap(([place, entry]) =>
    isObject(entry)
      ? Object.entries(entry).flatMap(([part, one]) => placed(`${place}.${part}`, one, field.parts.get(part)))
      : placed(place, entry, undefined),
  );
}
