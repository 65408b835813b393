/** What is wrong with a form, by its fields. Names of parts have dots: `rows.0.name`. */
import { hasParts } from '../../kinds/kinds.tsx';
import type { FieldErrors } from '../../service/failure.ts';
import type { Field } from '../../service/metadata.ts';

const isUnder = (name: string, field: string): boolean => name.startsWith(`${field}.`);

/** What stands at the control of a field. Of a field without parts, what is wrong with one of its values, too. */
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

/** What is wrong with the parts of a field, by their paths in it. */
export function partMessagesOf(errors: FieldErrors, { name }: Field): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([other]) => isUnder(other, name))
      .map(([other, messages]) => [other.slice(name.length + 1), messages]),
  );
}

/** Without what is wrong with a field: it has been changed. */
export function withoutErrors(errors: FieldErrors, field: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => name !== field && !isUnder(name, field)),
  );
}

/** Where an error may have its control: at its name, else at what it is a part of. The nearest first. */
export function pathsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
}

/** Those that belong to no field that is asked for, in one text. */
export function otherMessages(errors: FieldErrors, fields: readonly Field[]): string {
  const names = new Set(fields.map(({ name }) => name));
  return Object.entries(errors)
    .flatMap(([key, messages]) => (names.has(key.split('.')[0] ?? '') ? [] : messages))
    .join(' ');
}
