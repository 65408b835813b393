/** Plans the operations of a batch: all work before the transaction, with the checks of a single request for each. */

import type { Knex } from 'knex';
import { Failure } from '../../failure.ts';
import { isObject } from '../../json-object.ts';
import { exactly, nullable, oneWordOf } from '../../json-schema.ts';
import { referredPath } from '../../kinds/kind.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { type FieldModel, type Registry, resourceAt } from '../../model/resource.ts';
import { Unusable } from '../../request/body-errors.ts';
import type { Deferral, Request, RequestContext, Response, RowKey } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { planRequest } from '../../serve/pipeline.ts';
import type { PlannedOperation, Route } from '../../serve/route.ts';
import type { Destination, RouteFinder } from '../../serve/route-finder.ts';
import { type Static, Type } from '../../typebox.ts';

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

/** @throws Failure `not_found` for a report: it cannot be part of a batch */
async function planKept(engine: Engine, route: Route, request: Request): Promise<PlannedOperation> {
  const planned = await planRequest(engine, route, request);
  if (planned.undone) throw new Failure('not_found', { message: say(texts.batchWrites) });
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

/** The row that each operation so far has created, which later ones name `"$0"`, `"$1"`, …; null for an operation without one. */
type MadeRows = readonly (RowKey | null)[];

/**
 * Returns the id for the row of an operation. The row must belong to the resource at this path. `name` is the sent value, `$0`.
 */
type Resolve = (operation: number, path: string, name: string) => number | Unusable;

/** The number of the operation that a value names; null for any other value. */
function operationNamedBy(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^\$(0|[1-9]\d*)$/.exec(value)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

/**
 * Replaces names by ids wherever a reference is expected: alone, in a list, or in a part of a nested field. Elsewhere such a name
 * is an ordinary text. The body itself is not changed.
 */
function resolveNames(
  fields: ReadonlyMap<string, FieldModel>,
  body: unknown,
  resolve: Resolve,
): { readonly body: unknown; readonly resolved: ReadonlySet<string> } {
  if (!isObject(body)) return { body, resolved: new Set() };
  const changes = Object.entries(body).flatMap(([name, value]) => {
    const field = fields.get(name);
    const known = field ? resolveField(field, value, resolve) : value;
    return known === value ? [] : [[name, known] as const];
  });
  return {
    body: { ...body, ...Object.fromEntries(changes) },
    resolved: new Set(changes.map(([name]) => name)),
  };
}

function resolveField({ facts, parts }: FieldModel, value: unknown, resolve: Resolve): unknown {
  const to = referredPath(facts);
  if (to !== undefined) return resolveValue(value, to, resolve);
  const resolveEntry = (one: unknown): unknown => {
    const { body, resolved } = resolveNames(parts, one, resolve);
    return resolved.size > 0 ? body : one;
  };
  return Array.isArray(value) ? mapChanged(value, resolveEntry) : resolveEntry(value);
}

function resolveValue(value: unknown, to: string, resolve: Resolve): unknown {
  const resolveOne = (one: unknown): unknown => {
    const operation = operationNamedBy(one);
    return operation === null ? one : resolve(operation, to, String(one));
  };
  return Array.isArray(value) ? mapChanged(value, resolveOne) : resolveOne(value);
}

/** Returns the same list if nothing changes. */
function mapChanged(list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((one, index) => one !== list[index]) ? changed : list;
}

/**
 * Before the transaction: an id that passes every check of a body, different for each operation.
 *
 * @param index of the operation with the body
 */
function resolveEarly(index: number): Resolve {
  return (operation, _path, name) => (operation < index ? standInFor(operation) : laterOperation(name));
}

/** The highest ids that a column can hold, in place of ids that are not known yet. */
function standInFor(operation: number): number {
  return 2 ** 31 - 1 - operation;
}

/** Within the transaction: the id of the row. @param made rows of the operations before the one with the body */
function resolveMade(registry: Registry, made: MadeRows): Resolve {
  return (operation, path, name) => {
    if (operation >= made.length) return laterOperation(name);
    const row = made[operation];
    if (!row) return new Unusable(say(texts.batchNothingMade, { name }));
    if (row.path === path) return row.id;
    const [what, wanted] = [row.path, path].map((one) => resourceAt(registry, one).title.many);
    return new Unusable(say(texts.batchOtherMade, { name, what: what ?? '', wanted: wanted ?? '' }));
  };
}

function laterOperation(name: string): Unusable {
  return new Unusable(say(texts.batchLater, { name }));
}
