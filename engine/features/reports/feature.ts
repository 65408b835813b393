/** Answers reports: values that a definition computes from its rows. */
import type { Knex } from 'knex';
import { and } from '../../condition.ts';
import { dialectOf } from '../../database/query.ts';
import { Failure } from '../../failure.ts';
import { kindName, valuesOf } from '../../kinds/kind.ts';
import { show } from '../../kinds/scalars/scalar.ts';
import { keyed, record } from '../../kinds/shape.ts';
import { heading, languageOf, type Message, say } from '../../message.ts';
import { texts, typeTexts } from '../../messages.ts';
import { parseFilterValue } from '../../model/filter.ts';
import { type FieldModel, hasColumn, type Resource } from '../../model/resource.ts';
import type { AnswerRow } from '../../read/context.ts';
import { csvResponse } from '../../read/export.ts';
import { columnsOfFields } from '../../read/export-columns.ts';
import { anyRow } from '../../read/rows.ts';
import { partBody } from '../../request/body/sent-back.ts';
import { isRequired } from '../../request/body.ts';
import { readFormat } from '../../request/intent.ts';
import { type RowsIntent, rowReaders, valueMessage } from '../../request/parameters.ts';
import { planRows, planView } from '../../request/plan.ts';
import {
  type ParameterReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from '../../request/query-string.ts';
import type { Format, Request, Response } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import type { Engine } from '../../serve/engine.ts';
import { readingOf, rowId, writing } from '../../serve/operations.ts';
import type { PlannedOperation, Route } from '../../serve/route.ts';
import { defaultsOf, planWrite } from '../../write/changeset.ts';
import type { WriteContext } from '../../write/context.ts';
import { hookContext } from '../../write/hook-context.ts';
import { runCreate, runUpdate } from '../../write/write.ts';
import type { Feature } from '../feature.ts';
import { addKeptRoute } from '../metadata/feature.ts';
import { checkReports, reportShape } from './check.ts';
import { groupsOf } from './groups.ts';
import { describeReports } from './metadata-schema.ts';
import { compileReports, type ReportModel } from './model.ts';
import {
  createReportMetadata,
  describeChanged,
  describeSaved,
  describeUnsaved,
  nameReports,
} from './openapi.ts';
import type { Report } from './report.ts';

export default {
  name: 'reports',
  uses: ['counts', 'metadata'],
  paths: ['reports'],
  shape: { reports: record(keyed(reportShape)) },
  parts: (definition) => definition.reports,
  check: checkReports,
  compile: (definition, modelOwn) => ({ reports: compileReports(definition, modelOwn) }),
  routes: reportRoutes,
  chapters: (prefix) => [describeReports(prefix)],
  describe: nameReports,
  mount: (routers, served) => addKeptRoute(routers, served, 'reports', createReportMetadata(served.engine)),
} satisfies Feature;

/** The routes of reports on saved rows, and on a row as a create or an update would write it. */
function reportRoutes({ reports, definition: { operations } }: Resource): Route[] {
  return [...reports].flatMap(([name, report]) => {
    const { definition, permission } = report;
    const saved: Route = {
      method: 'get',
      path: definition.on === 'row' ? `/:id/${name}` : `/${name}`,
      name,
      needs: [permission],
      answers: 'words',
      isReport: true,
      plan: (engine, request) => planSaved(engine, request, name, report),
      describe: (setting, path, schemas) => describeSaved(setting, name, report, path, schemas),
    };
    const unsaved: Route = {
      method: 'post',
      path: `/${name}`,
      name: `${name} unsaved`,
      needs: ['create'],
      answers: 'words',
      plan: (engine, request) => planUnsaved(engine, request, name, report, planNew),
      describe: (setting, path, schemas) => describeUnsaved(setting, name, report, path, schemas),
    };
    const changed: Route = {
      method: 'post',
      path: `/:id/${name}`,
      name: `${name} changed`,
      needs: ['update'],
      answers: 'words',
      plan: (engine, request) => planUnsaved(engine, request, name, report, planChange),
      describe: (setting, path, schemas) => describeChanged(setting, name, report, path, schemas),
    };
    if (!definition.unsaved) return [saved];
    return operations.includes('update') ? [saved, unsaved, changed] : [saved, unsaved];
  });
}

/** @throws Failure `validation_failed` on its parameters */
async function planSaved(
  engine: Engine,
  request: Request,
  name: string,
  report: ReportModel,
): Promise<PlannedOperation> {
  const intent = readReportIntent(request.resource, report, request.query);
  return {
    writes: false,
    run: async (db) => {
      const answer = await answerReport(engine, request, name, report, intent, db, request.id);
      return answer.rest ? answer.rest() : answer;
    },
  };
}

/** @throws Failure `validation_failed` on its parameters and the body */
async function planUnsaved(
  engine: Engine,
  request: Request,
  name: string,
  report: ReportModel,
  planRow: typeof planNew,
): Promise<PlannedOperation> {
  const body = await request.body();
  const intent = readReportIntent(request.resource, report, request.query);
  const write = await planRow(engine, request, body);
  return {
    writes: true,
    undone: true,
    run: async (db) => {
      const { id } = await writing(engine, request, db, (begun) => write({ ...begun, forReport: true }));
      return answerReport(engine, request, name, report, intent, db, id);
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
  name: string,
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
  const found = await narrow(db, resource, { where: planned }, intent);
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
    return csvResponse(`${resource.path}-${name}.csv`, columns, [[data].flat()]);
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

interface ReportIntent extends RowsIntent {
  /** The requested format, if it is stated. */
  readonly format: Format | null;
  /** The sent values by parameter, in the form of an answer. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The maximum number of days of a report. */
const longestWindow = 3660;
const millisecondsOfDay = 86_400_000;

/** @throws Failure `validation_failed` that names every invalid parameter */
function readReportIntent(
  resource: Resource,
  { definition, input: fields }: ReportModel,
  query: Query,
): ReportIntent {
  const problems = new Problems();
  const chooses = definition.on === 'collection';
  const rows = rowReaders(resource, problems);
  const input: Record<string, unknown> = {};
  let format: Format | null = null;
  const readers = new Map<string, ParameterReader>(chooses ? rows.readers : []);
  readers.set(
    'format',
    singleReader((value) => (format = readFormat(value, problems)), problems),
  );
  for (const field of fields.values()) {
    readers.set(
      field.name,
      singleReader((value) => (input[field.name] = readParameter(field, value, problems)), problems),
    );
  }
  readEach(query, readers, problems);
  for (const field of fields.values()) {
    if (query[field.name] !== undefined) continue;
    if (isRequired(field)) problems.add(field.name, say(texts.missingParameter, { name: field.name }));
  }
  if (definition.window) checkWindow(input, problems);
  problems.settle();
  return { input, format, ...(chooses ? rows.read() : { filters: [], words: [] }) };
}

/** Both are valid days if they were read. */
function checkWindow({ from, until }: Readonly<Record<string, unknown>>, problems: Problems): void {
  if (typeof from !== 'string' || typeof until !== 'string') return;
  const days = (Date.parse(until) - Date.parse(from)) / millisecondsOfDay;
  if (days < 1) problems.add('until', say(texts.windowOrder));
  if (days > longestWindow) problems.add('until', say(texts.windowLength, { limit: longestWindow }));
}

function readParameter(field: FieldModel, value: string, problems: Problems): unknown {
  const { name, facts } = field;
  if (!hasColumn(field)) throw new Error(`A parameter cannot be of the kind ${kindName(facts)}.`);
  const { scalar } = field.facts;
  const values = valuesOf(facts);
  const shape = { name, scalar, ...(values.length > 0 && { values }) };
  const stored = parseFilterValue(shape, value);
  const { minimum, maximum } = field.schema;
  const shown = show(scalar, stored);
  const beyond =
    typeof shown === 'number' && (shown < Number(minimum ?? shown) || shown > Number(maximum ?? shown));
  const range = { min: Number(minimum), max: Number(maximum) };
  if (beyond && scalar.scale === 0 && Number.isInteger(range.min) && Number.isInteger(range.max))
    problems.add(name, say(texts.parameter, { name, value, type: say(typeTexts.range, range) }));
  else if (stored === undefined || beyond) problems.add(name, valueMessage(shape, name, value));
  return shown;
}
