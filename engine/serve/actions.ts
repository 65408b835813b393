/** Runs a definition's own action with the same authorization, validation and transaction as the five operations. */

import type { Knex } from 'knex';
import { eq } from '../condition.ts';
import type { ActionAnswer, ActionContext } from '../definition/own/action.ts';
import type { Fields } from '../definition/types.ts';
import { describeAction } from '../describe/operations/operations.ts';
import { type FieldErrors, invalid, noErrors } from '../failure.ts';
import { isDerived, isMark } from '../kinds/kind.ts';
import { isNotedByName, toldOnce } from '../kinds/told-once.ts';
import { type Message, say } from '../message.ts';
import { texts } from '../messages.ts';
import {
  type ActionModel,
  type FieldModel,
  fieldOf,
  guardOf,
  type Resource,
  refers,
  unmetBy,
} from '../model/resource.ts';
import { readRow } from '../read/rows.ts';
import { pickKeys, type SingleAnswer } from '../read/single.ts';
import { settle, type Values } from '../request/body.ts';
import { readNoIntent, readViewIntent, type ViewIntent } from '../request/intent.ts';
import type { Request } from '../request/request.ts';
import { storedNow } from '../values.ts';
import { type ChangesetRow, defaultsOf, planWrite, readOwnValues } from '../write/changeset.ts';
import type { WriteContext } from '../write/context.ts';
import { hookContext, refuseGuarded } from '../write/hook-context.ts';
import { recordAll } from '../write/journal.ts';
import { checkMatching, checkReferences } from '../write/references.ts';
import { requirePermission } from '../write/warrant.ts';
import { lockForChange, runCreate, runUpdate } from '../write/write.ts';
import type { Engine } from './engine.ts';
import { withBeside, writing, writtenResponse } from './operations.ts';
import type { PlannedOperation, Route } from './route.ts';

export function actionRoutes({ actions }: Resource): Route[] {
  return [...actions].map(([name, action]) => {
    const { on, path = name } = action.definition;
    return {
      method: 'post',
      path: on === 'row' ? `/:id/${path}` : `/${path}`,
      name,
      answers: 'words',
      needs: [action.permission],
      fields: action.input,
      plan: (engine, request) => planAction(engine, request, name, action),
      describe: (setting, at, schemas) => describeAction(setting, name, action, at, schemas),
    };
  });
}

/** Reads and validates the input of an action. @throws Failure `validation_failed` */
async function planAction(
  engine: Engine,
  request: Request,
  name: string,
  action: ActionModel,
): Promise<PlannedOperation> {
  const { resource } = request;
  const body = await request.body();
  const intent = action.answer ? wholeRow : readViewIntent(resource, request.query);
  if (action.answer) readNoIntent(request.query);
  const { values, errors } = engine.readerOf(resource).action(name, body);
  return {
    writes: true,
    run: async (db) => {
      const input = { ...defaultsOf(action.input, request.now.toISOString(), request.actor), ...values };
      const answer = await writing(engine, request, db, async (write) => {
        const context = await actionContext(engine, write, request, action, input);
        // A missing row, or one that the user may not access, is reported before errors of the input: they must reveal nothing
        // about it.
        settle(errors);
        settle(await misplacedReferences(write, resource, action, context));
        const told = await action.definition.run(context);
        if (told?.id === undefined)
          throw new Error(`${resource.path}, actions.${name}: no answer is returned.`);
        // The journal must record who received a secret, although no field of the row stores it.
        if (context.row && isNotedByName(action))
          await recordAll(write, name, [{ resource, previous: context.row, row: context.row }]);
        return told;
      });
      if (answer.id === null) {
        if ('data' in answer) return { status: 200, headers: {}, body: { data: answer.data } };
        return {
          status: 201,
          headers: {},
          body: { data: await madeRows(engine, request, db, answer, intent) },
        };
      }
      return writtenResponse(engine, request, db, answer, intent, answer.created ? 201 : 200);
    },
  };
}

/** The rows that an action has created, with the requested extras. */
async function madeRows(
  engine: Engine,
  request: Request,
  db: Knex,
  { created, etags }: Extract<ActionAnswer, { readonly etags: unknown }>,
  { keys, extras }: ViewIntent,
): Promise<Values[]> {
  const rows = created.map((data, at) => ({ data, etag: etags[at] ?? '' }));
  const answered = await withBeside(engine, request, db, rows, extras);
  return answered.map((row) => pickKeys(row, keys && [...keys, ...extras]));
}

/** The intent for a row, if the action itself has no row to answer with. */
const wholeRow: ViewIntent = { keys: null, extras: new Set() };

async function actionContext(
  engine: Engine,
  writing: WriteContext,
  request: Request,
  action: ActionModel,
  input: Readonly<Record<string, unknown>>,
): Promise<ActionContext<Fields>> {
  const { resource, id } = request;
  const reader = engine.readerOf(resource);
  // An action on a row checks the permission when it locks that row.
  if (id === null) await requirePermission(writing, action.permission, resource);
  const create = async (values: Values): Promise<SingleAnswer> => {
    const asked = { ...request, id: null, deferral: null };
    const plan = await planWrite(engine.services, asked, readOwnValues(resource, values, reader.create));
    return runCreate(writing, plan);
  };
  const context = {
    row: id === null ? null : await lockForAction(writing, request, action, id),
    input,
    create: async (values: Values): Promise<ActionAnswer> => toldOf(await create(values), true),
    createMany: async (all: readonly Values[]): Promise<ActionAnswer> => {
      const made: SingleAnswer[] = [];
      for (const values of all) made.push(await create(values));
      return { id: null, created: made.map(({ data }) => data), etags: made.map(({ etag }) => etag) };
    },
    update: async (values: Values): Promise<ActionAnswer> => {
      if (id === null) throw new Error(`An action of ${resource.path} is on no row and changes one.`);
      const asked = { ...request, deferral: null };
      const plan = await planWrite(engine.services, asked, readOwnValues(resource, values, reader.update));
      return toldOf(await runUpdate(writing, plan, id, {}, action.permission), false);
    },
    answer: (values: Values): ActionAnswer => ({ id: null, data: answeredBy(action, values) }),
    ...hookContext(writing),
  };
  // The registry holds definitions without their field types. An action only ever receives rows of its own resource.
  return context as ActionContext<Fields>;
}

/** Without its JSON: the definition may answer with other data. */
function toldOf({ json: _of, ...answer }: SingleAnswer, created: boolean): ActionAnswer {
  return { ...answer, created };
}

/** The declared part of the answer of an action. @throws Error if the answer differs: a fault of the definition */
function answeredBy({ answer }: ActionModel, values: Values): Values {
  const [declared, given] = [[...(answer?.keys() ?? [])], Object.keys(values)];
  if (declared.toSorted().join() === given.toSorted().join())
    return { ...values, ...(answer && toldOnce(answer, values)) };
  throw new Error(`The action answers ${given.join(', ')} and declares ${declared.join(', ') || 'nothing'}.`);
}

/** The values of computed fields that `when` uses, by the same SQL as in answers, for the locked row. */
async function conditionMarks(
  { db, parts, actor, now }: WriteContext,
  resource: Resource,
  { definition: { when = {} } }: ActionModel,
  id: number,
): Promise<Values> {
  const names = Object.keys(when).filter((name) => isDerived(fieldOf(resource, name).facts));
  if (names.length === 0) return {};
  const reading = { db, viewer: actor, storedNow: storedNow(now) };
  const projection = parts.projectionOf(resource, names);
  const found = await readRow(reading, resource.table, eq('id', id), projection, { lock: 'update' });
  return found?.answer ?? {};
}

/**
 * References in the input, which may name the same rows as the field of that name. These rows are locked until the action ends.
 *
 * @returns the errors
 */
async function misplacedReferences(
  writing: WriteContext,
  resource: Resource,
  { input }: ActionModel,
  { row, input: given }: Pick<ActionContext<Fields>, 'row' | 'input'>,
): Promise<FieldErrors> {
  const references = [...input.values()].filter(refers).map((field) => {
    const own = resource.fields.get(field.name);
    return own && refers(own) ? own : field;
  });
  const errors = noErrors();
  if (references.length === 0) return errors;
  const site_id = writing.actor.site?.id ?? null;
  const sent = new Set(references.map(({ name }) => name));
  const draft = { resource, row: { site_id, ...row, ...given }, previous: null, sent, errors };
  await checkReferences(writing, draft, references);
  await checkMatching(writing, draft, references);
  return errors;
}

/** Locks the row of the path. @throws Failure as for a change; `validation_failed` if it does not meet `when` */
async function lockForAction(
  writing: WriteContext,
  { resource, ifMatch }: Request,
  action: ActionModel,
  id: number,
): Promise<ChangesetRow> {
  const { definition, permission } = action;
  const row = await lockForChange(writing, resource, id, permission, ifMatch);
  await refuseGuarded(writing, guardOf(resource, permission), id);
  await refuseGuarded(writing, definition.guard, id);
  const unmet = unmetBy(action, { ...row, ...(await conditionMarks(writing, resource, action, id)) }).map(
    (name): [string, Message[]] => {
      return [name, [asksFor(fieldOf(resource, name), definition.when?.[name] ?? [])]];
    },
  );
  if (unmet.length > 0) throw invalid(Object.fromEntries(unmet));
  return row;
}

const [yes, no] = [say('yes'), say('no')];

/** The values of a field for which an action is possible, in words. */
function asksFor({ label: field, facts }: FieldModel, allowed: readonly unknown[]): Message {
  const [answer, ...others] = allowed;
  return isMark(facts) && others.length === 0
    ? say(texts.actionWhenMark, { field, answer: answer === true ? yes : no })
    : say(texts.actionWhen, { field, allowed: allowed.map(String) });
}
