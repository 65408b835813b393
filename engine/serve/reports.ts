/** Answers reports: what a definition computes of its rows. */
import type { Knex } from 'knex';
import { and } from '../condition.ts';
import { Failure } from '../failure.ts';
import type { ReportModel, Resource } from '../model/resource.ts';
import { csvResponse } from '../read/export.ts';
import { columnsOfFields } from '../read/export-columns.ts';
import { anyRow } from '../read/rows.ts';
import { planRows, planView } from '../request/plan.ts';
import { type ReportIntent, readReportIntent } from '../request/report-intent.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import { storedNow } from '../values.ts';
import { defaultsOf, planWrite } from '../write/changeset.ts';
import { hookContext } from '../write/hook-context.ts';
import { runCreate } from '../write/write.ts';
import type { Engine } from './engine.ts';
import { type PlannedOperation, writingOf } from './operations.ts';
import { unsavedAction } from './route-table.ts';

/** A report by the action of its route, and whether it is on a row that is not saved. */
export function reportBy(
  { reports }: Resource,
  action: string,
): { readonly report: ReportModel; readonly isUnsaved: boolean } | null {
  for (const [name, report] of reports) {
    if (action === name) return { report, isUnsaved: false };
    if (action === unsavedAction(name)) return { report, isUnsaved: true };
  }
  return null;
}

/** @throws Failure `validation_failed` for its parameters */
export async function planReport(
  engine: Engine,
  request: Request,
  report: ReportModel,
  isUnsaved: boolean,
): Promise<PlannedOperation> {
  const { resource } = request;
  if (!isUnsaved) {
    const intent = readReportIntent(resource, report, request.query);
    return { writes: false, run: (db) => answerReport(engine, request, report, intent, db, request.id) };
  }
  const body = await request.body();
  const intent = readReportIntent(resource, report, request.query);
  const plan = await planWrite(engine.services, request, engine.readerOf(resource).create(body));
  return {
    writes: true,
    undone: true,
    run: async (db) => {
      const { id } = await runCreate(writingOf(engine, request, db), plan);
      return answerReport(engine, request, report, intent, db, id);
    },
  };
}

async function answerReport(
  engine: Engine,
  request: Request,
  { definition, answer, input }: ReportModel,
  intent: ReportIntent,
  db: Knex,
  id: number | null,
): Promise<Response> {
  const { resource, actor } = request;
  const now = storedNow(request.now);
  const planned = id === null ? planRows(resource, intent, actor, now) : planView(resource, id, actor);
  if (id !== null && !(await anyRow(db, resource.table, planned))) throw new Failure('not_found');
  const found = await narrow(db, resource, { where: planned }, intent.words);
  const where = found.tried ? and(found.where, found.tried) : found.where;
  const { rows, services } = hookContext(writingOf(engine, request, db));
  const moment = request.now.toISOString();
  const given = { ...defaultsOf(input, moment), ...intent.input };
  const context = { id, where, input: given, db, actor, services, now: moment, rows };
  const data = await definition.run(context);
  if ((intent.format ?? request.format) !== 'csv') return { status: 200, headers: {}, body: { data } };
  const columns = columnsOfFields([...answer.values()], actor.locale);
  return csvResponse(`${resource.path}-${request.action}.csv`, columns, [[data].flat()]);
}
