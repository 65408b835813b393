/** Loads offline data (`view.offline`): each of these rows opens without a network, even if it was never opened before. */
import { keyOf, readKept } from '../first/read-kept.ts';
import { createStore } from '../first/values.ts';
import { keep } from '../kept.ts';
import { may, type Resource, type Row, rowPath } from '../metadata.ts';
import { type Present, session } from '../session.ts';
import { takeHung } from './along-hung.ts';
import { piecesOf, readRows } from './pages.ts';
import { keepPictures, type SmallPicture } from './pictures.ts';
import { checklistPath, pagesOfSteps } from './questions.ts';
import { recallAnswer, rememberAnswer } from './seen.ts';

/** The maximum number of rows per list. */
const mostRows = 200;
/** Rows that go with them at most. */
const mostOthers = 2000;
/** The key for the state of the last update. */
const told = ['along'];

/** The loaded resources, and the time. */
interface Taken {
  readonly rows: number;
  readonly at: number;
}

/** The last update; null if none is known. */
export const taken = createStore<Taken | null>(null);

/** Whether the user chose to load rows of others, too, on this device. */
export const isAllTaken = (): boolean => readKept(keyOf('along')) === 'all';

export const takeAll = (isAll: boolean): boolean => keep(keyOf('along'), isAll ? 'all' : undefined);

/** Resources with offline rows. */
export const takenResources = (resources: readonly Resource[]): Resource[] =>
  resources.filter((one) => one.view.offline?.list !== undefined && may(one, 'list') && may(one, 'view'));

/** The list of a resource's offline rows. @param user the owner of the rows; null for all rows */
export function takenQuery({ view, sort }: Resource, user: number | null): Record<string, string> {
  const { list = {}, own } = view.offline ?? {};
  const [first = ''] = view.late?.at ?? [];
  return {
    ...Object.fromEntries(Object.entries(list).map(([name, values]) => [name, values.join()])),
    ...(own !== undefined && user !== null && { [own]: String(user) }),
    // If there are too many, this order decides.
    ...(sort.fields.some(({ name }) => name === first) && { sort: first }),
  };
}

/** Lists of another resource's rows that are related to some: those that they refer to, and those that belong to them. */
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

/** Only the latest run counts: the user may have changed the choice. */
let runs = 0;

/** Updates all offline data. Data that cannot be loaded now do not change. */
export async function takeAlong(): Promise<void> {
  const { state, present } = session.get();
  if (state !== 'in') return;
  const { user, resources } = present;
  const owner = isAllTaken() ? null : user.id;
  const counts: number[] = [];
  const pictures: SmallPicture[] = [];
  runs += 1;
  const run = runs;
  const isStill = () => run === runs && isHere(user);
  try {
    for (const resource of takenResources(resources)) {
      const rows = await take(present, resource, takenQuery(resource, owner), mostRows, isStill);
      counts.push(rows.length);
      pictures.push(...(await takeHung(present, resource, rows, isStill)));
      for (const path of resource.view.offline?.with ?? []) {
        const other = resources.find((one) => one.path === path);
        if (!other || !may(other, 'list') || !may(other, 'view')) continue;
        const others: Row[] = [];
        for (const query of takenWith(resource, rows, path))
          others.push(...(await take(present, other, query, mostOthers, isStill)));
        counts.push(others.length);
        pictures.push(...(await takeHung(present, other, others, isStill)));
        if (other.view.checklist) await keepChecklists(present, resource, rows, others, isStill);
      }
    }
    const rows = counts.reduce((sum, count) => sum + count, 0);
    if (!isStill()) return;
    await keepPictures(user, pictures, isStill);
    if (!isStill()) return;
    await rememberAnswer(user, told, { body: rows, etag: null });
    await lookAtTaken();
  } catch {
    // It is tried again later.
  }
}

/** Stores each row of a list, as the answer to its page's request. */
async function take(
  { user }: Present,
  resource: Resource,
  query: Record<string, string>,
  most: number,
  isStill: () => boolean,
): Promise<Row[]> {
  const rows = await readRows(resource, query, most);
  for (const { etag = null, ...row } of rows) {
    // The data of a user who has signed out meanwhile are deleted, and nothing is added. After a switch there and back, another
    // run adds them: this one has rows of both sites.
    if (!isStill()) break;
    await rememberAnswer(user, [rowPath(resource, row.id)], { body: { data: row }, etag });
  }
  return rows;
}

/** Keeps the checklist of each row as its page asks for it. @param steps of all of them, in the order of their list */
async function keepChecklists(
  { user }: Present,
  { related }: Resource,
  rows: readonly Row[],
  steps: readonly Row[],
  isStill: () => boolean,
): Promise<void> {
  for (const list of related) {
    if (!steps.some((step) => list.filter in step)) continue;
    for (const { id } of rows) {
      const data = steps.filter((step) => step[list.filter] === id);
      const meta = { current_page: 1, from: 1, to: data.length, last_page: 1, total: data.length };
      if (!isStill()) return;
      await rememberAnswer(user, [checklistPath(list, id), pagesOfSteps], {
        body: { data, meta },
        etag: null,
      });
    }
  }
}

/** Whether the user is still signed in, and at the same site. */
function isHere({ id, current_site_id: site }: Present['user']): boolean {
  const { state, present } = session.get();
  return state === 'in' && present.user.id === id && present.user.current_site_id === site;
}

/** Reads when offline data of the present site were last updated. */
export async function lookAtTaken(): Promise<void> {
  const { present } = session.get();
  const found = present && (await recallAnswer<number>(present.user, told));
  taken.set(found?.kept === undefined ? null : { rows: found.body, at: found.kept });
}
