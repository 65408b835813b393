/** Where the messages of a refusal stand. */
import type { FieldErrors } from '../../service/failure.ts';
import type { Field } from '../../service/metadata.ts';

export const messagesOf = (errors: FieldErrors, name: string): readonly string[] => errors[name] ?? [];

/** Those of parts of a field, by their paths within it. */
export function partMessagesOf(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, messages]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), messages]] : [],
    ),
  );
}

/** Those that belong to no field that is asked for, in one text. */
export function otherMessages(errors: FieldErrors, fields: readonly Field[]): string {
  const names = new Set(fields.map(({ name }) => name));
  return Object.entries(errors)
    .flatMap(([key, messages]) => (names.has(key.split('.')[0] ?? '') ? [] : messages))
    .join(' ');
}
