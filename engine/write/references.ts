/** References of a draft: the rows must exist, stay so, match the row, and form no cycle. */

import type { Knex } from 'knex';
import { and, type Condition, eq } from '../condition.ts';
import { dialectOf, query, writeLocked } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { ReferenceFacts, ReferencesFacts } from '../kinds/facts.ts';
import { isReference, isReferences } from '../kinds/kind.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { type FieldModel, resourceAt } from '../model/resource.ts';
import { holderOf, referable } from '../model/scope.ts';
import { anyRow } from '../read/rows.ts';
import { storedNow } from '../values.ts';
import { type Changeset, differs, newIds } from './changeset.ts';
import type { WriteContext } from './context.ts';
import { readOthers } from './rows.ts';

type References = readonly FieldModel<ReferenceFacts | ReferencesFacts>[];

/**
 * Changed references must point at existing rows, of the same site and as declared.
 *
 * @param references the references to check, if not all of the row
 */
export async function checkReferences(
  writing: WriteContext,
  draft: Changeset,
  references: References = draft.resource.references,
): Promise<void> {
  // For a new row, they are locked when they are looked up.
  if (draft.previous) await lockExclusive(writing, draft);
  for (const { name, facts, label } of references) {
    if (!draft.sent.has(name) || draft.errors[name]) continue;
    const wanted = newIds(draft.previous?.[name], draft.row[name]);
    if (wanted.length === 0) continue;
    const found = await lockReferable(writing, draft, facts, wanted);
    if (wanted.some((id) => !found.has(id))) {
      const text = isReferences(facts) ? texts.referenceList : texts.reference;
      draft.errors[name] = [say(text, { field: label })];
    }
  }
}

/**
 * The values that a row and its referenced row have in common must be equal, if declared. The error is on the changed field: a
 * form that shows only one of the fields can then show it.
 */
export async function checkMatching(
  { db, parts }: WriteContext,
  draft: Changeset,
  references: References = draft.resource.references,
): Promise<void> {
  const { resource, row, sent, errors } = draft;
  for (const { name, facts, label } of references) {
    if (!isReference(facts) || !facts.matching) continue;
    const id = row[name];
    const involved = [name, ...facts.matching];
    if (typeof id !== 'number' || involved.some((one) => errors[one])) continue;
    if (!involved.some((one) => differs(draft, one))) continue;
    for (const other of facts.matching) {
      // A field that no body sets takes its value from the referenced row.
      if (resource.fields.get(other)?.facts.readOnly) continue;
      const value = row[other];
      const same: Condition = typeof value === 'number' ? eq(other, value) : { op: 'null', column: other };
      if (await anyRow(db, resourceAt(parts.registry, facts.to).table, and(eq('id', id), same))) continue;
      const message = say(texts.mismatch, {
        field: label,
        other: resource.fields.get(other)?.label ?? other,
      });
      errors[sent.has(name) ? name : other] = [message];
    }
  }
}

/**
 * Locks the rows of exclusive references, before and after the change, by ascending id. It does so even if no hook changes them:
 * if two writes both held a shared lock on a row, neither could change it.
 */
async function lockExclusive(writing: WriteContext, { resource, row, previous }: Changeset): Promise<void> {
  for (const { name, facts } of resource.references) {
    if (!isExclusive(facts)) continue;
    const ids = [previous?.[name], row[name]].filter((id) => typeof id === 'number');
    if (ids.length === 0) continue;
    const values = [...new Set(ids)];
    const target = resourceAt(writing.parts.registry, facts.to);
    await readOthers(writing, target, { op: 'in', column: 'id', values }, { lock: 'update' });
  }
}

function isExclusive(facts: ReferenceFacts | ReferencesFacts): boolean {
  return isReference(facts) && facts.exclusive === true;
}

/** The site of a row, or the row itself if it is a site. */
function siteIn({ row, resource }: Changeset): number | null {
  if (typeof row.site_id === 'number') return row.site_id;
  return typeof row.id === 'number' && resource.scope === 'self' ? row.id : null;
}

/**
 * Locks the referenced rows, so that none is deleted or changes in a relevant way before this write commits. Rows that hooks
 * change are read in the same query.
 */
async function lockReferable(
  writing: WriteContext,
  draft: Changeset,
  facts: ReferenceFacts | ReferencesFacts,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { db, parts, actor, now } = writing;
  const target = resourceAt(parts.registry, facts.to);
  const { resource: of, row } = draft;
  const referrer = { of, siteId: siteIn(draft), actor, holder: holderOf(of, row) };
  const may = referable(parts.registry, facts, referrer, storedNow(now));
  const condition = and({ op: 'in', column: 'id', values: ids }, may);
  if (isExclusive(facts)) {
    return new Set((await readOthers(writing, target, condition, { lock: 'update' })).map(({ id }) => id));
  }
  const isJudge = isReference(facts) && facts.exclusive === 'changed';
  const where = conditionSql(condition, 'r');
  const held = writing.held.get(target.path) ?? new Map<string, ReadonlySet<number>>();
  const key = JSON.stringify([where, isJudge]);
  const known = held.get(key);
  if (known) return known;
  // People leave sites and lose permissions: they are locked first, and judged then, by what has been committed meanwhile.
  if (typeof target.scope === 'object') await writeLocked(db, target.table, ids);
  const rows = await query(db, {
    text:
      `select ${columnOf('r', 'id')} as ${quote('id')} from ${quote(target.table)} ${quote('r')} ` +
      `where ${where.text} order by ${columnOf('r', 'id')}${dialectOf(db).lock(isJudge ? 'update' : 'share')}`,
    bindings: where.bindings,
  });
  const found = new Set(rows.map((row) => Number(row.id)));
  // A rule of that row does not see what this write makes on another node of a cluster.
  if (isJudge) await writeLocked(db, target.table, [...found]);
  writing.held.set(target.path, held.set(key, found));
  return found;
}

/**
 * In a tree, the path up from a row must not lead back to it. Every row on the path is locked. If two moves would together form a
 * cycle, each has locked what the other needs: one of them waits or is rolled back, retries, and finds the other's move. On a
 * cluster, two nodes could both lock them, so they are also written.
 */
export async function checkTrees({ db }: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, previous, errors } = draft;
  for (const { name, facts, label } of resource.references) {
    if (!isReference(facts) || !facts.tree || !previous) continue;
    if (errors[name] || !differs(draft, name)) continue;
    const id = Number(previous.id);
    const above = await lockWayUp(db, resource.table, name, id, row[name]);
    if (above.includes(id)) errors[name] = [say(texts.cycle, { field: label })];
    else await writeLocked(db, resource.table, above);
  }
}

/** @returns the ids on the path up from a parent, the nearest first; it ends at the row itself */
async function lockWayUp(
  db: Knex,
  table: string,
  column: string,
  id: number,
  parent: unknown,
): Promise<number[]> {
  // A manual repair or an import may have left a cycle further up, in which the path would never end.
  const seen = new Set<number>();
  let above = typeof parent === 'number' ? parent : null;
  while (above !== null && !seen.has(above)) {
    seen.add(above);
    if (above === id) break;
    const [found] = await query(db, {
      text: `select ${quote(column)} as ${quote('above')} from ${quote(table)} where ${quote('id')} = ?${dialectOf(db).lock('update')}`,
      bindings: [above],
    });
    const next = found?.above ?? null;
    above = next === null ? null : Number(next);
  }
  return [...seen];
}
