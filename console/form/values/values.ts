/** The values of a form, in the form of a body, and which of them are sent. */

import { isSeveral, kindOf } from '../../kinds/kinds.tsx';
import { isObject } from '../../kinds/nested.ts';
import { type Field, isChangeable, isEmpty, type Row } from '../../service/metadata.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Whether two values of a field are equal. All empty values equal null. */
export function isSame(field: Field, a: unknown, b: unknown): boolean {
  const ordered = kindOf(field).structure === 'any';
  return JSON.stringify(plain(a, ordered)) === JSON.stringify(plain(b, ordered));
}

/** With sorted keys, and sorted sets, for comparison; null for empty. */
function plain(value: unknown, ordered: boolean): unknown {
  if (isEmpty(value)) return null;
  if (Array.isArray(value)) {
    const all = value.map((one) => plain(one, ordered));
    return ordered || all.some((one) => typeof one === 'object') ? all : all.toSorted();
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, plain(one, ordered)] as const);
  return Object.fromEntries(entries.toSorted(([x], [y]) => (x < y ? -1 : 1)));
}

/** Whether a row holds a value: texts in the form that the service gives to them. */
export function holdsValue(field: Field, row: Row, value: unknown): boolean {
  const tidy = (text: string) =>
    (field.multiline ? text : text.replace(/\s+/gu, ' ')).trim().normalize('NFC');
  return isSame(field, storedValue(field, row), typeof value === 'string' ? tidy(value) : value);
}

/** Fields of a form. @param row the changed row; null for a new one */
export function askedFields(fields: readonly Field[], row: Row | null): Field[] {
  return fields.filter((field) =>
    row === null ? !field.read_only && !field.update_only : isChangeable(field),
  );
}

/** The initial values of a form: those of the row, or the defaults of a create. */
export function firstValues(fields: readonly Field[], row: Row | null): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, row ? storedValue(field, row) : usualValue(field)]),
  );
}

/** A row's value in the form of a body: answers may have more keys in parts. */
export function storedValue(field: Field, row: Row): unknown {
  if (field.write_only) return null;
  const value = row[field.name];
  return field.parts ? cutToParts(value, field.parts) : (value ?? null);
}

/** The default of a create. */
export function usualValue(field: Field): unknown {
  const { default: usual } = field;
  if (usual === undefined || usual === null) return null;
  const { atRequest } = kindOf(field);
  return atRequest ? atRequest(usual) : usual;
}

/** Only the parts that a body accepts. */
function cutToParts(value: unknown, parts: readonly Field[]): unknown {
  if (Array.isArray(value)) return value.map((one) => cutToParts(one, parts));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    parts.flatMap(({ name, read_only }) => (read_only || !(name in value) ? [] : [[name, value[name]]])),
  );
}

/**
 * The body of a create: filled-in values that differ from the defaults.
 * @param fields those that are shown
 */
export function bodyOfNew(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name];
      const usual = usualValue(field);
      if (isEmpty(value)) return isEmpty(usual) || !canBeNothing(field) ? [] : [[field.name, nothing(field)]];
      return isSame(field, value, usual) && !field.required ? [] : [[field.name, value]];
    }),
  );
}

/**
 * The body of a change: only differences from the row.
 * @param shown the fields that are shown; others that have a value are emptied if possible
 */
export function bodyOfChange(
  fields: readonly Field[],
  shown: readonly Field[],
  { values, stored }: { readonly values: Values; readonly stored: Values },
): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const before = stored[field.name];
      if (!shown.includes(field))
        return isEmpty(before) || !canBeNothing(field) ? [] : [[field.name, nothing(field)]];
      const value = values[field.name];
      if (isSame(field, value, before)) return [];
      return [[field.name, isEmpty(value) ? nothing(field) : value]];
    }),
  );
}

/** Whether it can be empty. */
function canBeNothing(field: Field): boolean {
  const { nullable, limits } = field;
  return nullable || (isSeveral(field) && (limits?.min_items ?? 0) === 0);
}

/** The empty value of a body. */
const nothing = (field: Field): unknown => (field.nullable ? null : kindOf(field).nothing);

const prefix = 'with.';

/** Values from the address, `?with.count=3`; unknown fields and wrong types are ignored. */
export function valuesOfAddress(fields: readonly Field[], query: URLSearchParams): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = query.get(prefix + field.name);
      const value = text === null || field.write_only ? undefined : kindOf(field).read(text);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}
