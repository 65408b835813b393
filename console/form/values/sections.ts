/** How a form is divided. */
import type { Field, Resource } from '../../service/metadata.ts';
import { isSame, usualValue, type Values } from './values.ts';

export interface Section {
  /** Null for what belongs to no section. */
  readonly title: string | null;
  readonly fields: readonly Field[];
  /** Whether it is closed until somebody opens it. */
  readonly isFolded: boolean;
}

/** The sections that a view says, with those of some fields that they name, and then what none of them names. */
export function sectionsOf({ view }: Resource, fields: readonly Field[]): Section[] {
  const named = view.sections.map(({ title, fields: names, folded = false }) => ({
    title,
    fields: names.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    isFolded: folded,
  }));
  const rest = fields.filter(({ name }) => !view.sections.some((section) => section.fields.includes(name)));
  return [...named, { title: null, fields: rest, isFolded: false }].filter((one) => one.fields.length > 0);
}

/** Whether a section is closed at first: nothing in it is needed, and all of it is what it would be by itself. */
export function isClosed({ fields, isFolded }: Section, values: Values): boolean {
  return (
    isFolded &&
    fields.every((field) => !field.required && isSame(field, values[field.name], usualValue(field)))
  );
}
