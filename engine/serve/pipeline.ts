/**
 * A request's life, one way:
 *
 *   route → authenticate → authorize → read intent → validate → plan → run (one transaction) → present
 *   404/405   401          403         400 415       422        pure   404 409 412 422         status, body
 *
 * Routes and authentication come before this file: it begins with an actor and ends with an answer, and it
 * knows no HTTP framework.
 */

import { faultOf } from '../database/fault.ts';
import { hostsOf } from '../database/hosts.ts';
import { Failure, invalid } from '../failure.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import type { Permission } from '../policy.ts';
import type { Request, Response, WriteTerms } from '../request/request.ts';
import { runInTransaction, runUndone } from '../write/unit-of-work.ts';
import { requireAuthor } from '../write/warrant.ts';
import { planAction } from './actions.ts';
import type { Engine } from './engine.ts';
import { operationPlanners, type PlannedOperation } from './operations.ts';
import { planReport, reportBy } from './reports.ts';

/** Serves one request. @throws Failure for everything that is the client's to mend */
export async function serve(engine: Engine, request: Request, terms: WriteTerms): Promise<Response> {
  const job = await planRequest(engine, request);
  if (job.undone) return runUndone(engine.db, request, job.run);
  if (job.writes) return runInTransaction(engine.db, request, terms, job.run);
  const hosts = job.anywhere ? hostsOf(engine.db) : null;
  return hosts ? hosts.readAnywhere(job.run) : job.run(engine.db);
}

/** Everything up to the plan: what comes back only has to be run. @throws Failure 400, 403, 415 or 422 */
export async function planRequest(engine: Engine, request: Request): Promise<PlannedOperation> {
  authorize(request);
  const own = reportBy(request.resource, request.action);
  const make = operationPlanners[request.action] ?? planAction;
  const job = own
    ? await planReport(engine, request, own.report, own.isUnsaved)
    : await make(engine, request);
  return {
    writes: job.writes,
    ...(job.undone && { undone: job.undone }),
    ...(job.anywhere && { anywhere: job.anywhere }),
    run: async (db) => {
      try {
        return await job.run(db);
      } catch (error) {
        // Who is gone may do nothing: that is told, and not which of it a rule met first.
        if (job.writes && error instanceof Failure && error.code === 'forbidden') {
          await requireAuthor({ db, actor: request.actor });
        }
        throw clientError(error, request.resource);
      }
    },
  };
}

const askedPermissions: Readonly<Record<string, readonly Permission[]>> = {
  list: ['viewAny'],
  counts: ['viewAny'],
  // Readers of a list may know the values in it.
  filterOptions: ['viewAny'],
  view: ['view'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  // Options are for users who fill in a form, with or without permission to list those rows.
  options: ['create', 'update'],
};

function wantedBy(resource: Resource, action: string): readonly Permission[] {
  const own = resource.actions.get(action);
  const report = reportBy(resource, action);
  if (report) return [report.isUnsaved ? 'create' : report.report.permission];
  return own ? [own.permission] : (askedPermissions[action] ?? []);
}

function authorize({ action, actor, resource }: Request): void {
  const wanted = wantedBy(resource, action);
  if (wanted.some((operation) => actor.permitted(operation, resource) !== 'none')) return;
  const first = wanted.find((operation) => resource.operations.includes(operation)) ?? wanted[0];
  const reserved = first !== undefined && resource.headquartersOnly.includes(first);
  const message =
    reserved && !actor.site?.is_headquarters
      ? say(texts.headquarters)
      : say(texts.permission, { permission: `${resource.name}.${first}` });
  throw new Failure('forbidden', { message });
}

/**
 * A driver's error as the failure that a client can act on. Contention stays as it is, for the transaction
 * to be tried again; so does what is no fault of the client.
 */
function clientError(error: unknown, resource: Resource): unknown {
  const fault = faultOf(error);
  if (fault?.kind === 'referenced') return new Failure('conflict', { cause: error });
  if (fault?.kind !== 'duplicate') return error;
  const rule = resource.unique.find(
    ({ index, columns }) => index === fault.index || columns.join() === (fault.columns ?? []).join(),
  );
  if (!rule) return new Failure('conflict', { cause: error });
  return invalid({ [rule.field]: [rule.taken] });
}
