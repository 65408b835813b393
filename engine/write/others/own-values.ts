/**
 * Checks the values that code sets on a row (hooks, rules, actions, tasks) against the kind of each field. A wrong value is a
 * fault of that code.
 */
import { and, type Condition } from '../../condition.ts';
import { faultOf } from '../../database/fault.ts';
import { query } from '../../database/query.ts';
import { columnOf, conditionSql, quote } from '../../database/sql.ts';
import { isColumn, isReferring } from '../../kinds/kind.ts';
import { type Message, render } from '../../message.ts';
import { codeFields, type FieldModel, type Resource, resourceAt } from '../../model/resource.ts';
import { liveCondition } from '../../model/scope.ts';
import type { Values } from '../../request/body.ts';
import { type Changeset, differs, newIds } from '../changeset.ts';
import type { WriteContext } from '../context.ts';

/**
 * Checks values against the kinds of their fields.
 *
 * @returns the values in the form of an answer
 * @throws Error that names the wrong values: the client could not correct them
 */
export function heldToKinds(writing: WriteContext, resource: Resource, values: Values): Values {
  const read = writing.parts.readerOf(resource).code(values);
  for (const [field, [said]] of Object.entries(read.errors)) refuseValues(writing, resource, field, said);
  return read.values;
}

/** Checks a draft in the same way: hooks may have set values that no body check has seen. */
export async function holdDraft(writing: WriteContext, draft: Changeset): Promise<void> {
  const { resource, row, sent } = draft;
  const values: Record<string, unknown> = {};
  for (const { name } of codeFields(resource)) {
    if (row[name] !== undefined && differs(draft, name)) values[name] = row[name];
  }
  Object.assign(row, heldToKinds(writing, resource, values));
  const unseen = Object.keys(values).filter((name) => !sent.has(name));
  await holdReferences(writing, resource, unseen, [{ row: draft.previous, after: row }]);
}

/**
 * Checks that the rows exist that code refers to. Foreign keys check this, except for rows that are deleted and kept, and for ids
 * in a JSON list.
 */
export async function holdReferences(
  writing: WriteContext,
  resource: Resource,
  names: Iterable<string>,
  changes: readonly { readonly row: Values | null; readonly after: Values }[],
): Promise<void> {
  for (const name of names) {
    const field = resource.fields.get(name);
    const target = field && unheldTarget(writing, field);
    if (!target) continue;
    const ids = new Set(changes.flatMap(({ row, after }) => newIds(row?.[name], after[name])));
    if (ids.size === 0) continue;
    const there: Condition = and({ op: 'in', column: 'id', values: [...ids] }, liveCondition(target));
    const { text, bindings } = conditionSql(there, 'r');
    const from = `${quote(target.table)} ${quote('r')}`;
    const counted = {
      text: `select count(${columnOf('r', 'id')}) as n from ${from} where ${text}`,
      bindings,
    };
    const [found] = await query(writing.db, counted);
    if (Number(found?.n) !== ids.size) refuseValues(writing, resource, name);
  }
}

/** Stores values that code has set. @throws Error if a foreign key finds no row, with the possible fields */
export async function storingOwn<T>(
  writing: WriteContext,
  resource: Resource,
  names: Iterable<string>,
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (faultOf(error)?.kind !== 'referenced') throw error;
    const set = new Set(names);
    const field = resource.references.flatMap(({ name }) => (set.has(name) ? [name] : [])).join(', ');
    if (field === '') throw error;
    return refuseValues(writing, resource, field, undefined, error);
  }
}

/** The same for drafts. The references in the request have already been checked and locked. */
export function storingDrafts<T>(
  writing: WriteContext,
  drafts: readonly Changeset[],
  store: () => Promise<T>,
): Promise<T> {
  const [first] = drafts;
  if (!first) return store();
  const unseen = codeFields(first.resource).flatMap(({ name }) =>
    drafts.some(({ row, sent }) => !sent.has(name) && typeof row[name] === 'number') ? [name] : [],
  );
  return storingOwn(writing, first.resource, unseen, store);
}

/** The resource that a field refers to without a foreign key. */
function unheldTarget({ parts: { registry } }: WriteContext, { facts }: FieldModel): Resource | null {
  if (isReferring(facts)) {
    const target = resourceAt(registry, facts.to);
    return target.softDelete ? target : null;
  }
  return isColumn(facts) && facts.rows ? resourceAt(registry, facts.rows.to) : null;
}

function refuseValues(
  { hook }: WriteContext,
  { file, path }: Resource,
  field: string,
  said?: Message,
  cause?: unknown,
): never {
  const by = hook ? `, in hooks of ${hook.resource.file}` : '';
  const why = said ? render(said, 'en') : 'There is no such row.';
  throw new Error(`${file}: code sets ${path}.${field} to what it cannot be${by}. ${why}`, { cause });
}
