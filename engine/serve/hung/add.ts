/** Attaches a row to another one: `POST /{resource}/{id}/{path}`. */
import type { Knex } from 'knex';
import { and, eq } from '../../condition.ts';
import { hungFields } from '../../definition/hung.ts';
import { invalid } from '../../failure.ts';
import { say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { countRows } from '../../read/rows.ts';
import { readViewIntent, type ViewIntent } from '../../request/intent.ts';
import type { WritePlan } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import { planWrite } from '../../write/changeset.ts';
import { hang, lockHolder } from '../../write/others/hung.ts';
import { runCreate } from '../../write/write.ts';
import type { Engine } from '../engine.ts';
import { readingOf, rowId, writing, writtenResponse } from '../operations.ts';
import type { PlannedOperation } from '../route.ts';

/** The input: the row's request, the same request for the attached resource, and the values. */
interface Adding {
  readonly request: Request;
  readonly own: Request;
  readonly plan: WritePlan;
  readonly intent: ViewIntent;
}

/** The request for a row, as a request for the attached resource. */
export const ownRequest = (request: Request, hung: Resource): Request => ({
  ...request,
  resource: hung,
  id: null,
  ifMatch: null,
});

/** @param request of the row */
export async function planAdd(engine: Engine, request: Request, hung: Resource): Promise<PlannedOperation> {
  const own = ownRequest(request, hung);
  const intent = readViewIntent(hung, request.query);
  const plan = await planWrite(engine.services, own, engine.readerOf(hung).create(await request.body()));
  return { writes: true, run: (db) => runAdd(engine, db, { request, own, plan, intent }) };
}

/** @throws Failure of `lockHolder`, and for errors of the attached row */
export async function runAdd(
  engine: Engine,
  db: Knex,
  { request, own, plan, intent }: Adding,
): Promise<Response> {
  const { resource: hung } = own;
  const answer = await writing(engine, own, db, async (write) => {
    const holder = await lockHolder(write, request.resource, rowId(request));
    const place = { [hungFields.resource]: request.resource.path, [hungFields.record]: holder.id };
    await hang(write, 'beforeHang', hung, place, true);
    if (hung.definition.hung?.files) await requireFileRoom(readingOf(own, db), hung, place);
    const made = await runCreate(write, { ...plan, values: { ...plan.values, ...place } });
    await hang(write, 'afterHang', hung, place, true);
    return made;
  });
  return writtenResponse(engine, own, db, answer, intent, 201);
}

/** The maximum number of files of a row. */
const mostFiles = 100;
const tooManyFiles = say('There are {limit} files here already.', { limit: mostFiles });

/** The row is locked, so no other request can attach a file at the same time. @throws Failure `validation_failed` on `file` */
async function requireFileRoom(
  reading: ReadContext,
  { table }: Resource,
  place: Readonly<Record<string, string | number>>,
): Promise<void> {
  const where = and(...Object.entries(place).map(([column, value]) => eq(column, value)));
  if ((await countRows(reading, { table, where })) >= mostFiles) throw invalid({ file: [tooManyFiles] });
}
