/** The errors of a form, by field. Names of parts have dots: `rows.0.name`. */
import { hasParts } from '../../kinds/kinds.tsx';
import type { FieldErrors } from '../../service/failure.ts';
import type { Field } from '../../service/metadata.ts';

const isUnder = (name: string, field: string): boolean => name.startsWith(`${field}.`);

/** The messages at the control of a field. For a field without parts, also the errors of its single values. */
export function messagesOf(errors: FieldErrors, field: Field): readonly string[] {
  const { name } = field;
  const own = errors[name] ?? [];
  if (hasParts(field)) return own;
  return [
    ...new Set(
      [
        own,
        ...Object.entries(errors)
          .filter(([other]) => isUnder(other, name))
          .map(([, told]) => told),
      ].flat(),
    ),
  ];
}

/** The errors of a field's parts, by their paths in it. */
export function partMessagesOf(errors: FieldErrors, { name }: Field): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([other]) => isUnder(other, name))
      .map(([other, messages]) => [other.slice(name.length + 1), messages]),
  );
}

/** Removes the errors of a field that has been changed. */
export function withoutErrors(errors: FieldErrors, field: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => name !== field && !isUnder(name, field)),
  );
}

/** The possible controls of an error: of its name, else of what it is a part of. The nearest first. */
export function pathsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** The errors of fields that the form does not have, as one text. */
export function otherMessages(errors: FieldErrors, fields: readonly Field[]): string {
  const names = new Set(fields.map(({ name }) => name));
  return Object.entries(errors)
    .flatMap(([key, messages]) => (names.has(key.split('.')[0] ?? '') ? [] : messages))
    .join(' ');
}
