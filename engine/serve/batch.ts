/** Several writes in one transaction: all of them, or none and the first failure. */

import { Failure, invalid, noErrors } from '../failure.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Actor } from '../policy.ts';
import { isObject, objectOf } from '../request/json-object.ts';
import type { Asking, Response, WriteTerms } from '../request/request.ts';
import { carryOut } from '../write/unit-of-work.ts';
import type { Engine } from './engine.ts';
import type { Job } from './operations.ts';
import { planJob } from './pipeline.ts';
import { matchRoute } from './route-table.ts';

/** Most operations in one batch. */
const mostOperations = 100;
const methods = ['POST', 'PATCH', 'DELETE'];
const keys = ['method', 'path', 'body', 'if_match'];

interface BatchOperation {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch: string | null;
}

/**
 * Runs the operations of `{operations: [{method, path, body, if_match?}]}` in their order, each with the
 * checks of a single request.
 *
 * @param prefix what a path may begin with, e.g. `/api/v1`
 * @throws Failure of the first operation that fails, with its index
 */
export async function serveBatch(
  engine: Engine,
  asking: Asking & { readonly actor: Actor },
  body: unknown,
  terms: WriteTerms,
  prefix: string,
): Promise<Response> {
  const operations = readOperations(body);
  const planned = await Promise.all(
    operations.map((operation) => planOperation(engine, asking, operation, prefix)),
  );
  return carryOut(engine.db, asking, terms, async (db) => {
    const answers: unknown[] = [];
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
  asking: Asking,
  operation: BatchOperation,
  prefix: string,
): Promise<Job | Failure> {
  try {
    const { path, method } = operation;
    const [pathname = '', search = ''] = path.split('?', 2);
    const relative = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
    const route = matchRoute(engine.registry, method, relative);
    return await planJob(engine, {
      ...asking,
      ...route,
      query: queryOf(search),
      ifMatch: operation.ifMatch,
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

function readOperations(body: unknown): BatchOperation[] {
  const errors = noErrors();
  const add = (field: string, message: Message) => {
    errors[field] ??= [message];
  };
  const given = objectOf(body);
  for (const key of Object.keys(given)) {
    if (key !== 'operations') add(key, say(texts.unknownField, { field: key, allowed: ['operations'] }));
  }
  const list: unknown = given.operations;
  if (!Array.isArray(list) || list.length === 0 || list.length > mostOperations) {
    add('operations', say(texts.batchOperations, { limit: mostOperations }));
  }
  const operations = (Array.isArray(list) ? list.slice(0, mostOperations) : []).map((one: unknown, index) =>
    readOperation(one, `operations.${index}`, add),
  );
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return operations;
}

function readOperation(
  one: unknown,
  at: string,
  add: (field: string, message: Message) => void,
): BatchOperation {
  const given = isObject(one) ? one : {};
  if (!isObject(one)) add(at, say(texts.batchOperation));
  for (const key of Object.keys(given)) {
    if (!keys.includes(key)) add(`${at}.${key}`, say(texts.unknownField, { field: key, allowed: keys }));
  }
  const { method, path, body, if_match: ifMatch = null } = given;
  if (typeof method !== 'string' || !methods.includes(method)) {
    add(`${at}.method`, say(texts.enum, { field: 'method', allowed: methods }));
  }
  if (typeof path !== 'string') add(`${at}.path`, say(texts.batchPath));
  if (ifMatch !== null && typeof ifMatch !== 'string')
    add(`${at}.if_match`, say(texts.invalid, { field: 'if_match' }));
  return {
    method: typeof method === 'string' ? method : '',
    path: typeof path === 'string' ? path : '',
    body,
    ifMatch: typeof ifMatch === 'string' ? ifMatch : null,
  };
}
