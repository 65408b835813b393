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
import { hostsOf } from '../database/hosts.ts';
import { Failure, invalid } from '../failure.ts';
import { valueUnder } from '../json-object.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { wordsOffer } from '../model/choices.ts';
import type { Resource } from '../model/resource.ts';
import { grantedOf, type Permission } from '../policy.ts';
import type { Request, Response, WriteTerms } from '../request/request.ts';
import { runInTransaction, runUndone } from '../write/unit-of-work.ts';
import { requireAuthor } from '../write/warrant.ts';
import { planAction } from './actions.ts';
import type { Engine } from './engine.ts';
import { planAttach, runAttach } from './files/attach.ts';
import { filePlanners } from './files/serve-content.ts';
import { planAdd } from './hung/add.ts';
import { operationPlanners, type PlannedOperation } from './operations.ts';
import { planReport, reportBy } from './reports.ts';
import { fileActions, hungByAction } from './route-table.ts';

/** Serves one request. @throws Failure for every error that the client can correct */
export async function serve(engine: Engine, request: Request, terms: WriteTerms): Promise<Response> {
  const job = await planRequest(engine, request);
  if (job.undone) {
    const answer = await runUndone(engine.db, request, job.run);
    return answer.rest ? answer.rest() : answer;
  }
  if (job.sent) return runAttach(engine, request, terms, job, job.sent);
  if (job.writes) return runInTransaction(engine, request, terms, job.run);
  const hosts = job.anywhere ? hostsOf(engine.db) : null;
  return hosts ? hosts.readAnywhere(job.run) : job.run(engine.db);
}

/** All stages up to the plan. The result only has to be run. @throws Failure 400, 403, 415 or 422 */
export async function planRequest(engine: Engine, request: Request): Promise<PlannedOperation> {
  authorize(request);
  const job = await planJob(engine, request);
  return {
    writes: job.writes,
    ...(job.undone && { undone: job.undone }),
    ...(job.anywhere && { anywhere: job.anywhere }),
    ...(job.sent && { sent: job.sent }),
    run: async (db) => {
      try {
        return await job.run(db);
      } catch (error) {
        // If the user's session has ended, that is the answer, and not the rule that failed first.
        if (job.writes && error instanceof Failure && error.code === 'forbidden') {
          await requireAuthor({ db, actor: request.actor });
        }
        throw clientError(error, request.resource);
      }
    },
  };
}

function planJob(engine: Engine, request: Request): Promise<PlannedOperation> {
  const { resource, action } = request;
  const own = reportBy(resource, action);
  if (own) return planReport(engine, request, own.report, own.of);
  const added = hungByAction(resource, action);
  if (added)
    return added.definition.hung?.files
      ? planAttach(engine, request, added)
      : planAdd(engine, request, added);
  return (valueUnder(operationPlanners, action) ?? valueUnder(filePlanners, action) ?? planAction)(
    engine,
    request,
  );
}

const askedPermissions: Readonly<Record<string, readonly Permission[]>> = {
  list: ['viewAny'],
  counts: ['viewAny'],
  // Users who may list the rows may know the values in them.
  filterOptions: ['viewAny'],
  view: ['view'],
  related: ['view'],
  create: ['create'],
  update: ['update'],
  delete: ['delete'],
  // Options are for users who fill in a form, with or without permission to list those rows.
  options: ['create', 'update'],
  [fileActions.content]: ['view'],
  [fileActions.thumbnail]: ['view'],
};

function wantedBy({ resource, action, field }: Request): readonly Permission[] {
  // Users who may read such words may know their names.
  if (action === 'options' && wordsOffer(resource, field)) return ['viewAny', 'view', 'create', 'update'];
  const own = resource.actions.get(action);
  const report = reportBy(resource, action);
  if (report) return [report.of === 'saved' ? report.report.permission : report.of];
  return own ? [own.permission] : (valueUnder(askedPermissions, action) ?? []);
}

function authorize(request: Request): void {
  const { resource, action } = request;
  const added = hungByAction(resource, action);
  requireAny(request, added ? ['view'] : wantedBy(request));
  if (added) requireAny({ ...request, resource: added }, ['create']);
}

/** Requires one of these permissions, for some rows. @throws Failure `forbidden`, naming the first */
function requireAny({ actor, resource }: Request, wanted: readonly Permission[]): void {
  if (wanted.some((operation) => actor.permitted(operation, resource) !== 'none')) return;
  const first = wanted.find((operation) => resource.operations.includes(operation)) ?? wanted[0];
  const reserved = first !== undefined && resource.headquartersOnly.includes(first);
  const message =
    reserved && !actor.site?.is_headquarters
      ? say(texts.headquarters)
      : say(texts.permission, { permission: lacking(resource, first) });
  throw new Failure('forbidden', { message });
}

/**
 * Attached rows: viewing needs the permission to view a row that they can be attached to. Operations of the author only need the
 * permission to create.
 */
function lacking(resource: Resource, operation: Permission | undefined): string {
  const granted = grantedOf(resource);
  const [holder] = resource.hangOn();
  if (!holder || operation === undefined || granted.includes(operation))
    return `${resource.name}.${operation}`;
  return operation === 'update' ? `${resource.name}.create` : `${holder.name}.view`;
}

/**
 * Converts a driver's error to a failure that the client can act on. Contention is not converted, so that the transaction is
 * retried; nor are errors that are not the client's fault.
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
