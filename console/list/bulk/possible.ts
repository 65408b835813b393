/** Bulk changes that are possible for several rows, and their requests: all or none. */
import { kindOf } from '../../kinds/kinds.tsx';
import {
  type Action,
  type Field,
  fieldOf,
  isChangeable,
  may,
  type Resource,
  type Row,
  type Value,
} from '../../service/metadata.ts';

/** What is possible for all of the rows. */
interface Possible {
  readonly fields: readonly Field[];
  /** States that all of them can change to. */
  readonly states: readonly Value[];
  readonly actions: readonly Action[];
  readonly delete: boolean;
}

/** A change of each of the rows. */
export type Deed =
  | { readonly kind: 'change'; readonly name: string; readonly value: unknown }
  /** Values are added to a list or removed from it; its other values stay. */
  | { readonly kind: 'add' | 'take'; readonly name: string; readonly value: readonly unknown[] }
  | { readonly kind: 'act'; readonly action: string }
  | { readonly kind: 'remove' };

/** An operation of `POST /batch`. */
export interface BatchOperation {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly if_match?: string;
}

/** Whether the user may change rows here at all, so that choosing rows makes sense. */
export const hasDeeds = (resource: Resource): boolean =>
  may(resource, 'update') || may(resource, 'delete') || resource.actions.some(needsNothing);

const needsNothing = ({ on, fields }: Action): boolean =>
  on === 'row' && fields.every(({ required }) => !required);

/** @param rows including `can` */
export function possibleFor(resource: Resource, rows: readonly Row[]): Possible {
  const every = (test: (can: NonNullable<Row['can']>) => boolean) =>
    rows.length > 0 && rows.every(({ can }) => can !== undefined && test(can));
  const state = fieldOf(resource, resource.states?.field ?? '');
  return {
    fields: may(resource, 'update') && every(({ update }) => update) ? changeable(resource) : [],
    states: (state?.values ?? []).filter(({ value }) =>
      every(({ transitions }) => transitions.includes(String(value))),
    ),
    actions: resource.actions.filter(
      (action) => needsNothing(action) && every(({ actions }) => actions.includes(action.name)),
    ),
    delete: may(resource, 'delete') && every((can) => can.delete),
  };
}

/**
 * Fields that several rows can have the same value in. Not the state, which has its own actions; no unique fields; none that
 * depend on other fields of the row, and no secrets.
 */
function changeable(resource: Resource): Field[] {
  const unique = resource.unique.flatMap((names) => {
    const own = names.filter((name) => name !== 'site_id');
    return own.length === 1 ? own : [];
  });
  return resource.fields.filter(
    (field) =>
      isChangeable(field) &&
      !field.write_only &&
      field.only === undefined &&
      kindOf(field).structure === undefined &&
      field.name !== resource.states?.field &&
      !unique.includes(field.name) &&
      (field.reference?.options_parameters ?? []).length === 0,
  );
}

/** Whether it depends on the present values of rows. */
export const isOfPresent = (deed: Deed): deed is ListDeed => deed.kind === 'add' || deed.kind === 'take';

type ListDeed = Extract<Deed, { readonly kind: 'add' | 'take' }>;

/** The value of a list field after values were added or removed. */
function listAfter(field: Field | undefined, held: unknown, { kind, value }: ListDeed): unknown[] | null {
  const before: readonly unknown[] = Array.isArray(held) ? held : [];
  const after =
    kind === 'add' ? [...new Set([...before, ...value])] : before.filter((one) => !value.includes(one));
  return after.length === 0 && field?.nullable ? null : after;
}

/** One request for each row, which only succeeds if the row is unchanged since it was read. */
export function operationsOf(resource: Resource, rows: readonly Row[], deed: Deed): BatchOperation[] {
  return rows.map((one) => {
    const { id, etag } = one;
    const known = etag === undefined ? {} : { if_match: etag };
    const row = `/${resource.path}/${id}`;
    if (deed.kind === 'remove') return { method: 'DELETE', path: row, ...known };
    if (deed.kind === 'act') return { method: 'POST', path: `${row}/${deed.action}`, body: {}, ...known };
    const { name } = deed;
    const value = isOfPresent(deed) ? listAfter(fieldOf(resource, name), one[name], deed) : deed.value;
    return { method: 'PATCH', path: row, body: { [name]: value }, ...known };
  });
}
