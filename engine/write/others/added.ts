/** Adds to a number of many rows that the service maintains, without reading them. */
import type { Condition } from '../../condition.ts';
import { query, update } from '../../database/query.ts';
import { columnOf, conditionSql, quote } from '../../database/sql.ts';
import { store } from '../../kinds/scalars/scalar.ts';
import { fieldOf, hasColumn, type Resource } from '../../model/resource.ts';
import { giveWay } from '../../signal.ts';
import { rowKey, type WriteContext } from '../context.ts';
import { makesFacts } from '../facts/note.ts';
import { isRecorded } from '../journal.ts';

/** The number of rows per statement: other requests run between two statements. */
const addedAtOnce = 2000;

/** Adds to a field of all rows that meet a condition. */
export async function addToAll(
  { db, parts, locked }: WriteContext,
  resource: Resource,
  where: Condition,
  { name, by }: { readonly name: string; readonly by: number },
): Promise<void> {
  const field = fieldOf(resource, name);
  if (!hasColumn(field) || isRecorded(field) || makesFacts(resource))
    throw new Error(`The field ${name} of ${resource.path} is none that the service keeps for itself.`);
  const { text, bindings } = conditionSql(where, 'r');
  const read = ['id', ...(resource.scope === 'site' ? ['site_id'] : [])];
  const found = await query(db, {
    text: `select ${read.map((name) => columnOf('r', name)).join(', ')} from ${quote(resource.table)} ${quote('r')} where ${text}`,
    bindings,
  });
  for (const { site_id: site } of found)
    parts.counters.wrote(resource.table, typeof site === 'number' ? site : null);
  const ids = found.map(({ id }) => Number(id)).sort((one, other) => one - other);
  const sum = { text: `${quote(name)} + ?`, bindings: [store(field.facts.scalar, by)] };
  for (let at = 0; at < ids.length; at += addedAtOnce) {
    const values = ids.slice(at, at + addedAtOnce);
    await update(db, resource.table, { [name]: sum }, { op: 'in', column: 'id', values });
    await giveWay();
  }
  for (const id of ids) locked.delete(rowKey(resource, id));
}
