/** Plans the operations of a batch: all that can be done before their transaction, each with the checks of a single request. */

import type { Knex } from 'knex';
import { Failure } from '../failure.ts';
import { exactly, nullable, oneWordOf } from '../json-schema.ts';
import type { FieldModel } from '../model/resource.ts';
import type { Deferral, Request, RequestContext, Response } from '../request/request.ts';
import { type Static, Type } from '../typebox.ts';
import {
  type MadeRows,
  operationNamedBy,
  type Resolve,
  resolveEarly,
  resolveMade,
  resolveNames,
  standInFor,
} from './batch-references.ts';
import type { Engine } from './engine.ts';
import type { PlannedOperation } from './operations.ts';
import { planRequest } from './pipeline.ts';
import type { Destination, RouteFinder } from './route-finder.ts';
import { hungByAction } from './route-table.ts';

/** Most characters of a path with its query, and of a tag. */
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

/** Carries out an operation, after those that have made what it is given. @throws Failure of the operation */
type BatchStep = (db: Knex, made: MadeRows) => Promise<Response>;

/** What a batch is carried out with. */
export interface BatchParts {
  readonly engine: Engine;
  readonly finder: RouteFinder;
  /** What a path may begin with, e.g. `/api/v1`. */
  readonly prefix: string;
  readonly asking: RequestContext;
}

/**
 * Plans one operation. A failure is kept until its turn: the first one in the order of the batch is the one that is told.
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
  const route = finder.find(operation.method, `${prefix}${path}`);
  const request: Request = {
    ...asking,
    ...route,
    query: parsedQuery(search),
    ifMatch: operation.if_match ?? null,
    ifNoneMatch: null,
    format: 'json',
    body: async () => operation.body,
    deferral: null,
  };
  const { resolved } = resolveNames(fieldsOf(route), operation.body, resolveEarly(index));
  if (resolved.size === 0 && row === null) {
    const { run } = await planKept(engine, request);
    return (db) => run(db);
  }
  const deferral: Deferral = {
    fields: row === null ? resolved : new Set([...resolved, 'id']),
    arrived: null,
  };
  const known = (id: number | null, resolve: Resolve): Request => {
    const { body } = resolveNames(fieldsOf(route), operation.body, resolve);
    return { ...request, id, body: async () => body, deferral };
  };
  await planEarly(engine, known(route.id, resolveEarly(index)));
  return async (db, made) => {
    const id = row === null ? route.id : madeRow(route, made[row]);
    const { run } = await planKept(engine, known(id, resolveMade(engine.registry, made)));
    return run(db);
  };
}

/** @throws Failure `not_found` for what is undone: that is no operation that a batch could keep */
async function planKept(engine: Engine, request: Request): Promise<PlannedOperation> {
  const planned = await planRequest(engine, request);
  if (planned.undone) throw new Failure('not_found');
  return planned;
}

/** For its slow work alone: what is wrong with the request is found again, with everything else, at its turn. */
async function planEarly(engine: Engine, request: Request): Promise<void> {
  try {
    await planRequest(engine, request);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * A path in which a stand-in is the id of a row that is still to be made, and the operation that makes it.
 *
 * @throws Failure `not_found` where that is no earlier one
 */
function readPath(path: string, index: number): { readonly path: string; readonly row: number | null } {
  const [start = '', resource = '', id, ...rest] = path.split('/');
  const row = operationNamedBy(id);
  if (row === null) return { path, row };
  if (row >= index) throw new Failure('not_found');
  return { path: [start, resource, standInFor(row), ...rest].join('/'), row };
}

/** @throws Failure `not_found` where the operation has made nothing, or a row of another resource */
function madeRow({ resource }: Destination, row: MadeRows[number] | undefined): number {
  if (row?.path !== resource.path) throw new Failure('not_found');
  return row.id;
}

/** The fields of the body of an operation. */
function fieldsOf({ resource, action }: Destination): ReadonlyMap<string, FieldModel> {
  return resource.actions.get(action)?.input ?? hungByAction(resource, action)?.fields ?? resource.fields;
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
