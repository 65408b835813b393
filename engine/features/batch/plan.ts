/** Plans the operations of a batch: all work before the transaction, with the checks of a single request for each. */

import type { Knex } from 'knex';
import { Failure } from '../../failure.ts';
import { exactly, nullable, oneWordOf } from '../../json-schema.ts';
import type { FieldModel } from '../../model/resource.ts';
import type { Deferral, Request, RequestContext, Response } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { planRequest } from '../../serve/pipeline.ts';
import type { PlannedOperation, Route } from '../../serve/route.ts';
import type { Destination, RouteFinder } from '../../serve/route-finder.ts';
import { type Static, Type } from '../../typebox.ts';
import {
  type MadeRows,
  operationNamedBy,
  type Resolve,
  resolveEarly,
  resolveMade,
  resolveNames,
  standInFor,
} from './references.ts';

/** The maximum length of a path with its query, and of an ETag. */
export const [longestPath, longestTag] = [2048, 255];

/** One write of a batch. */
export const batchOperation = exactly({
  method: oneWordOf(['POST', 'PATCH', 'DELETE'], { description: 'The method of the request.' }),
  path: Type.String({
    maxLength: longestPath,
    description:
      'With or without what stands before `/batch` in the address: `/things/5`. `/things/$0` is the row that operation 0 makes.',
  }),
  body: Type.Optional(
    Type.Unknown({
      description:
        'What the request would have as its body. Where a reference is expected, `"$0"` is the id of the row that ' +
        'operation 0 makes.',
    }),
  ),
  if_match: Type.Optional(
    nullable(
      Type.String({
        maxLength: longestTag,
        description: 'What the request would have as its `If-Match` header.',
      }),
    ),
  ),
});

type BatchOperation = Static<typeof batchOperation>;

/** Runs an operation, after the operations that it refers to. @throws Failure of the operation */
type BatchStep = (db: Knex, made: MadeRows) => Promise<Response>;

/** The parts that a batch needs. */
export interface BatchParts {
  readonly engine: Engine;
  readonly finder: RouteFinder;
  /** The optional prefix of a path, e.g. `/api/v1`. */
  readonly prefix: string;
  readonly asking: RequestContext;
}

/**
 * Plans one operation. A failure is kept until its turn: the answer is the first failure in the order of the batch.
 *
 * @param index of the operation
 */
export async function planStep(
  parts: BatchParts,
  operation: BatchOperation,
  index: number,
): Promise<BatchStep> {
  try {
    return await plan(parts, operation, index);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return () => Promise.reject(error);
  }
}

async function plan(
  { engine, finder, prefix, asking }: BatchParts,
  operation: BatchOperation,
  index: number,
): Promise<BatchStep> {
  const [pathname = '', search = ''] = operation.path.split('?', 2);
  const relative = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  const { path, row } = readPath(relative, index);
  const found = finder.find(operation.method, `${prefix}${path}`);
  const { route, ...named } = found;
  const request: Request = {
    ...asking,
    ...named,
    query: parsedQuery(search),
    ifMatch: operation.if_match ?? null,
    ifNoneMatch: null,
    format: 'json',
    body: async () => operation.body,
    deferral: null,
  };
  const { resolved } = resolveNames(fieldsOf(found), operation.body, resolveEarly(index));
  if (resolved.size === 0 && row === null) {
    const { run } = await planKept(engine, route, request);
    return (db) => run(db);
  }
  const deferral: Deferral = {
    fields: row === null ? resolved : new Set([...resolved, 'id']),
    arrived: null,
  };
  const known = (id: number | null, resolve: Resolve): Request => {
    const { body } = resolveNames(fieldsOf(found), operation.body, resolve);
    return { ...request, id, body: async () => body, deferral };
  };
  await planEarly(engine, route, known(found.id, resolveEarly(index)));
  return async (db, made) => {
    const id = row === null ? found.id : madeRow(found, made[row]);
    const { run } = await planKept(engine, route, known(id, resolveMade(engine.registry, made)));
    return run(db);
  };
}

/** @throws Failure `not_found` for a request that is rolled back: it cannot be part of a batch */
async function planKept(engine: Engine, route: Route, request: Request): Promise<PlannedOperation> {
  const planned = await planRequest(engine, route, request);
  if (planned.undone) throw new Failure('not_found');
  return planned;
}

/** Only for its slow work. Errors of the request are found again, with all others, at its turn. */
async function planEarly(engine: Engine, route: Route, request: Request): Promise<void> {
  try {
    await planRequest(engine, route, request);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * A path in which a stand-in replaces the id of a row that does not exist yet, and the operation that creates it.
 *
 * @throws Failure `not_found` if that is no earlier operation
 */
function readPath(path: string, index: number): { readonly path: string; readonly row: number | null } {
  const [start = '', resource = '', id, ...rest] = path.split('/');
  const row = operationNamedBy(id);
  if (row === null) return { path, row };
  if (row >= index) throw new Failure('not_found');
  return { path: [start, resource, standInFor(row), ...rest].join('/'), row };
}

/** @throws Failure `not_found` if the operation has created nothing, or a row of another resource */
function madeRow({ resource }: Destination, row: MadeRows[number] | undefined): number {
  if (row?.path !== resource.path) throw new Failure('not_found');
  return row.id;
}

/** The fields of an operation's body. */
function fieldsOf({ resource, route }: Destination): ReadonlyMap<string, FieldModel> {
  return route.fields ?? resource.fields;
}

function parsedQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else query[name] = before === undefined ? value : [before, value];
  }
  return query;
}
