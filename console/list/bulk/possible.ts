/** What can be done with several rows at once, and the requests that do it: all of them or none. */
import { kindOf } from '../../kinds/kinds.tsx';
import {
  type Action,
  type Field,
  fieldOf,
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
  | { readonly kind: 'act'; readonly action: string }
  | { readonly kind: 'remove' };

/** An operation of `POST /batch`. */
interface BatchOperation {
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
    ({ name, read_only, write_only, fixed, only, type, reference }) =>
      !read_only &&
      !write_only &&
      !fixed &&
      only === undefined &&
      kindOf({ type }).structure === undefined &&
      name !== resource.states?.field &&
      !unique.includes(name) &&
      (reference?.options_parameters ?? []).length === 0,
  );
}

/** One request for each of the rows, each only as long as the row is as it was read. */
export function operationsOf({ path }: Resource, rows: readonly Row[], deed: Deed): BatchOperation[] {
  return rows.map(({ id, etag }) => {
    const known = etag === undefined ? {} : { if_match: etag };
    const row = `/${path}/${id}`;
    if (deed.kind === 'remove') return { method: 'DELETE', path: row, ...known };
    if (deed.kind === 'act') return { method: 'POST', path: `${row}/${deed.action}`, body: {}, ...known };
    return { method: 'PATCH', path: row, body: { [deed.name]: deed.value }, ...known };
  });
}
