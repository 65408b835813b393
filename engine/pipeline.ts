/**
 * A request's life, one way:
 *
 *   route → authenticate → authorize → read intent → validate → plan → run (one transaction) → present
 *   404/405   401          403         400 415       422        pure   404 409 412 422         status, body
 *
 * Routes and authentication come before this file: it begins with an actor and ends with an answer, and it
 * knows no HTTP framework.
 */
import type { Knex } from 'knex';
import type { Actor, Operation } from './actor.ts';
import { storedNow } from './codec.ts';
import { runCounts } from './counts.ts';
import { brokenRule, faultOf } from './database-fault.ts';
import type { ArrivalContext } from './definition.ts';
import type { Engine } from './engine.ts';
import { matchesAnswer } from './etag.ts';
import { Failure, invalid } from './failure.ts';
import { type Query, readListIntent, readNoIntent, readRowIntent } from './intent.ts';
import { say } from './message.ts';
import { runOptions } from './options.ts';
import { pageOf } from './page.ts';
import { planList, planView, type WritePlan } from './plan.ts';
import { countRows, type Reading, readRow, readRows } from './read.ts';
import type { Resource } from './resource.ts';
import { pickKeys, type SingleAnswer, singleAnswer } from './single.ts';
import { texts } from './texts.ts';
import { transact } from './transaction.ts';
import { runCreate, runDelete, runUpdate, type Writing } from './write.ts';

/** What is asked of a resource, free of any framework. */
export interface Request {
  readonly resource: Resource;
  readonly action: 'list' | 'view' | 'create' | 'update' | 'delete' | 'options' | 'counts';
  readonly actor: Actor;
  /** The row, where the path names one. */
  readonly id: number | null;
  /** The field whose options are asked for. */
  readonly field: string | null;
  readonly query: Query;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly requestId: string | null;
  readonly now: Date;
  /** Reads the body when its turn has come. */
  body(): Promise<unknown>;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer without a body. */
  readonly body: unknown;
}

/** Serves one request. @throws Failure for everything that is the client's to mend */
export async function serve(engine: Engine, request: Request): Promise<Response> {
  try {
    authorize(request);
    return await actions[request.action](engine, request);
  } catch (error) {
    throw translate(error, request.resource);
  }
}

const operationOf: Record<Request['action'], readonly Operation[]> = {
  list: ['viewAny'],
  counts: ['viewAny'],
  view: ['view'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  // Choices are for whoever fills in a form, with or without the permission to list what they choose from.
  options: ['create', 'update'],
};

function authorize({ action, actor, resource }: Request): void {
  const wanted = operationOf[action].filter((operation) => resource.operations.includes(operation));
  if (wanted.some((operation) => actor.may(operation, resource) !== 'none')) return;
  const [first] = wanted.length > 0 ? wanted : operationOf[action];
  const reserved = first !== undefined && resource.headquartersOnly.includes(first);
  const message =
    reserved && !actor.site?.is_headquarters
      ? say(texts.headquarters)
      : say(texts.permission, { permission: `${resource.name}.${first}` });
  throw new Failure('forbidden', { message });
}

const actions: Record<Request['action'], (engine: Engine, request: Request) => Promise<Response>> = {
  async list(engine, request) {
    const { resource, actor, query } = request;
    const reading = readingOf(engine, request);
    const plan = planList(resource, readListIntent(resource, query), actor, reading.storedNow);
    const total = await countRows(reading, plan.table, plan.where);
    const rows =
      plan.offset < total ? await readRows(reading, plan, engine.projectionOf(resource, plan.keys)) : [];
    const url = `${engine.baseUrl}/${resource.path}`;
    return { status: 200, headers: {}, body: pageOf(rows, total, plan, { url, query }) };
  },

  async view(engine, request) {
    const { resource, actor, query, ifNoneMatch } = request;
    const keys = readRowIntent(resource, query);
    const where = planView(resource, rowId(request), actor);
    const projection = engine.projectionOf(resource, [...resource.outputs.keys()]);
    const found = await readRow(readingOf(engine, request), resource.table, where, projection);
    if (!found) throw new Failure('not_found');
    const answer = singleAnswer(resource, found);
    if (ifNoneMatch !== null && matchesAnswer(ifNoneMatch, answer.etag)) {
      return { status: 304, headers: { ETag: answer.etag }, body: null };
    }
    return single(answer, keys, 200);
  },

  async create(engine, request) {
    const { resource } = request;
    const keys = readRowIntent(resource, request.query);
    const plan = await planWrite(engine, request, engine.readerOf(resource).create(await request.body()));
    const answer = await transact(engine.db, (trx) => runCreate(writingOf(engine, request, trx), plan));
    const location = `${engine.baseUrl}/${resource.path}/${answer.id}`;
    return single(answer, keys, 201, { Location: location });
  },

  async update(engine, request) {
    const { resource } = request;
    const id = rowId(request);
    const keys = readRowIntent(resource, request.query);
    const plan = await planWrite(engine, request, engine.readerOf(resource).update(await request.body()));
    const answer = await transact(engine.db, (trx) =>
      runUpdate(writingOf(engine, request, trx), { ...plan, id }),
    );
    return single(answer, keys, 200);
  },

  async delete(engine, request) {
    readNoIntent(request.query);
    const plan = { resource: request.resource, id: rowId(request), ifMatch: request.ifMatch };
    await transact(engine.db, (trx) => runDelete(writingOf(engine, request, trx), plan));
    return { status: 204, headers: {}, body: null };
  },

  options: (engine, request) => runOptions(engine, readingOf(engine, request), request),

  counts: (engine, request) => runCounts(readingOf(engine, request), request),
};

async function planWrite(
  engine: Engine,
  { actor, resource, ifMatch }: Request,
  read: Pick<WritePlan, 'values' | 'errors'>,
): Promise<WritePlan> {
  const values = { ...read.values };
  if (Object.keys(read.errors).length === 0) {
    // The registry keeps definitions without their field types: a hook only ever meets its own resource.
    const arrival = { values, actor, services: engine.services } as ArrivalContext<Record<string, never>>;
    await resource.definition.hooks?.arrive?.(arrival);
  }
  return Object.freeze({ resource, values, errors: read.errors, ifMatch });
}

function rowId({ id }: Request): number {
  if (id === null) throw new Error('The route of this operation names no row.');
  return id;
}

function single(
  answer: SingleAnswer,
  keys: readonly string[] | null,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return { status, headers: { ...headers, ETag: answer.etag }, body: { data: pickKeys(answer.data, keys) } };
}

function readingOf(engine: Engine, { actor, now }: Request): Reading {
  return { db: engine.db, viewer: actor, storedNow: storedNow(now) };
}

function writingOf(engine: Engine, { actor, now, requestId }: Request, db: Knex): Writing {
  return { engine, db, actor, now, requestId };
}

/** A driver's error as the failure that a client can act on. */
function translate(error: unknown, resource: Resource): unknown {
  if (error instanceof Failure) return error;
  const fault = faultOf(error);
  if (!fault) return error;
  if (fault.kind === 'referenced') return new Failure('conflict', { cause: error });
  if (fault.kind !== 'duplicate') {
    return new Failure('unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  const rule = brokenRule(fault, resource.unique);
  if (!rule) return new Failure('conflict', { cause: error });
  const field = resource.fields.get(rule.field)?.label ?? rule.field;
  return invalid({ [rule.field]: [say(texts.taken, { field })] });
}
