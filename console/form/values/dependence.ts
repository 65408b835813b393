/** What the fields of a form have to do with each other. */
import { type Field, fieldOf, type Resource, type Row, rowsUnder, wordOf } from '../../service/metadata.ts';
import { isEmpty, type Values } from './values.ts';

type Beside = NonNullable<Field['only']>;
type Other = Pick<Resource, 'alternative'>;
type Ordered = Pick<Resource, 'order'>;

/** Whether other fields are what they must be. */
function holds(beside: Beside, values: Values): boolean {
  return Object.entries(beside).every(([name, wanted]) =>
    wanted === 'any' ? !isEmpty(values[name]) : wanted.includes(String(values[name])),
  );
}

/** Whether the field holds a value where the others are as they are. */
export function isPossible({ only }: Field, values: Values): boolean {
  return only === undefined || holds(only, values);
}

/**
 * The fields that a form shows.
 * @param fields those that it asks for
 * @param values of all fields, also of those that are not asked for
 * @param row the one that is changed; null for a new one
 */
export function shownFields(
  { alternative }: Other,
  fields: readonly Field[],
  values: Values,
  row: Row | null,
): Field[] {
  const isOther = row === null && alternative !== null && !isEmpty(values[alternative.when]);
  return fields.filter((field) =>
    isOther ? alternative.fields.includes(field.name) : isPossible(field, values),
  );
}

/** Whether a form has to say that a field is needed. */
export function isNeeded(
  { alternative }: Other,
  { required, required_with, write_only }: Field,
  values: Values,
  row: Row | null,
): boolean {
  if (row === null && alternative !== null && !isEmpty(values[alternative.when])) return false;
  // A secret that is left out stays what it is.
  return (
    (required && (row === null || !write_only)) ||
    (required_with !== undefined && holds(required_with, values))
  );
}

/** The values of an enumeration that can be chosen; null where all can. @param row the one that is changed */
export function allowedValues(
  { states }: Resource,
  { name }: Field,
  row: Row | null,
): readonly string[] | null {
  if (states?.field !== name) return null;
  if (row === null) return states.initial;
  const now = String(row[name]);
  return [now, ...(row.can?.transitions ?? states.transitions[now] ?? [])];
}

/**
 * What a number counts.
 * @param picked the rows that are chosen in fields that refer to others
 */
export function unitOf(
  resource: Pick<Resource, 'fields'>,
  { unit, unit_field: path }: Field,
  values: Values,
  picked: ReadonlyMap<string, readonly Row[]>,
): string {
  if (path === undefined) return unit ?? '';
  const [first = '', part] = path.split('.');
  if (part === undefined) {
    const field = resource.fields.find(({ name }) => name === first);
    return textOf((field && wordOf(field, values[first])?.label) ?? values[first]);
  }
  const reference = resource.fields.find((field) => field.reference?.embed === first);
  const chosen = reference && picked.get(reference.name)?.find(({ id }) => id === values[reference.name]);
  return textOf(chosen?.[part]);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The lowest and highest that a field can be beside the others: dates that one must not lie before another. */
export function boundsOf({ order }: Ordered, name: string, values: Values): { min?: string; max?: string } {
  const lower = order.find(({ upper }) => upper === name)?.lower;
  const upper = order.find((pair) => pair.lower === name)?.upper;
  const [min, max] = [textOf(values[lower ?? '']), textOf(values[upper ?? ''])];
  return { ...(min !== '' && { min }), ...(max !== '' && { max }) };
}

/** Rows by the field that refers to them, as a row has them. */
export function pickedRows(resource: Resource, row: Row | null): Map<string, readonly Row[]> {
  return new Map(
    resource.fields.flatMap(({ name, reference }) =>
      row && reference ? [[name, rowsUnder(row, reference.embed)] as const] : [],
    ),
  );
}

/** The label of the field that an error is about; its name where the resource has none of it. */
export function labelOf(resource: Resource, name: string): string {
  const [first = ''] = name.split('.');
  return fieldOf(resource, first)?.label ?? first;
}
