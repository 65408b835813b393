/** Prepares the entries of a history. */
import { type Field, fieldOf, type Resource, type Row } from '../../service/metadata.ts';

/** The label of a value; null if it needs none, or if the reader may not know it. */
type Label = string | null | readonly (string | null)[];

/** An entry of the journal. */
export interface Entry extends Row {
  readonly action: string;
  readonly created_at: string;
  /** Field → its value before and after, without secrets. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null;
  readonly labels?: Readonly<Record<string, readonly [before: Label, after: Label]>> | null;
}

export interface Side {
  readonly value: unknown;
  readonly label: Label;
}

export interface Change {
  readonly name: string;
  /** Undefined for a field that no longer exists. */
  readonly field: Field | undefined;
  readonly before: Side;
  readonly after: Side;
}

/** The changes of an entry, in the order of the fields. If all former values were empty, empty new ones are left out. */
export function changesOf(resource: Resource, { changes, labels }: Entry): Change[] {
  const order = new Map(resource.fields.map(({ name }, place) => [name, place]));
  const placeOf = ({ name }: Change) => order.get(name) ?? order.size;
  return Object.entries(changes ?? {})
    .map(([name, [before, after]]): Change => {
      const [labelBefore = null, labelAfter = null] = labels?.[name] ?? [];
      return {
        name,
        field: fieldOf(resource, name),
        before: { value: before, label: labelBefore },
        after: { value: after, label: labelAfter },
      };
    })
    .filter(({ field, before, after }) => !field?.write_only && !(isNothing(before) && isNothing(after)))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Whether a value is empty. */
export function isNothing({ value }: Side): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}

/** The labels of a value as text: a row that the reader may not see is shown by its id. Null if it has none. */
export function wordsOf({ value, label }: Side, field: Field | undefined): string | null {
  const refers = field?.reference !== undefined;
  if (Array.isArray(value) && (Array.isArray(label) || refers)) {
    return value.map((one, place) => oneWord(one, labelAt(label, place), refers)).join(', ');
  }
  if (typeof label === 'string') return label;
  return refers && typeof value === 'number' ? `#${value}` : null;
}

function labelAt(label: Label, place: number): string | null {
  return typeof label === 'string' || label === null ? null : (label[place] ?? null);
}

const oneWord = (value: unknown, label: string | null, refers: boolean): string =>
  label ?? (refers ? `#${String(value)}` : String(value));
