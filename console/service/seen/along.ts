/** Takes along what definitions say (`view.offline`): each of these rows opens without a network, also where it was never opened before. */
import { call, withQuery } from '../call.ts';
import { keep, keyOf, readKept } from '../kept.ts';
import { may, type Page, type Resource, type Row, rowPath } from '../metadata.ts';
import { type Present, session } from '../session.ts';
import { createStore } from '../store.ts';
import { recallAnswer, rememberAnswer } from './seen.ts';

const pageSize = 100;
/** Rows of a list that are taken along at most. */
const mostRows = 200;
/** Under which it is kept what was taken along last. */
const told = ['along'];

/** What was taken along, and when. */
interface Taken {
  readonly rows: number;
  readonly at: number;
}

/** What was taken along last; null where nothing is known to be. */
export const taken = createStore<Taken | null>(null);

/** Whether rows of others are taken along, too, by somebody's choice on this device. */
export const isAllTaken = (): boolean => readKept(keyOf('along')) === 'all';

export const takeAll = (isAll: boolean): boolean => keep(keyOf('along'), isAll ? 'all' : undefined);

/** Resources of which rows are taken along. */
export const takenResources = (resources: readonly Resource[]): Resource[] =>
  resources.filter((one) => one.view.offline?.list !== undefined && may(one, 'list') && may(one, 'view'));

/** The list of a resource that is taken along. @param user whose own rows they are; null for those of everybody */
export function takenQuery({ view, sort }: Resource, user: number | null): Record<string, string> {
  const { list = {}, own } = view.offline ?? {};
  const [first = ''] = view.late?.at ?? [];
  return {
    ...Object.fromEntries(Object.entries(list).map(([name, values]) => [name, values.join()])),
    ...(own !== undefined && user !== null && { [own]: String(user) }),
    // Where there are too many, what comes first.
    ...(sort.fields.some(({ name }) => name === first) && { sort: first }),
  };
}

/** Lists of the rows of another resource that go with some: those that they refer to, and those that belong to them. */
export function takenWith(resource: Resource, rows: readonly Row[], other: string): Record<string, string>[] {
  const fields = resource.fields.filter(({ reference }) => reference?.resource === other);
  const referred = fields.flatMap(({ name }) => rows.flatMap((row) => idsIn(row[name])));
  const filters = resource.related.filter((one) => one.resource === other).map(({ filter }) => filter);
  return [
    ...piecesOf(referred).map((ids) => ({ id: ids })),
    ...filters.flatMap((filter) => piecesOf(rows.map(({ id }) => id)).map((ids) => ({ [filter]: ids }))),
  ];
}

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((one): one is number => typeof one === 'number');

/** Ids as filters take them: each once, as many as a page has rows. */
function piecesOf(ids: readonly number[]): string[] {
  const all = [...new Set(ids)];
  return Array.from({ length: Math.ceil(all.length / pageSize) }, (_, at) =>
    all.slice(at * pageSize, (at + 1) * pageSize).join(),
  );
}

/** The latest of them counts: somebody may have chosen otherwise meanwhile. */
let runs = 0;

/** Takes everything along anew. What cannot be asked for now is as it was. */
export async function takeAlong(): Promise<void> {
  const { state, present } = session.get();
  if (state !== 'in') return;
  const { user, resources } = present;
  const owner = isAllTaken() ? null : user.id;
  const counts: number[] = [];
  runs += 1;
  const run = runs;
  try {
    for (const resource of takenResources(resources)) {
      const rows = await take(present, resource, takenQuery(resource, owner));
      counts.push(rows.length);
      for (const path of resource.view.offline?.with ?? []) {
        const other = resources.find((one) => one.path === path);
        if (!other || !may(other, 'list') || !may(other, 'view')) continue;
        for (const query of takenWith(resource, rows, path))
          counts.push((await take(present, other, query)).length);
      }
    }
    const rows = counts.reduce((sum, count) => sum + count, 0);
    if (run !== runs || !isHere(user)) return;
    await rememberAnswer(user, told, { body: rows, etag: null });
    await lookAtTaken();
  } catch {
    // It is tried again in a while.
  }
}

/** Keeps each row of a list as its page asks for it. */
async function take({ user }: Present, resource: Resource, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const asked = { ...query, per_page: pageSize, page, with: 'can,etag' };
    const { body } = await call<Page>(withQuery(`/${resource.path}`, asked));
    last = Math.min(body.meta.last_page, mostRows / pageSize);
    rows.push(...body.data);
  }
  for (const { etag = null, ...row } of rows) {
    // What is kept of who has signed out meanwhile is gone, and nothing comes after it.
    if (!isHere(user)) break;
    await rememberAnswer(user, [rowPath(resource, row.id)], { body: { data: row }, etag });
  }
  return rows;
}

/** Whether somebody is still signed in. */
function isHere({ id }: Present['user']): boolean {
  const { state, present } = session.get();
  return state === 'in' && present.user.id === id;
}

/** Looks what was taken along last at the present site. */
export async function lookAtTaken(): Promise<void> {
  const { present } = session.get();
  const found = present && (await recallAnswer<number>(present.user, told));
  taken.set(found?.kept === undefined ? null : { rows: found.body, at: found.kept });
}
