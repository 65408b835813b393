/** What can be done with several rows at once, and the requests that do it: all of them or none. */
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

/** What holds for all of the rows. */
interface Possible {
  readonly fields: readonly Field[];
  /** States that all of them can change to. */
  readonly states: readonly Value[];
  readonly actions: readonly Action[];
  readonly delete: boolean;
}

/** Something to be done with each of the rows. */
export type Deed =
  | { readonly kind: 'change'; readonly name: string; readonly value: unknown }
  /** One or more of a list are added to it, or taken away, and what else it holds stays. */
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

/** Whether there is anything that somebody may do with rows here, so that it is worth to choose some. */
export const hasDeeds = (resource: Resource): boolean =>
  may(resource, 'update') || may(resource, 'delete') || resource.actions.some(needsNothing);

const needsNothing = ({ on, fields }: Action): boolean =>
  on === 'row' && fields.every(({ required }) => !required);

/** @param rows with what may be done with each of them, `can` */
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
 * Fields that several rows can have one value of: no state, which has its own ways; none that no two rows may share; none
 * whose choices or meaning hang on other fields of a row, or that is a secret.
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

/** Whether it depends on what rows hold at the moment. */
export const isOfPresent = (deed: Deed): deed is ListDeed => deed.kind === 'add' || deed.kind === 'take';

type ListDeed = Extract<Deed, { readonly kind: 'add' | 'take' }>;

/** What a list field holds after some were added to it, or taken away. */
function listAfter(field: Field | undefined, held: unknown, { kind, value }: ListDeed): unknown[] | null {
  const before: readonly unknown[] = Array.isArray(held) ? held : [];
  const after =
    kind === 'add' ? [...new Set([...before, ...value])] : before.filter((one) => !value.includes(one));
  return after.length === 0 && field?.nullable ? null : after;
}

/** One request for each of the rows, each only as long as the row is as it was read. */
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
