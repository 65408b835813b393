/** Dependencies between the fields of a form. */
import {
  type Field,
  fieldOf,
  haveValues,
  isEmpty,
  isPossible,
  type Resource,
  type Row,
  rowsUnder,
  wordOf,
} from '../../service/metadata.ts';
import type { Values } from './values.ts';

type Other = Pick<Resource, 'alternative'>;
type Ordered = Pick<Resource, 'order'>;

/**
 * The fields that a form shows.
 * @param fields those of the form
 * @param values of all fields, including those outside of the form
 * @param row the changed row; null for a new one
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

/** Whether a form must mark a field as required. */
export function isNeeded(
  { alternative }: Other,
  { required, required_with, write_only }: Field,
  values: Values,
  row: Row | null,
): boolean {
  if (row === null && alternative !== null && !isEmpty(values[alternative.when])) return false;
  // A secret that is left out does not change.
  return (
    (required && (row === null || !write_only)) ||
    (required_with !== undefined && haveValues(required_with, values))
  );
}

/** The values of an enumeration that can be chosen; null for all. @param row the changed row */
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
 * The unit of a number.
 * @param picked the chosen rows of reference fields
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

/** The minimum and maximum of a field beside the others: for dates with a required order. */
export function boundsOf({ order }: Ordered, name: string, values: Values): { min?: string; max?: string } {
  const lower = order.find(({ upper }) => upper === name)?.lower;
  const upper = order.find((pair) => pair.lower === name)?.upper;
  const [min, max] = [textOf(values[lower ?? '']), textOf(values[upper ?? ''])];
  return { ...(min !== '' && { min }), ...(max !== '' && { max }) };
}

/** The referenced rows by field, from a row. */
export function pickedRows(resource: Resource, row: Row | null): Map<string, readonly Row[]> {
  return new Map(
    resource.fields.flatMap(({ name, reference }) =>
      row && reference ? [[name, rowsUnder(row, reference.embed)] as const] : [],
    ),
  );
}

/** Rows that a new one refers to, as it is going to have them. */
export function rowsBeside(fields: readonly Field[], picked: ReadonlyMap<string, readonly Row[]>): Row {
  const beside = fields.flatMap(({ name, reference }) => {
    const rows = picked.get(name) ?? [];
    return reference && rows.length > 0 ? [[reference.embed, rows.length > 1 ? rows : rows[0]]] : [];
  });
  return { id: 0, ...Object.fromEntries(beside) };
}

/** The label of an error's field; its name if the resource has no such field. */
export function labelOf(resource: Resource, name: string): string {
  const [first = ''] = name.split('.');
  return fieldOf(resource, first)?.label ?? first;
}
