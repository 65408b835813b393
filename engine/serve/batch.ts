/** Several writes in one transaction: all of them, or none and the first failure. */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Failure } from '../failure.ts';
import { exactly, mapOf, nullable, oneWordOf } from '../json-schema.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Actor } from '../policy.ts';
import type { RequestContext, Response, WriteTerms } from '../request/request.ts';
import { createSchemaReader } from '../request/schema-reader.ts';
import { runInTransaction } from '../write/unit-of-work.ts';
import type { Engine } from './engine.ts';
import type { PlannedOperation } from './operations.ts';
import { planRequest } from './pipeline.ts';
import { matchRoute } from './route-table.ts';

/** Most operations in one batch. */
const maxOperations = 100;

export const batchOperation = exactly({
  method: oneWordOf(['POST', 'PATCH', 'DELETE']),
  path: Type.String({
    description: 'With or without what stands before `/batch` in the address: `/things/5`.',
  }),
  body: Type.Optional(Type.Unknown({ description: 'What the request would have as its body.' })),
  if_match: Type.Optional(
    nullable(Type.String({ description: 'What the request would have as its `If-Match` header.' })),
  ),
});

/** @param operation what an operation is: `batchOperation`, or the name under which that is documented */
export function batchBody<Operation extends TSchema>(operation: Operation) {
  return exactly({ operations: Type.Array(operation, { minItems: 1, maxItems: maxOperations }) });
}

/** What one operation answered. */
export const batchAnswer = exactly({
  status: Type.Unsafe<number>({ type: 'integer', enum: [200, 201, 204] }),
  headers: mapOf(Type.String()),
  body: Type.Unsafe<unknown>({
    type: ['object', 'null'],
    description: 'What the operation by itself answers.',
  }),
});

const readBatch = createSchemaReader(batchBody(batchOperation), ({ keyword, name, allowed }) => {
  if (keyword === 'additionalProperties') return say(texts.unknownField, { field: name, allowed });
  switch (name) {
    case 'operations':
      return say(texts.batchOperations, { limit: maxOperations });
    case 'method':
      return say(texts.enum, { field: name, allowed });
    case 'path':
      return say(texts.batchPath);
    case 'if_match':
      return say(texts.invalid, { field: name });
    default:
      return say(texts.batchOperation);
  }
});

/**
 * Runs the operations of `{operations: [{method, path, body, if_match?}]}` in their order, each with the
 * checks of a single request.
 *
 * @param prefix what a path may begin with, e.g. `/api/v1`
 * @throws Failure of the first operation that fails, with its index
 */
export async function serveBatch(
  engine: Engine,
  asking: RequestContext & { readonly actor: Actor },
  body: unknown,
  terms: WriteTerms,
  prefix: string,
): Promise<Response> {
  const { operations } = readBatch(body);
  const planned = await Promise.all(
    operations.map((operation) => planOperation(engine, asking, operation, prefix)),
  );
  return runInTransaction(engine.db, asking, terms, async (db) => {
    const answers: Static<typeof batchAnswer>[] = [];
    for (const [index, job] of planned.entries()) {
      try {
        if (job instanceof Failure) throw job;
        const { status, headers, body: answer } = await job.run(db);
        answers.push({ status, headers, body: answer });
      } catch (error) {
        throw error instanceof Failure ? error.at(index) : error;
      }
    }
    return { status: 200, headers: {}, body: { data: answers } };
  });
}

/** A failure is kept until its turn: the first one in the order of the batch is the one that is told. */
async function planOperation(
  engine: Engine,
  asking: RequestContext,
  operation: Static<typeof batchOperation>,
  prefix: string,
): Promise<PlannedOperation | Failure> {
  try {
    const { path, method } = operation;
    const [pathname = '', search = ''] = path.split('?', 2);
    const relative = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
    const route = matchRoute(engine.registry, method, relative);
    return await planRequest(engine, {
      ...asking,
      ...route,
      query: queryOf(search),
      ifMatch: operation.if_match ?? null,
      ifNoneMatch: null,
      format: 'json',
      body: async () => operation.body,
    });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return query;
}
