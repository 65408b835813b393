/** Forms that create several rows: one for each chosen row of a reference, with an amount each. */
import type { FieldErrors, Refusal } from '../../service/failure.ts';
import { type Field, fieldOf, type Resource } from '../../service/metadata.ts';
import { idsOf } from './references.ts';
import { bodyOfNew, type Values } from './values.ts';

/** The reference with several rows, from the resource. */
export interface Several {
  readonly of: Field;
  /** The amount of each; null for none. */
  readonly amount: Field | null;
}

/** Null for a single new row: the view has no `several`, or the address contains the reference. */
export function severalOf(resource: Resource, given: Values): Several | null {
  const { of: name = '', amount = '' } = resource.view.several ?? {};
  const of = fieldOf(resource, name);
  return of && !(name in given) ? { of, amount: fieldOf(resource, amount) ?? null } : null;
}

/** The fields of the form: ids in place of one reference, and an amount for each. */
export function withSeveral(fields: readonly Field[], several: Several | null): Field[] {
  return fields.map((field): Field => {
    if (field.name === several?.of.name) return { ...field, type: 'references' };
    if (field.name !== several?.amount?.name) return field;
    const { default: _one, ...amounts } = field;
    return { ...amounts, type: 'json', required: false };
  });
}

/** The amounts by id. Without an amount field, each chosen row counts as one. */
export function amountsOf({ amount }: Several, values: Values): ReadonlyMap<number, unknown> {
  const counted = amount === null ? null : values[amount.name];
  const known = new Map(typeof counted === 'object' && counted !== null ? Object.entries(counted) : []);
  return new Map([...known].map(([id, count]) => [Number(id), count]));
}

/**
 * The values of a form with another amount; a row without an amount is no longer chosen.
 * @param count as typed; null for none
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

/** The bodies of new rows, one per chosen row. @param shown the fields that the form shows */
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

/**
 * The errors of one of several rows, with its name, at its amount.
 * @param ids of the chosen rows, in the order of the bodies
 */
export function errorsOfOne(
  { of, amount }: Several,
  { errors, index }: Pick<Refusal, 'errors' | 'index'>,
  ids: readonly number[],
  nameOf: (id: number) => string,
): FieldErrors {
  const { [of.name]: own = [], [amount?.name ?? '']: counted = [], ...others } = errors;
  const told = [...own, ...counted];
  if (told.length === 0) return errors;
  const id = ids[index ?? 0];
  const name = id === undefined ? '' : nameOf(id);
  return {
    ...others,
    [id === undefined ? of.name : `${of.name}.${id}`]: told.map((text) =>
      name === '' ? text : `${name}: ${text}`,
    ),
  };
}
