/**
 * The life of a request:
 *
 *   route → authenticate → authorize → read intent → validate → plan → run (one transaction) → present
 *   404/405   401          403         400 415       422        pure   404 409 412 422         status, body
 *
 * Routing and authentication happen before this file. It starts with an actor and ends with an answer, and it does not know the
 * HTTP framework.
 */

import { faultOf } from '../database/fault.ts';
import { Failure, invalid } from '../failure.ts';
import type { Registry, Resource } from '../model/resource.ts';
import type { Request, Response, WriteTerms } from '../request/request.ts';
import { runInTransaction, runUndone } from '../write/unit-of-work.ts';
import { requireAuthor } from '../write/warrant.ts';
import type { Engine } from './engine.ts';
import { requireAny } from './permission.ts';
import type { PlannedOperation, Route } from './route.ts';

/** Serves one request. @throws Failure for every error that the client can correct */
export async function serve(
  engine: Engine,
  route: Route,
  request: Request,
  terms: WriteTerms,
): Promise<Response> {
  const job = await planRequest(engine, route, request);
  if (job.undone) {
    const answer = await runUndone(engine.db, request, job.run);
    return answer.rest ? answer.rest() : answer;
  }
  if (job.runWith) return job.runWith(terms, job.run);
  if (job.writes) return runInTransaction(engine, request, terms, job.run);
  return job.run(engine.db);
}

/** All stages up to the plan. The result only has to be run. @throws Failure 400, 403, 415 or 422 */
export async function planRequest(engine: Engine, route: Route, request: Request): Promise<PlannedOperation> {
  requireAny(request, route.needs);
  const job = await route.plan(engine, request);
  return {
    ...job,
    run: async (db) => {
      try {
        return await job.run(db);
      } catch (error) {
        // If the user's session has ended, that is the answer, and not the rule that failed first.
        if (job.writes && error instanceof Failure && error.code === 'forbidden') {
          await requireAuthor({ db, actor: request.actor });
        }
        throw clientError(error, request.resource, engine.registry);
      }
    },
  };
}

/**
 * Converts a driver's error to a failure that the client can act on. Contention is not converted, so that the transaction is
 * retried; nor are errors that are not the client's fault.
 */
function clientError(error: unknown, resource: Resource, registry: Registry): unknown {
  const fault = faultOf(error);
  if (fault?.kind === 'referenced') return new Failure('conflict', { cause: error });
  if (fault?.kind !== 'duplicate') return error;
  const ruleOf = ({ table, unique }: Resource) =>
    unique.find(({ index, columns }) =>
      fault.columns
        ? columns.map((one) => `${table}.${one}`).join(', ') === fault.columns
        : index === fault.index,
    );
  const rule = ruleOf(resource);
  if (rule) return invalid({ [rule.field]: [rule.taken] });
  // The rule of a row beside it, which no field of the request names.
  const [message] = [...registry.values()].flatMap((other) => ruleOf(other)?.taken ?? []);
  return new Failure('conflict', { ...(message && { message }), cause: error });
}
