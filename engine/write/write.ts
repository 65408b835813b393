/** Runs writes: each stage of a create, an update and a delete, inside one transaction. */

import { always, and, type Condition, conditionOf, eq } from '../condition.ts';
import { faultOf } from '../database/fault.ts';
import type { OtherRow, WriteHookContext } from '../definition/hooks.ts';
import type { Fields, Row } from '../definition/types.ts';
import { Failure, noErrors } from '../failure.ts';
import { toldOnce } from '../kinds/told-once.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import { ownerColumn, type Permission } from '../policy.ts';
import { readRow } from '../read/rows.ts';
import { matchesVersion, type SingleAnswer, singleAnswer } from '../read/single.ts';
import { settle, type Values } from '../request/body.ts';
import type { WritePlan } from '../request/plan.ts';
import { takeShortTurns } from '../signal.ts';
import { storedNow } from '../values.ts';
import {
  type Changeset,
  type ChangesetRow,
  completeRow,
  defaultsOf,
  differs,
  keepForms,
} from './changeset.ts';
import { checkAtMostOne, checkFixed, checkPast, checkSentBack, checkState, checkUnique } from './checks.ts';
import { type NewRow, ownerIn, rowKey, type WriteContext } from './context.ts';
import { hookContext, refuseGuarded, writeHookContext } from './hook-context.ts';
import { recordAll } from './journal.ts';
import { refuseUnpermitted, requireHung } from './others/hung.ts';
import { holdDraft, storingDrafts } from './others/own-values.ts';
import { checkOwned } from './others/owned-rows.ts';
import { checkMatching, checkReferences, checkTrees } from './references.ts';
import { siteOf } from './rows.ts';
import { judgeDeclarations, judgeRules } from './rules.ts';
import { insertRows, updateRow } from './store.ts';
import { refuseUnwarranted } from './warrant.ts';

/** Creates a row and answers it. */
export async function runCreate(writing: WriteContext, plan: WritePlan): Promise<SingleAnswer> {
  const [draft] = await writeNew(writing, [{ plan, ownerId: ownerIn(plan.resource, writing.actor) }]);
  const answer = await readWritten(writing, plan.resource, Number(draft?.row.id), 'create');
  const once = toldOnce(plan.resource.fields, draft?.row ?? {});
  return once ? { ...answer, once } : answer;
}

/** Creates rows of a resource by `writeNew`. @returns the rows as hooks see them */
export async function createRows(writing: WriteContext, news: readonly NewRow[]): Promise<OtherRow[]> {
  const drafts = await writeNew(writing, news);
  const at = writing.now.toISOString();
  return drafts.map(({ row }) => ({
    ...row,
    id: Number(row.id),
    site_id: siteOf(row),
    created_at: at,
    updated_at: at,
  }));
}

/**
 * Writes new rows of a resource, each with its site or person, with every check except that of the author's permission. All are
 * checked before any is written. @returns their drafts, each with its id
 */
async function writeNew(writing: WriteContext, news: readonly NewRow[]): Promise<Changeset[]> {
  const { db, now, actor } = writing;
  const drafts = news.map((one) => newDraft(writing, one));
  for (const [at, draft] of drafts.entries()) {
    if (at > 0) await takeShortTurns();
    await check(writing, draft);
    await holdDraft(writing, draft);
  }
  const at = storedNow(now);
  const origin = { authorId: actor.id, createdAt: at, updatedAt: at };
  const ids = await storing(writing, drafts, () => insertRows(db, drafts, () => origin));
  for (const [at, draft] of drafts.entries()) {
    draft.row.id = ids[at];
    writing.held.delete(draft.resource.path);
  }
  for (const draft of drafts) await follow(writing, draft);
  await recordAll(writing, 'create', drafts);
  return drafts;
}

function newDraft(writing: WriteContext, { plan, ownerId }: NewRow): Changeset {
  const { resource } = plan;
  const owner = ownerColumn(resource.scope);
  const row: ChangesetRow = Object.assign(
    defaultsOf(resource.fields, writing.now.toISOString(), writing.actor),
    plan.values,
  );
  row.id = null;
  row.created_by_id = writing.actor.id;
  if (owner) row[owner] = ownerId;
  return draftOf(plan, row, null);
}

/**
 * Changes the fields of a row that the request contains, and answers it.
 * @param sentBack read-only values that the client sent back
 * @param permission the permission that the author needs; an own action has its own
 */
export async function runUpdate(
  writing: WriteContext,
  plan: WritePlan,
  id: number,
  sentBack: Values = {},
  permission: Permission = 'update',
): Promise<SingleAnswer> {
  const { resource } = plan;
  const previous = await lockForChange(writing, resource, id, permission, plan.ifMatch, plan.values);
  const kept = keepForms(plan, previous);
  const draft = draftOf(kept, Object.assign({}, previous, kept.values), previous);
  await checkSentBack(writing, draft, sentBack);
  await check(writing, draft);
  await holdDraft(writing, draft);
  const changed = await storing(writing, [draft], () => updateRow(writing.db, draft, writing.now));
  if (changed) {
    writing.locked.delete(rowKey(resource, id));
    writing.held.delete(resource.path);
    await follow(writing, draft);
    await recordAll(writing, updateAction(draft), [draft]);
  }
  return readWritten(writing, resource, id, permission);
}

function draftOf(plan: WritePlan, row: ChangesetRow, previous: ChangesetRow | null): Changeset {
  const sent = new Set(Object.keys(plan.values));
  return { resource: plan.resource, row, previous, sent, errors: Object.assign(noErrors(), plan.errors) };
}

/**
 * Locks a row for a change, and the data on which the user's permission depends. A row that the user may not see is a 404, one
 * that they may not change a 403, one that has changed since they read it a 412. @returns the row as hooks and checks see it
 */
export async function lockForChange(
  writing: WriteContext,
  resource: Resource,
  id: number,
  operation: Permission,
  ifMatch: string | null,
  sent: Values = {},
): Promise<ChangesetRow> {
  const { parts, db, actor, now } = writing;
  await resource.definition.hooks?.beforeLock?.({
    ...{ id, sent },
    ...hookContext(writing, { resource, phase: 'write' }),
  });
  const reading = { db, viewer: actor, storedNow: storedNow(now) };
  const visible = and(eq('id', id), liveCondition(resource), conditionOf(actor.visible(resource)));
  // For attached rows, the needed permission depends on the row.
  const warrant = actor.warrant(resource.hung ? null : { operation, resource });
  const locked = { lock: 'update', warrant, reach: actor.permitted(operation, resource) } as const;
  const stored = await readRow(reading, resource.table, visible, parts.storedOf(resource), locked);
  if (!stored) throw new Failure('not_found');
  if (!stored.warranted) refuseUnwarranted(operation, resource);
  if (!stored.permitted) refuseUnpermitted(writing, resource, stored.answer, operation);
  if (resource.hung) await requireHung(writing, resource, stored.answer, operation);
  if (ifMatch !== null && !matchesVersion(ifMatch, stored.version)) throw new Failure('stale');
  return completeRow(db, actor, resource, stored.answer);
}

/** Every check of a create or an update. All errors that can be reported together are. */
async function check(writing: WriteContext, draft: Changeset): Promise<void> {
  checkFixed(draft);
  checkOwned(draft);
  checkPast(draft, writing.now);
  checkState(draft);
  await checkReferences(writing, draft);
  await checkMatching(writing, draft);
  await checkTrees(writing, draft);
  const refused = !hasNoErrors(draft);
  if (refused) await checkUnique(writing, draft);
  judgeDeclarations(draft, writing.now.toISOString());
  await judgeRules(draft, () => hookContext(writing, { resource: draft.resource, phase: 'write' }));
  const { hooks, guards } = draft.resource.definition;
  if (hasNoErrors(draft)) await hooks?.beforeValidate?.(writeHookContext(writing, draft));
  if (hasNoErrors(draft) && draft.previous)
    await refuseGuarded(writing, guards?.update, Number(draft.row.id));
  if (hasNoErrors(draft)) await checkAtMostOne(writing, draft);
  if (hasNoErrors(draft)) await hooks?.validate?.(writeHookContext(writing, draft));
  if (hasNoErrors(draft)) return;
  if (!refused) await checkUnique(writing, draft);
  settle(draft.errors);
}

/**
 * Stores a valid draft. The database's indexes check unique values anyway. Only if they refuse, all unique values are looked up,
 * so that every duplicate is reported at once.
 */
async function storing<T>(
  writing: WriteContext,
  drafts: readonly Changeset[],
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await storingDrafts(writing, drafts, store);
  } catch (error) {
    for (const draft of faultOf(error)?.kind === 'duplicate' ? drafts : []) {
      await checkAtMostOne(writing, draft);
      await checkUnique(writing, draft);
      settle(draft.errors);
    }
    throw error;
  }
}

function hasNoErrors({ errors }: Changeset): boolean {
  return Object.keys(errors).length === 0;
}

async function follow(writing: WriteContext, draft: Changeset): Promise<void> {
  const { hooks } = draft.resource.definition;
  if (!hooks?.afterWrite) return;
  const context = writeHookContext(writing, draft);
  await hooks.afterWrite(context as WriteHookContext<Fields> & { readonly row: Row<Fields> });
  settle(draft.errors);
}

function updateAction(draft: Changeset): string {
  const state = draft.resource.definition.states?.field;
  return state && differs(draft, state) ? 'transition' : 'update';
}

/**
 * Reads the written row back. If the user may not write it in its new state, the whole transaction is rolled back. The same
 * happens for a create if the user has lost the permission; an update checks that when it locks its row.
 */
async function readWritten(
  writing: WriteContext,
  resource: Resource,
  id: number,
  operation: Permission,
): Promise<SingleAnswer> {
  const { parts, db, actor, now } = writing;
  // An update may end the membership through which the user could see the row: this is not a row of another site.
  const left = operation !== 'create' && typeof resource.scope === 'object';
  const where: Condition = and(
    eq('id', id),
    left ? always : conditionOf(actor.permitted(operation, resource)),
  );
  const projection = parts.projectionOf(resource, resource.keys);
  const found = await readRow(
    { db, viewer: actor, storedNow: storedNow(now) },
    resource.table,
    where,
    projection,
    operation === 'create' ? { warrant: actor.warrant({ operation, resource }) } : {},
  );
  if (!found) throw new Failure('forbidden', { message: say(texts.elsewhere) });
  if (!found.warranted) refuseUnwarranted(operation, resource);
  return singleAnswer(resource, found);
}
