/** Runs a resource's own actions. */
import { notify } from '../../parts/notices.tsx';
import { go } from '../../place/place.tsx';
import type { Action, Resource, Row } from '../../service/metadata.ts';
import { send } from '../../service/queries.ts';
import { w } from '../../words/words.ts';

/** An action and its target. */
export interface Deed {
  readonly resource: Resource;
  /** Null for an action on the collection. */
  readonly row: Row | null;
  readonly action: Action;
}

/** The result: a created or changed row, several created rows, or values of the action. */
export type Outcome =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, unknown>> };

type Told = Row | readonly Row[] | Readonly<Record<string, unknown>>;

/** @throws Refusal, Unreachable */
export async function runAction(
  { resource, row, action }: Deed,
  body: Readonly<Record<string, unknown>>,
  key: string,
): Promise<Outcome> {
  const place = row ? `/${resource.path}/${row.id}` : `/${resource.path}`;
  const { body: answer } = await send<{ data: Told }>(`${place}/${action.name}`, {
    method: 'POST',
    body,
    headers: { 'Idempotency-Key': key },
  });
  return outcomeOf(answer.data);
}

function outcomeOf(data: Told): Outcome {
  if (isRows(data)) {
    const [only, another] = data;
    return only && !another ? { kind: 'row', row: only } : { kind: 'rows', rows: data };
  }
  return isRow(data) ? { kind: 'row', row: data } : { kind: 'values', values: data };
}

const isRows = (data: Told): data is readonly Row[] => Array.isArray(data);
const isRow = (data: Row | Readonly<Record<string, unknown>>): data is Row => typeof data.id === 'number';

/** Reports success, and opens a created row. */
export function showRow({ resource, row }: Deed, made: Row): void {
  notify(w.record.done);
  if (made.id !== row?.id) go(`/${resource.path}/${made.id}`);
}
