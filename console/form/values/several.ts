/** Forms of new rows that take several of a reference at once, and what is counted beside each: a row for each of them. */
import type { FieldErrors, Refusal } from '../../service/failure.ts';
import { type Field, fieldOf, type Resource } from '../../service/metadata.ts';
import { idsOf } from './references.ts';
import { bodyOfNew, type Values } from './values.ts';

/** What there are several of, as the resource has it. */
export interface Several {
  readonly of: Field;
  /** What is counted beside each; null where nothing is. */
  readonly amount: Field | null;
}

/** Null where one row is filled in: a view says nothing else, or the address has said which one it is of. */
export function severalOf(resource: Resource, given: Values): Several | null {
  const { of: name = '', amount = '' } = resource.view.several ?? {};
  const of = fieldOf(resource, name);
  return of && !(name in given) ? { of, amount: fieldOf(resource, amount) ?? null } : null;
}

/** The fields as the form asks for them: ids in place of one, and an amount by each of them. */
export function withSeveral(fields: readonly Field[], several: Several | null): Field[] {
  return fields.map((field): Field => {
    if (field.name === several?.of.name) return { ...field, type: 'references' };
    if (field.name !== several?.amount?.name) return field;
    const { default: _one, ...amounts } = field;
    return { ...amounts, type: 'json', required: false };
  });
}

/** How many there are of each, by ids. Of what is chosen and not counted there is one. */
export function amountsOf({ amount }: Several, values: Values): ReadonlyMap<number, unknown> {
  const counted = amount === null ? null : values[amount.name];
  const known = new Map(typeof counted === 'object' && counted !== null ? Object.entries(counted) : []);
  return new Map([...known].map(([id, count]) => [Number(id), count]));
}

/**
 * The values of a form in which one of them has another amount; one that there is none of is no longer chosen.
 * @param count as somebody typed it; null for none
 */
export function withAmount(several: Several, values: Values, id: number, count: unknown): Values {
  const { of, amount } = several;
  const ids = idsOf(values[of.name]);
  const amounts = new Map(amountsOf(several, values));
  amounts.delete(id);
  if (count === null)
    return {
      [of.name]: ids.filter((one) => one !== id),
      ...(amount && { [amount.name]: Object.fromEntries(amounts) }),
    };
  return {
    [of.name]: ids.includes(id) ? ids : [...ids, id],
    ...(amount && { [amount.name]: Object.fromEntries(amounts.set(id, count)) }),
  };
}

/** The bodies of new rows: one for each of those that are chosen. @param shown the fields that the form shows */
export function bodiesOf(several: Several | null, shown: readonly Field[], values: Values): Values[] {
  const common = bodyOfNew(
    shown.filter(({ name }) => name !== several?.of.name),
    values,
  );
  const ids = several ? idsOf(values[several.of.name]) : [];
  if (!several || ids.length === 0 || !shown.some(({ name }) => name === several.of.name)) return [common];
  const { of, amount } = several;
  const amounts = amountsOf(several, values);
  return ids.map((id) => ({
    ...common,
    [of.name]: id,
    ...(amount && { [amount.name]: amounts.get(id) ?? 1 }),
  }));
}

/** What is wrong with one of several, told by its name. @param nameOf what the one at an index is called */
export function errorsOfOne(
  { of, amount }: Several,
  { errors, index }: Pick<Refusal, 'errors' | 'index'>,
  nameOf: (index: number) => string,
): FieldErrors {
  const { [of.name]: own = [], [amount?.name ?? '']: counted = [], ...others } = errors;
  const told = [...own, ...counted];
  if (told.length === 0) return errors;
  const name = index === null ? nameOf(0) : nameOf(index);
  return { ...others, [of.name]: told.map((text) => (name === '' ? text : `${name}: ${text}`)) };
}
