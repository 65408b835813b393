/** Names of rows of which only ids are known. Each name is stored once, for everything that shows it. */
import { useEffect } from 'preact/hooks';
import { call, withQuery } from './call.ts';
import { createStore } from './first/values.ts';
import { type Field, may, type Page, type Row, type Value } from './metadata.ts';
import { usePages } from './queries.ts';
import { present, resourceAt, viewpoint } from './session.ts';
import { useStore } from './store.ts';

/** The rows of ids. */
export interface Named {
  /** Path of their resource. */
  readonly resource: string;
  readonly display: string;
}

/** By user and site, resource, and id. A row without a known name only has its id. */
const known = createStore<ReadonlyMap<string, Row>>(new Map());

function keyOf({ resource }: Named, id: number | string): string {
  const { id: user, current_site_id: site } = present().user;
  return `${user} ${site} ${resource} ${id}`;
}

export function keepNames(rows: readonly (readonly [Named, Row])[]): void {
  if (rows.length === 0) return;
  known.set(new Map([...known.get(), ...rows.map(([named, row]) => [keyOf(named, row.id), row] as const)]));
}

/** The known rows of some ids. */
export function useKnown(named: Named | undefined, ids: readonly (number | string)[]): readonly Row[] {
  const rows = useStore(known);
  return named ? ids.map((id) => rows.get(keyOf(named, id)) ?? { id: Number(id) }) : [];
}

/** The same; unknown ones are requested, if the user may list them. */
export function useNames(named: Named, ids: readonly number[]): readonly Row[] {
  const rows = useKnown(named, ids);
  useEffect(() => want(named, ids), [ids.join(',')]);
  return rows;
}

/** The maximum number of names per request. */
const mostAsked = 100;
/** The names needed by everything that renders at once, by resource. */
const wanted = new Map<string, { readonly named: Named; readonly ids: Set<number> }>();

function want(named: Named, ids: readonly number[]): void {
  const target = resourceAt(named.resource);
  const missing = ids.filter((id) => !known.get().has(keyOf(named, id)));
  if (missing.length === 0 || !target || !may(target, 'list')) return;
  if (wanted.size === 0) queueMicrotask(() => void askAll());
  const before = wanted.get(named.resource)?.ids ?? [];
  wanted.set(named.resource, { named, ids: new Set([...before, ...missing]) });
}

async function askAll(): Promise<void> {
  const all = [...wanted.values()];
  wanted.clear();
  for (const { named, ids } of all) {
    const rest = [...ids];
    while (rest.length > 0) await ask(named, rest.splice(0, mostAsked));
  }
}

/** Without an answer, ids are shown; the names are requested again when they are shown next. */
async function ask(named: Named, ids: readonly number[]): Promise<void> {
  const query = { id: ids.join(','), per_page: mostAsked, fields: `id,${named.display}` };
  const from = viewpoint();
  const answer = await call<Page>(withQuery(`/${named.resource}`, query)).catch(() => null);
  // What one site answers is not known at another.
  if (!answer || viewpoint() !== from) return;
  const told = new Map(answer.body.data.map((row) => [row.id, row]));
  keepNames(ids.map((id) => [named, told.get(id) ?? { id }]));
}

/** The maximum number of requested pages, of a hundred words each. */
const mostPages = 10;

/** The words of a field, from its metadata or from a list that depends on the user; null until they are loaded. */
export function useWords({ options_url: url, values }: Field): readonly Value[] | null {
  const told = usePages<Value>(url === undefined ? null : withQuery(url, { per_page: 100 }), mostPages, {
    staleTime: 60_000,
  });
  if (url === undefined || told.isError) return values ?? [];
  return told.data?.body.data ?? null;
}
