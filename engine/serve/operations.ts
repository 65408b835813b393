/** The operations that a definition can have: each reads its intent, validates its body, and makes its plan. */
import type { Knex } from 'knex';
import { and, conditionOf, or } from '../condition.ts';
import {
  describeCreate,
  describeDelete,
  describeList,
  describeUpdate,
  describeView,
} from '../describe/operations/operations.ts';
import { Failure, invalid } from '../failure.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { optionNames } from '../model/choices.ts';
import { anyOf } from '../model/filter.ts';
import { operator } from '../model/filter-operators.ts';
import { filterChoice } from '../model/filter-target.ts';
import type { Model } from '../model/model.ts';
import type { Projection } from '../model/projection.ts';
import type { Resource } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import { addExtras, judgeRows } from '../read/can/can.ts';
import type { AnswerRow, ReadContext } from '../read/context.ts';
import { exportRows } from '../read/export.ts';
import { pageOf } from '../read/pages/page.ts';
import { countList, readPage } from '../read/pages/page-rows.ts';
import { readRow, readRows } from '../read/rows.ts';
import { matchesAnswer, pickKeys, type SingleAnswer, singleAnswer } from '../read/single.ts';
import { versionKey, withVersions } from '../read/statements.ts';
import { partBody } from '../request/body/sent-back.ts';
import {
  type Extra,
  type ListIntent,
  readListIntent,
  readNoIntent,
  readViewIntent,
  type ViewIntent,
} from '../request/intent.ts';
import type { FilterIntent } from '../request/parameters.ts';
import { type ListPlan, planList, planView } from '../request/plan.ts';
import type { Request, RequestContext, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import { type Stored, storedNow } from '../values.ts';
import { planWrite } from '../write/changeset.ts';
import type { WriteContext } from '../write/context.ts';
import { runDelete } from '../write/delete.ts';
import { runWrite } from '../write/unit-of-work.ts';
import { requireStill } from '../write/warrant.ts';
import { runCreate, runUpdate } from '../write/write.ts';
import type { Engine } from './engine.ts';
import type { PlannedOperation, Route } from './route.ts';

export const listRoute: Route = {
  method: 'get',
  path: '',
  name: 'list',
  needs: ['viewAny'],
  answers: 'rows',
  plan: planListing,
  describe: describeList,
};

const createRoute: Route = {
  method: 'post',
  path: '',
  name: 'create',
  needs: ['create'],
  answers: 'rows',
  plan: planCreate,
  describe: describeCreate,
};

const rowRoutes: Readonly<Record<'view' | 'update' | 'delete', Route>> = {
  view: {
    method: 'get',
    path: '/:id',
    name: 'view',
    needs: ['view'],
    answers: 'rows',
    plan: planViewing,
    describe: describeView,
  },
  update: {
    method: 'patch',
    path: '/:id',
    name: 'update',
    needs: ['update'],
    answers: 'rows',
    plan: planUpdate,
    describe: describeUpdate,
  },
  delete: {
    method: 'delete',
    path: '/:id',
    name: 'delete',
    needs: ['delete'],
    answers: 'rows',
    plan: planDelete,
    describe: describeDelete,
  },
};

/** The routes of the operations that a definition names. */
export function operationRoutes({ definition: { operations }, hung }: Resource): Route[] {
  const { view, update, delete: remove } = rowRoutes;
  return [
    ...(operations.includes('list') ? [listRoute] : []),
    ...(operations.includes('create') && !hung ? [createRoute] : []),
    ...(operations.includes('view') ? [view] : []),
    ...(operations.includes('update') ? [update] : []),
    ...(operations.includes('delete') ? [remove] : []),
  ];
}

async function planListing(engine: Engine, request: Request): Promise<PlannedOperation> {
  const { resource, actor, query } = request;
  const intent = readListIntent(resource, query);
  const planned = planList(resource, intent, actor, storedNow(request.now));
  if ((intent.format ?? request.format) === 'csv') {
    refuseInExport(query);
    return reads(async (db) => {
      // The stream has no signal: it ends by itself when the client leaves.
      const { signal: _, ...reading } = readingOf(request, db);
      const mayStill = () => requireStill({ db: engine.db, actor }, 'viewAny', resource);
      return engine.exports.within(actor, async () =>
        exportRows(engine, request, await narrowed(db, request, planned), reading, mayStill),
      );
    });
  }
  return reads(async (db) => {
    const reading = readingOf(request, db);
    const plan = await narrowed(db, request, planned);
    const counted = engine.counters.listsOf(resource, intent, actor.permitted('viewAny', resource));
    const total = await countList(engine.counters, reading, plan, counted);
    const read = (projection: Projection) => readPage(reading, plan, total, projection);
    const rows =
      intent.extras.size === 0
        ? await read(engine.projectionOf(resource, planned.keys))
        : await readWithExtras(engine, request, reading, intent, read);
    const url = `${engine.baseUrl}/${resource.path}`;
    const page = pageOf(rows, total, plan, { url, query });
    if (!intent.tellsFilters) return { status: 200, headers: {}, body: page };
    const filters = await readFilterNames(engine, reading, resource, intent.filters);
    return { status: 200, headers: {}, body: { ...page, filters } };
  });
}

async function planViewing(engine: Engine, request: Request): Promise<PlannedOperation> {
  const { services } = engine;
  const { resource, actor, query, ifNoneMatch } = request;
  const { keys, extras } = readViewIntent(resource, query);
  const where = planView(resource, rowId(request), actor);
  const projection = engine.projectionOf(resource, resource.keys);
  return reads(async (db) => {
    const reading = readingOf(request, db);
    const found = await readRow(reading, resource.table, where, projection);
    if (!found) throw new Failure('not_found');
    const [answer = singleAnswer(resource, found)] =
      extras.size === 0 ? [] : await addExtras({ ...reading, services }, resource, [found], extras);
    if (ifNoneMatch !== null && matchesAnswer(ifNoneMatch, answer.etag)) {
      return { status: 304, headers: { ETag: answer.etag }, body: null };
    }
    return singleResponse(answer, keys && [...keys, ...extras], 200);
  });
}

async function planCreate(engine: Engine, request: Request): Promise<PlannedOperation> {
  const { resource } = request;
  const body = await request.body();
  const intent = readViewIntent(resource, request.query);
  const plan = await planWrite(engine.services, request, engine.readerOf(resource).create(body));
  return writes(async (db) =>
    writtenResponse(
      engine,
      request,
      db,
      await writing(engine, request, db, (write) => runCreate(write, plan)),
      intent,
      201,
    ),
  );
}

async function planUpdate(engine: Engine, request: Request): Promise<PlannedOperation> {
  const { resource } = request;
  const id = rowId(request);
  const { body, sentBack } = partBody(resource, await request.body());
  const intent = readViewIntent(resource, request.query);
  const plan = await planWrite(engine.services, request, engine.readerOf(resource).update(body));
  return writes(async (db) => {
    const answer = await writing(engine, request, db, (write) => runUpdate(write, plan, id, sentBack));
    return writtenResponse(engine, request, db, answer, intent, 200);
  });
}

async function planDelete(engine: Engine, request: Request): Promise<PlannedOperation> {
  readNoIntent(request.query);
  const plan = { resource: request.resource, id: rowId(request), ifMatch: request.ifMatch };
  return writes(async (db) => {
    await writing(engine, request, db, (write) => runDelete(write, plan));
    return { status: 204, headers: {}, body: null };
  });
}

/** Adds the search index's result for the search words to the plan. */
async function narrowed(db: Knex, { resource }: Request, plan: ListPlan): Promise<ListPlan> {
  if (plan.words.length === 0) return plan;
  return { ...plan, ...(await narrow(db, resource, plan, plan)) };
}

/** A page with extras for its rows. Extras are computed from whole rows, even if only some keys are answered. */
async function readWithExtras(
  { projectionOf, services }: Engine,
  { resource }: Request,
  reading: ReadContext,
  { keys, extras }: ListIntent,
  read: (projection: Projection) => Promise<AnswerRow[]>,
): Promise<AnswerRow[]> {
  const rows = await read(withVersions(projectionOf(resource, resource.keys)));
  const found = rows.map(({ [versionKey]: version, ...answer }) => ({ answer, version: Number(version) }));
  const answers = await addExtras({ ...reading, services }, resource, found, extras);
  return answers.map(({ data }) => pickKeys(data, [...keys, ...extras]));
}

/** An export contains every row: parameters of pages are refused. */
function refuseInExport(query: Request['query']): void {
  const reasons = { page: texts.exportPages, per_page: texts.exportPages, with: texts.exportExtras };
  const named = Object.entries(reasons).filter(([name]) => query[name] !== undefined);
  if (named.length > 0) {
    throw invalid(Object.fromEntries(named.map(([name, reason]) => [name, [say(reason)]])));
  }
}

export function reads(run: PlannedOperation['run']): PlannedOperation {
  return { writes: false, run };
}

function writes(run: PlannedOperation['run']): PlannedOperation {
  return { writes: true, run };
}

/** The id of the row in the path. */
export function rowId({ id }: Request): number {
  if (id === null) throw new Error('The route of this operation names no row.');
  return id;
}

/** The answer for a written row, with its extras; a new row has its address. The ETag is that of the row alone. */
export async function writtenResponse(
  engine: Engine,
  request: Request,
  db: Knex,
  answer: SingleAnswer,
  { keys, extras }: ViewIntent,
  status: 200 | 201,
): Promise<Response> {
  const { path } = request.resource;
  const [data = answer.data] =
    extras.size === 0 ? [] : await withBeside(engine, request, db, [answer], extras);
  const { json: _of, ...rest } = answer;
  const whole = data === answer.data ? answer : { ...rest, data };
  const wanted = keys && [...keys, ...extras];
  if (status === 200) return singleResponse(whole, wanted, status);
  const headers = { Location: `${engine.baseUrl}/${path}/${answer.id}` };
  return { created: { path, id: answer.id }, ...singleResponse(whole, wanted, status, headers) };
}

function singleResponse(
  answer: SingleAnswer,
  keys: readonly string[] | null,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { once } = answer;
  const picked = pickKeys(answer.data, keys);
  const body = { data: once ? { ...picked, ...once } : picked };
  const json = !once && keys === null && answer.json !== undefined ? { json: `{"data":${answer.json}}` } : {};
  return { status, headers: { ETag: answer.etag, ...headers }, body, ...json };
}

/** The context of a read for a request. It stops when the client no longer waits. */
export function readingOf({ actor, now, signal }: RequestContext, db: Knex): ReadContext {
  return { db, viewer: actor, storedNow: storedNow(now), signal };
}

/** Runs the write of a request. */
export function writing<T>(
  engine: Engine,
  { actor, now, requestId, signal }: Request,
  db: Knex,
  work: (write: WriteContext) => Promise<T>,
): Promise<T> {
  return runWrite(engine, { db, actor, now, requestId, signal }, work);
}

/**
 * Name of each filter with row ids → those rows as in lists of options, by id. It contains rows that the user may list, and rows
 * that occur in the list. Other ids are left out. One query per filter.
 */
async function readFilterNames(
  { registry, projectionOf }: Model,
  reading: ReadContext,
  resource: Resource,
  filters: readonly FilterIntent[],
): Promise<Record<string, AnswerRow[]>> {
  const named: Record<string, AnswerRow[]> = {};
  for (const name of new Set(filters.map((filter) => filter.name))) {
    const choice = filterChoice(registry, resource, name);
    if (!choice) continue;
    const { target } = choice;
    const ids = [...new Set(filters.flatMap((filter) => (filter.name === name ? filteredIds(filter) : [])))];
    const listed = and(liveCondition(target), conditionOf(reading.viewer.permitted('viewAny', target)));
    const occurring = choice.occurring(reading.viewer);
    const plan = {
      table: target.table,
      where: anyOf('id', ids),
      tried: or(listed, and(occurring.where, occurring.tried)),
      probing: true,
      order: [{ column: 'id', descending: false }],
      limit: ids.length,
      offset: 0,
    };
    const projection = projectionOf(target, ['id', ...optionNames(choice)]);
    named[name] = ids.length === 0 ? [] : await readRows(reading, plan, projection);
  }
  return named;
}

function filteredIds({ operator: word, values }: FilterIntent): Stored[] {
  return operator(word).takes === 'values' ? values.filter((value) => value !== null) : [];
}

/** A written row, and its ETag. */
interface WrittenAnswer {
  readonly data: AnswerRow;
  readonly etag: string;
}

/** Adds the requested extras to rows. `can` is computed for all of them at once. */
export async function withBeside<Row extends WrittenAnswer>(
  { services }: Engine,
  { resource, actor, now, signal }: Request,
  db: Knex,
  rows: readonly Row[],
  extras: ReadonlySet<Extra>,
): Promise<AnswerRow[]> {
  const context = { db, viewer: actor, storedNow: storedNow(now), signal, services };
  const given = rows.map(({ data }) => data);
  const judged = extras.has('can') ? await judgeRows(context, resource, given) : [];
  return rows.map(({ data, etag }, at) => ({
    ...data,
    ...(extras.has('can') && { can: judged[at] }),
    ...(extras.has('etag') && { etag }),
  }));
}
