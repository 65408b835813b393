/** What a draft refers to: that it is there, stays so, goes with the row, and leads in no circle. */

import type { Knex } from 'knex';
import { and, type Condition, eq } from '../condition.ts';
import { type DatabaseRow, dialectOf, query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import type { ReferenceFacts, ReferencesFacts } from '../definition/field-options.ts';
import { say } from '../message.ts';
import { texts } from '../messages.ts';
import { isReference } from '../model/projection.ts';
import { resourceAt } from '../model/resource.ts';
import { referable } from '../model/scope.ts';
import { anyRow } from '../read/rows.ts';
import { storedNow } from '../values.ts';
import { type Changeset, differs } from './changeset.ts';
import type { WriteContext } from './context.ts';

/** References that the request changes must point at rows that are there, of the same site and as declared. */
export async function checkReferences(writing: WriteContext, draft: Changeset): Promise<void> {
  // Of a new row they are locked where they are looked for.
  if (draft.previous) await lockExclusive(writing, draft);
  const siteId = typeof draft.row.site_id === 'number' ? draft.row.site_id : null;
  for (const name of exclusiveFirst(draft)) {
    const field = draft.resource.fields.get(name);
    if (!field || draft.errors[name]) continue;
    const { facts } = field;
    if (facts.kind !== 'reference' && facts.kind !== 'references') continue;
    const wanted = newIds(draft, name);
    if (wanted.length === 0) continue;
    const found = await lockReferable(writing, facts, wanted, siteId ?? actorSite(draft));
    if (wanted.some((id) => !found.has(id))) {
      const text = facts.kind === 'references' ? texts.referenceList : texts.reference;
      draft.errors[name] = [say(text, { field: field.label })];
    }
  }
}

/** The fields that were sent, those first whose rows are locked for this write alone. */
function exclusiveFirst({ resource, sent }: Changeset): readonly string[] {
  const rank = (name: string): number => {
    const field = resource.fields.get(name);
    return field && isReference(field) && field.facts.exclusive ? 0 : 1;
  };
  return [...sent].sort((a, b) => rank(a) - rank(b));
}

/**
 * What a row refers to must agree with it where the declaration says so. The error stands on what the request changes: a
 * form that shows the other field alone has no other place for it.
 */
export async function checkMatching({ db, parts }: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, sent, errors } = draft;
  for (const field of resource.fields.values()) {
    if (!isReference(field) || !field.facts.matching) continue;
    const { name, facts, label } = field;
    const id = row[name];
    const involved = [name, ...field.facts.matching];
    if (typeof id !== 'number' || involved.some((one) => errors[one])) continue;
    if (!involved.some((one) => differs(draft, one))) continue;
    for (const other of field.facts.matching) {
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
 * Locks the rows that exclusive references point at, before and after, by ascending id. Not only when a hook
 * changes them: of two writes that both hold a row for reading, neither could.
 */
async function lockExclusive(
  { db, parts }: WriteContext,
  { resource, row, previous }: Changeset,
): Promise<void> {
  for (const field of resource.fields.values()) {
    if (!isReference(field) || !field.facts.exclusive) continue;
    const ids = [previous?.[field.name], row[field.name]].filter((id) => typeof id === 'number');
    if (ids.length === 0) continue;
    const { table } = resourceAt(parts.registry, field.facts.to);
    const { text, bindings } = conditionSql({ op: 'in', column: 'id', values: ids }, 'r');
    const head = `select ${columnOf('r', 'id')} from ${quote(table)} ${quote('r')}`;
    const tail = `order by ${columnOf('r', 'id')}${dialectOf(db).lock('update')}`;
    await query(db, { text: `${head} where ${text} ${tail}`, bindings });
  }
}

function actorSite(draft: Changeset): number | null {
  return typeof draft.row.id === 'number' && draft.resource.scope === 'self' ? draft.row.id : null;
}

/** Ids that a field newly refers to: what a form sends back unchanged is not checked again. */
function newIds(draft: Changeset, name: string): number[] {
  const list = (value: unknown): number[] =>
    Array.isArray(value) ? value.map(Number) : typeof value === 'number' ? [value] : [];
  const before = new Set(list(draft.previous?.[name]));
  return list(draft.row[name]).filter((id) => !before.has(id));
}

/** Locks the rows referred to, so that none is deleted or changes its nature before this write commits. */
async function lockReferable(
  { db, parts, now }: WriteContext,
  facts: ReferenceFacts | ReferencesFacts,
  ids: readonly number[],
  siteId: number | null,
): Promise<Set<number>> {
  const target = resourceAt(parts.registry, facts.to);
  const lock = facts.kind === 'reference' && facts.exclusive ? 'update' : 'share';
  const condition = and(
    { op: 'in', column: 'id', values: ids },
    referable(target, facts, siteId, storedNow(now)),
  );
  const where = conditionSql(condition, 'r');
  const rows = await query(db, {
    text:
      `select ${columnOf('r', 'id')} as ${quote('id')} from ${quote(target.table)} ${quote('r')} ` +
      `where ${where.text} order by ${columnOf('r', 'id')}${dialectOf(db).lock(lock)}`,
    bindings: where.bindings,
  });
  return new Set(rows.map((row) => Number(row.id)));
}

/**
 * In a tree, the way up from a row never leads back to it. Every row on the way is locked: of two moves
 * that would close a circle together, each has locked what the other needs, so one of them waits or is
 * undone, tries again and finds the other's move.
 */
export async function checkTrees({ db }: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, previous, errors } = draft;
  for (const field of resource.fields.values()) {
    if (!isReference(field) || !field.facts.tree || !previous) continue;
    if (errors[field.name] || !differs(draft, field.name)) continue;
    if (await leadsBack(db, resource.table, field.name, Number(previous.id), row[field.name])) {
      errors[field.name] = [say(texts.cycle, { field: field.label })];
    }
  }
}

async function leadsBack(
  db: Knex,
  table: string,
  column: string,
  id: number,
  parent: unknown,
): Promise<boolean> {
  let above = typeof parent === 'number' ? parent : null;
  // A repair by hand or an import may have left a circle further up, in which the way would never end.
  const seen = new Set<number>();
  while (above !== null && !seen.has(above)) {
    if (above === id) return true;
    seen.add(above);
    const rows: readonly DatabaseRow[] = await query(db, {
      text: `select ${quote(column)} as ${quote('above')} from ${quote(table)} where ${quote('id')} = ?${dialectOf(db).lock('update')}`,
      bindings: [above],
    });
    const next = rows[0]?.above;
    above = next === null || next === undefined ? null : Number(next);
  }
  return false;
}
