/** Attaches a row to another one: `POST /{resource}/{id}/{path}`. */
import type { Knex } from 'knex';
import type { Subject } from '../../check/subject.ts';
import { hungFields } from '../../definition/hung.ts';
import { hungCount } from '../../definition/system-fields.ts';
import { createExamples } from '../../describe/examples/body-examples.ts';
import { createBody } from '../../describe/openapi/bodies.ts';
import { pascal } from '../../describe/openapi/names.ts';
import { needs } from '../../describe/openapi/notes.ts';
import type { Endpoint } from '../../describe/openapi/spec.ts';
import { createHeaders, rowParts, single } from '../../describe/operations/operations.ts';
import { hungWords } from '../../kinds/wording.ts';
import type { Resource } from '../../model/resource.ts';
import { readViewIntent, type ViewIntent } from '../../request/intent.ts';
import type { WritePlan } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import type { Engine } from '../../serve/engine.ts';
import { rowId, writing, writtenResponse } from '../../serve/operations.ts';
import { requireAny } from '../../serve/permission.ts';
import type { PlannedOperation, Route } from '../../serve/route.ts';
import { planWrite } from '../../write/changeset.ts';
import { hang, lockHolder } from '../../write/others/hung.ts';
import { runCreate } from '../../write/write.ts';
import type { Feature } from '../feature.ts';

export default {
  name: 'attached',
  check: checkAttached,
  // Those that are files are added by their feature.
  routes: (resource) =>
    resource
      .hanging()
      .filter(({ definition }) => !definition.hung?.files)
      .map((added) => attachRoute(resource, added, planAdd)),
} satisfies Feature;

const unmoved = 'Neither the tag nor the time of the last change of the row becomes another.';

/**
 * The route that attaches a row of another resource to a row.
 *
 * @param plan receives the request of the row
 * @param described its body and a note, if the body is not that of a create
 */
export function attachRoute(
  holder: Resource,
  added: Resource,
  plan: typeof planAdd,
  described?: { readonly body: Endpoint['body']; readonly note: string },
): Route {
  return {
    method: 'post',
    path: `/:id/${added.path}`,
    name: `add ${added.path}`,
    answers: 'words',
    needs: ['view'],
    fields: added.fields,
    plan: async (engine, request) => {
      requireAny({ ...request, resource: added }, ['create']);
      return plan(engine, request, added);
    },
    describe: (outer, path) => {
      const setting = { ...outer, resource: added };
      return {
        ...{ method: 'post', path, id: `add${pascal(holder.name)}${pascal(added.name)}`, access: 'token' },
        summary: `Add a ${added.title.one.en}`,
        description: needs(added, 'create', described ? `${described.note} ${unmoved}` : unmoved),
        parameters: ['Id', ...rowParts(setting), 'IdempotencyKey', 'Prefer'],
        body: described?.body ?? {
          required: true,
          schema: createBody(setting),
          examples: createExamples(setting),
        },
        answers: { 201: single(setting, 'What was added.', createHeaders, 'created') },
        failures: ['forbidden', 'not_found', 'conflict'],
      };
    },
  };
}

/** Checks that there is room for one more. The row is locked, so no other request can attach one at the same time. */
export type Room = (db: Knex, place: Readonly<Record<string, string | number>>) => Promise<void>;

/** The input: the row's request, the same request for the attached resource, and the values. */
interface Adding {
  readonly request: Request;
  readonly own: Request;
  readonly plan: WritePlan;
  readonly intent: ViewIntent;
  readonly room?: Room;
}

/** The request for a row, as a request for the attached resource. */
export function ownRequest(request: Request, hung: Resource): Request {
  return { ...request, resource: hung, id: null, ifMatch: null };
}

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
  { request, own, plan, intent, room }: Adding,
): Promise<Response> {
  const { resource: hung } = own;
  const answer = await writing(engine, own, db, async (write) => {
    const holder = await lockHolder(write, request.resource, rowId(request));
    const place = { [hungFields.resource]: request.resource.path, [hungFields.record]: holder.id };
    await hang(write, 'beforeHang', hung, place, true);
    await room?.(db, place);
    const made = await runCreate(write, { ...plan, values: { ...plan.values, ...place } });
    await hang(write, 'afterHang', hung, place, true);
    return made;
  });
  return writtenResponse(engine, own, db, answer, intent, 201);
}

/** Checks the attached resource, and those that it is attached to. */
function checkAttached({ definition, others, report }: Subject): void {
  const { hung, scope, operations, fields, path } = definition;
  const all = [...others.values()].map((one) => one.definition);
  for (const word of hungWords) {
    if (!definition[word]) continue;
    if (scope !== 'site' || !operations.includes('view'))
      report(word, 'is for rows of sites that can be viewed.', 'Take it out.');
    const what = all.find((one) => one.hung?.on === word);
    if (!what) {
      report(word, 'no resource hangs on rows by this word.', 'Take it out.');
      continue;
    }
    if (what.path === path) report(word, 'rows do not hang on rows of their own.', 'Take it out.');
    const count = hungCount(what.name);
    if (Object.hasOwn(fields, count))
      report(`fields.${count}`, 'is what the engine counts there.', 'Rename it.');
    const twin = Object.entries(definition.actions ?? {}).find(
      ([name, { on, path: at = name }]) => on === 'row' && at === what.path,
    );
    if (twin) report(`actions.${twin[0]}`, `is where ${what.path} are added.`, 'Give it another path.');
  }
  if (!hung) return;
  if (scope !== 'site')
    report('hung', 'what hangs on rows of sites belongs to a site itself.', "Write `scope: 'site'`.");
  for (const needed of ['list', 'view', 'create'] as const) {
    if (!operations.includes(needed))
      report('hung', `nobody could ${needed} what hangs on rows.`, `Add \`${needed}\` to the operations.`);
  }
  for (const name of Object.values(hungFields)) {
    if (Object.hasOwn(fields, name))
      report(`fields.${name}`, 'the engine keeps it of what hangs on rows.', 'Take it out.');
  }
  if (definition.headquartersOnly)
    report('headquartersOnly', 'its rights are those of rows.', 'Take it out.');
  const twin = all.find((one) => one.hung?.on === hung.on && one.path < path);
  if (twin) report('hung.on', `${twin.path} hang on rows by this word.`, 'Take one of the two out.');
  if (!all.some((one) => one[hung.on]))
    report('hung.on', `no definition says \`${hung.on}\`.`, `Write \`${hung.on}: true\` in one.`);
}
