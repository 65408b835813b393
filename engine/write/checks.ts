/** Checks of the engine on a draft: fixed fields, future moments, states, uniqueness, a second row with a mark. */

import type { Knex } from 'knex';
import { always, and, type Condition, conditionOf, eq } from '../condition.ts';
import { dialectOf, query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import { Failure } from '../failure.ts';
import { isMarked, type UniqueRule } from '../index-name.ts';
import { isColumn } from '../kinds/kind.ts';
import { show, store } from '../kinds/scalars/scalar.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { displaySql } from '../model/expression.ts';
import { fieldOf, hasColumn, type Resource, transitionsFrom } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import { ownerColumn } from '../policy.ts';
import { addExtras } from '../read/can/can.ts';
import { anyRow, readRow } from '../read/rows.ts';
import { strayed } from '../request/body/sent-back.ts';
import type { Values } from '../request/body.ts';
import { extraNames } from '../request/intent.ts';
import { isSame, sortKey, storedNow } from '../values.ts';
import { type Changeset, differs } from './changeset.ts';
import type { WriteContext } from './context.ts';

/** A field that is fixed at creation may be sent again, with the value that it has. */
export function checkFixed({ resource, row, previous, sent, errors }: Changeset): void {
  for (const name of previous ? sent : []) {
    const field = resource.fields.get(name);
    if (!field?.facts.fixed || errors[name]) continue;
    if (!isSame(row[name], previous?.[name])) {
      errors[name] = [say(texts.fixed, { field: field.label })];
    }
  }
}

/** A read-only value may be sent back if it is the value that the author could have read just now. */
export async function checkSentBack(
  { parts, db, actor, now }: WriteContext,
  { resource, row, errors }: Changeset,
  sentBack: Values,
): Promise<void> {
  const names = Object.keys(sentBack);
  if (names.length === 0) return;
  const reading = { db, viewer: actor, storedNow: storedNow(now), services: parts.services };
  const projection = parts.projectionOf(resource, resource.keys);
  const found = await readRow(reading, resource.table, eq('id', Number(row.id)), projection);
  if (!found) throw new Failure('not_found');
  const extras = new Set(extraNames.filter((name) => names.includes(name)));
  const [present] = await addExtras(reading, resource, [found], extras);
  for (const [path, message] of strayed(resource, sentBack, present?.data ?? {})) errors[path] ??= [message];
}

/** A moment that is in the past by nature may not be sent with a future value. */
export function checkPast({ resource, row, sent, errors }: Changeset, now: Date): void {
  for (const name of sent) {
    const field = resource.fields.get(name);
    if (!field || !isColumn(field.facts) || !field.facts.past || errors[name]) continue;
    const value = row[name];
    if (typeof value === 'string' && Date.parse(value) > now.getTime()) {
      errors[name] = [say(texts.future, { field: field.label })];
    }
  }
}

/**
 * A row starts in one of the declared initial states, and changes along the transitions. The message lists the allowed states.
 */
export function checkState(draft: Changeset): void {
  const { resource, row, previous, errors } = draft;
  const { states } = resource.definition;
  if (!states || errors[states.field] || !differs(draft, states.field)) return;
  const { field, initial } = states;
  const label = resource.fields.get(field)?.label ?? field;
  const to = String(row[field]);
  if (!previous) {
    if (!initial || row[field] === undefined || initial.includes(to)) return;
    errors[field] = [say(texts.initialState, { field: label, allowed: [...initial] })];
    return;
  }
  const from = String(previous[field]);
  const open = transitionsFrom(resource, from);
  if (open.includes(to)) return;
  const allowed = open.length > 0 ? [...open] : texts.nothing;
  errors[field] = [say(texts.transition, { field: label, from, to, allowed })];
}

/** Unique values are looked up before the write, so that all duplicates are reported at once. */
export async function checkUnique({ db }: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, previous, errors } = draft;
  for (const rule of resource.unique) {
    const involved = [...rule.fields, ...(rule.marked?.wanted.keys() ?? [])];
    if (rule.fields.some((name) => row[name] === null || row[name] === undefined)) continue;
    if (involved.some((name) => errors[name]) || !involved.some((name) => differs(draft, name))) continue;
    if (!isMarked(rule, row)) continue;
    const conditions = rule.columns.map(
      (column): Condition => eq(column, storedUnder(draft, rule, rule.copies.get(column)?.of ?? column)),
    );
    const own: Condition[] = previous ? [{ op: 'not', of: eq('id', Number(previous.id)) }] : [];
    if (await anyRow(db, resource.table, and(...conditions, ...own))) {
      errors[rule.field] = [rule.taken];
    }
  }
}

/** What a column of a unique rule stores for a draft: a field's value, its folded key, or the mark of a live row. */
function storedUnder({ resource, row }: Changeset, { marked }: UniqueRule, column: string): string | number {
  if (column === 'live' || column === marked?.column) return 1;
  const field = resource.fields.get(column);
  if (field && hasColumn(field)) return store(field.facts.scalar, row[column]) ?? '';
  return sortKey(String(row[column.replace(/_key$/, '')]));
}

/**
 * Refuses a second row with a mark that only one row can have, and removing a mark that must stay. The row that claims the mark
 * waits for the transaction of the previous one: the index alone could not report the cause.
 *
 * @throws Failure `conflict` (409)
 */
export async function checkAtMostOne(writing: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, previous } = draft;
  for (const { declared } of resource.atMostOne) {
    const { field, kept } = declared;
    if (kept && previous?.[field] && !row[field]) throw new Failure('conflict', { message: say(kept) });
    if (!row[field] || previous?.[field]) continue;
    const owner = ownerColumn(resource.scope);
    const among = owner ? eq(owner, Number(row[owner])) : always;
    await lockFirst(writing.db, resource.table, among);
    const having = and(among, eq(declared.slot, 1), liveCondition(resource));
    const name = await readName(writing, resource, having);
    if (name !== null) throw new Failure('conflict', { message: say(declared.taken, { name }) });
    if (await anyRow(writing.db, resource.table, having)) {
      throw new Failure('conflict', { message: say(declared.takenUnseen) });
    }
  }
}

async function lockFirst(db: Knex, table: string, among: Condition): Promise<void> {
  const { text, bindings } = conditionSql(among, 'r');
  const head = `select ${columnOf('r', 'id')} from ${quote(table)} ${quote('r')} where ${text}`;
  const tail = `order by ${columnOf('r', 'id')} limit 1${dialectOf(db).lock('update')}`;
  await query(db, { text: `${head} ${tail}`, bindings });
}

/** The display of the row that meets a condition; null if the user may see no such row. */
async function readName(
  { db, actor, parts }: WriteContext,
  resource: Resource,
  where: Condition,
): Promise<string | null> {
  const { text, bindings } = conditionSql(and(where, conditionOf(actor.visible(resource))), 'r');
  const name = displaySql(parts.registry, resource, 'r');
  const [found] = await query(db, {
    text: `select ${name.text} as ${quote('name')} from ${quote(resource.table)} ${quote('r')} where ${text} limit 1`,
    bindings: [...name.bindings, ...bindings],
  });
  if (!found) return null;
  const field = fieldOf(resource, resource.display);
  return String(hasColumn(field) ? show(field.facts.scalar, found.name) : found.name);
}
