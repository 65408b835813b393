/** Answers reports: values that a definition computes from its rows. */
import type { Knex } from 'knex';
import { and } from '../condition.ts';
import { dialectOf } from '../database/query.ts';
import type { Report } from '../definition/own/report.ts';
import { Failure } from '../failure.ts';
import { heading, languageOf, type Message } from '../message.ts';
import type { ReportModel, Resource } from '../model/resource.ts';
import type { AnswerRow } from '../read/context.ts';
import { groupsOf } from '../read/counts/report-groups.ts';
import { csvResponse } from '../read/export.ts';
import { columnsOfFields } from '../read/export-columns.ts';
import { anyRow } from '../read/rows.ts';
import { partBody } from '../request/body/sent-back.ts';
import { planRows, planView } from '../request/plan.ts';
import { type ReportIntent, readReportIntent } from '../request/report-intent.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import { defaultsOf, planWrite } from '../write/changeset.ts';
import type { WriteContext } from '../write/context.ts';
import { hookContext } from '../write/hook-context.ts';
import { runCreate, runUpdate } from '../write/write.ts';
import type { Engine } from './engine.ts';
import { type PlannedOperation, readingOf, rowId, writing } from './operations.ts';
import { changedAction, unsavedAction } from './route-table.ts';

/** The subject of a report: saved rows, or a row as a create or an update would write it. */
type Told = 'saved' | 'create' | 'update';

/** A report by the action of its route, and its subject. */
export function reportBy(
  { reports }: Resource,
  action: string,
): { readonly report: ReportModel; readonly of: Told } | null {
  for (const [name, report] of reports) {
    if (action === name) return { report, of: 'saved' };
    if (action === unsavedAction(name)) return { report, of: 'create' };
    if (action === changedAction(name)) return { report, of: 'update' };
  }
  return null;
}

/** @throws Failure `validation_failed` on its parameters */
export async function planReport(
  engine: Engine,
  request: Request,
  report: ReportModel,
  of: Told,
): Promise<PlannedOperation> {
  const { resource } = request;
  if (of === 'saved') {
    const intent = readReportIntent(resource, report, request.query);
    return {
      writes: false,
      run: async (db) => {
        const answer = await answerReport(engine, request, report, intent, db, request.id);
        return answer.rest ? answer.rest() : answer;
      },
    };
  }
  const body = await request.body();
  const intent = readReportIntent(resource, report, request.query);
  const write = await (of === 'create' ? planNew : planChange)(engine, request, body);
  return {
    writes: true,
    undone: true,
    run: async (db) => {
      const { id } = await writing(engine, request, db, (begun) => write({ ...begun, forReport: true }));
      return answerReport(engine, request, report, intent, db, id);
    },
  };
}

type Write = (writing: WriteContext) => Promise<{ readonly id: number }>;

async function planNew({ services, readerOf }: Engine, request: Request, body: unknown): Promise<Write> {
  const plan = await planWrite(services, request, readerOf(request.resource).create(body));
  return (writing) => runCreate(writing, plan);
}

async function planChange({ services, readerOf }: Engine, request: Request, sent: unknown): Promise<Write> {
  const { resource } = request;
  const { body, sentBack } = partBody(resource, sent);
  const plan = await planWrite(services, { ...request, ifMatch: null }, readerOf(resource).update(body));
  return (writing) => runUpdate(writing, plan, rowId(request), sentBack);
}

async function answerReport(
  engine: Engine,
  request: Request,
  report: ReportModel,
  intent: ReportIntent,
  given: Knex,
  id: number | null,
): Promise<Response> {
  // Whatever a definition asks, other requests run meanwhile.
  const db = dialectOf(given).forLongReads(given);
  const { definition, told, input } = report;
  const { resource, actor } = request;
  const reading = readingOf(request, db);
  const now = reading.storedNow;
  const planned = id === null ? planRows(resource, intent, actor, now) : planView(resource, id, actor);
  if (id !== null && !(await anyRow(db, resource.table, planned))) throw new Failure('not_found');
  const found = await narrow(db, resource, { where: planned }, intent.words);
  const where = found.tried ? and(found.where, found.tried) : found.where;
  const { rows, services } = await writing(engine, request, db, async (write) => hookContext(write));
  const moment = request.now.toISOString();
  const language = languageOf(actor.locale);
  const parameters = { ...defaultsOf(input, moment, actor), ...intent.input };
  const grouping = { registry: engine.registry, resource, reading, selection: { where } };
  const { told: labelled, ...groups } = groupsOf(grouping, report, parameters);
  const context = {
    id,
    where,
    input: ownOf(definition, parameters),
    ...groups,
    db,
    actor,
    services,
    now: moment,
    rows,
  };
  const answered = await definition.run(context);
  const isCsv = (intent.format ?? request.format) === 'csv';
  const present = (data: AnswerRow | readonly AnswerRow[], said: Message | undefined): Response => {
    if (!isCsv) {
      const summary = said && { summary: heading(said, language) };
      return { status: 200, headers: {}, body: { data, ...summary } };
    }
    const columns = columnsOfFields([...told.values()], actor.locale);
    return csvResponse(`${resource.path}-${request.action}.csv`, columns, [[data].flat()]);
  };
  const inWords = async (rows: readonly AnswerRow[]) =>
    isCsv ? undefined : definition.says?.(context, rows);
  if (typeof answered === 'function') {
    const said = await inWords([]);
    return { status: 200, headers: {}, body: null, rest: async () => present(await answered(), said) };
  }
  const data = definition.by ? await labelled([answered].flat()) : answered;
  return present(data, await inWords([data].flat()));
}

/** Of all parameters, those that the report itself declares. */
function ownOf({ input = {} }: Report, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(input, name)));
}
