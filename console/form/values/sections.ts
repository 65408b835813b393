/** The sections of a form. */
import type { Field, Resource } from '../../service/metadata.ts';
import { isSame, usualValue, type Values } from './values.ts';

export interface Section {
  /** Null for fields without a section. */
  readonly title: string | null;
  readonly fields: readonly Field[];
  /** Whether it is collapsed at first. */
  readonly isFolded: boolean;
}

/** The sections of a view with the given fields, followed by the fields without a section. */
export function sectionsOf({ view }: Resource, fields: readonly Field[]): Section[] {
  const named = view.sections.map(({ title, fields: names, folded = false }) => ({
    title,
    fields: names.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    isFolded: folded,
  }));
  const rest = fields.filter(({ name }) => !view.sections.some((section) => section.fields.includes(name)));
  return [...named, { title: null, fields: rest, isFolded: false }].filter((one) => one.fields.length > 0);
}

/** Whether a section is collapsed at first: it has no required fields, and only default values. */
export function isClosed({ fields, isFolded }: Section, values: Values): boolean {
  return (
    isFolded &&
    fields.every((field) => !field.required && isSame(field, values[field.name], usualValue(field)))
  );
}
