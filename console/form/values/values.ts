/** What stands in a form: values as a body takes them, and what of them is sent. */
import { isSeveral, kindOf } from '../../kinds/kinds.tsx';
import { type Field, isChangeable, type Row } from '../../service/metadata.ts';

export type Values = Readonly<Record<string, unknown>>;

export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether two values of a field are the same. Nothing is null, however it is put. */
export function isSame(field: Field, a: unknown, b: unknown): boolean {
  const ordered = kindOf(field).structure === 'any';
  return JSON.stringify(plain(a, ordered)) === JSON.stringify(plain(b, ordered));
}

/** With keys in one order, and sets too where lists are sets; null for nothing. */
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

/** Fields that a form asks for. @param row the one that is changed; null for a new one */
export function askedFields(fields: readonly Field[], row: Row | null): Field[] {
  return fields.filter((field) =>
    row === null ? !field.read_only && !field.update_only : isChangeable(field),
  );
}

/** What a form begins with: what the row holds, or what a create would take by itself. */
export function firstValues(fields: readonly Field[], row: Row | null): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, row ? storedValue(field, row) : usualValue(field)]),
  );
}

/** What a row holds, as a body takes it: what is told of a part may be more. */
export function storedValue(field: Field, row: Row): unknown {
  if (field.write_only) return null;
  const value = row[field.name];
  return field.parts ? cutToParts(value, field.parts) : (value ?? null);
}

/** What a create would take by itself. */
export function usualValue(field: Field): unknown {
  const { default: usual } = field;
  if (usual === undefined || usual === null) return null;
  const { atRequest } = kindOf(field);
  return atRequest ? atRequest(usual) : usual;
}

/** Only the parts that a body takes. */
function cutToParts(value: unknown, parts: readonly Field[]): unknown {
  if (Array.isArray(value)) return value.map((one) => cutToParts(one, parts));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    parts.flatMap(({ name, read_only }) => (read_only || !(name in value) ? [] : [[name, value[name]]])),
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The body of a create: what is filled in and is not what the service would take by itself.
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
 * The body of a change: what differs from what the row held, and nothing else.
 * @param shown the fields that are shown; others that hold something are emptied where they can be
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

/** Whether it can be emptied. */
function canBeNothing(field: Field): boolean {
  const { nullable, limits } = field;
  return nullable || (isSeveral(field) && (limits?.min_items ?? 0) === 0);
}

/** How a body says that there is nothing. */
const nothing = (field: Field): unknown => (field.nullable ? null : kindOf(field).nothing);

const prefix = 'with.';

/** What the address fills in, `?with.count=3`; what is no field's, or not of its type, is not. */
export function valuesOfAddress(fields: readonly Field[], query: URLSearchParams): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = query.get(prefix + field.name);
      const value = text === null || field.write_only ? undefined : kindOf(field).read(text);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}
