/** Records in the journal what rows lose when a row that they refer to is deleted. */
import type { Knex } from 'knex';
import { and, type Condition } from '../../condition.ts';
import { query } from '../../database/query.ts';
import { columnOf, conditionSql, quote } from '../../database/sql.ts';
import { isPaired } from '../../kinds/kind.ts';
import { type DeleteBlock, fieldOf, resourceAt } from '../../model/resource.ts';
import { liveCondition } from '../../model/scope.ts';
import { loadLists } from '../../read/nested.ts';
import { rowKey, type WriteContext } from '../context.ts';
import { isRecorded, recordOthers } from '../journal.ts';
import { readOthers } from '../rows.ts';

async function ownersOf(db: Knex, table: string, column: string, refers: Condition): Promise<number[]> {
  const { text, bindings } = conditionSql(refers, 'p');
  const owner = `${columnOf('p', column)} as ${quote('owner')}`;
  const found = await query(db, {
    text: `select distinct ${owner} from ${quote(table)} ${quote('p')} where ${text}`,
    bindings,
  });
  return found.map((pair) => Number(pair.owner));
}

/** Before the references are released. Rows that are deleted and kept have their last entry already. */
export async function recordUnlinked(
  writing: WriteContext,
  { by, table, column, owner }: DeleteBlock,
  ids: readonly number[],
): Promise<void> {
  if (!by) return;
  const { db, actor, parts, locked } = writing;
  const resource = resourceAt(parts.registry, by.path);
  const field = fieldOf(resource, by.field);
  if (!isRecorded(field) || resource.hung) return;
  const refers: Condition = { op: 'in', column, values: ids };
  // The pairs first: their index finds them, where the rows would be gone through as a whole.
  const owners = owner ? await ownersOf(db, table, owner.column, refers) : null;
  if (owners?.length === 0) return;
  const where: Condition = owners ? { op: 'in', column: 'id', values: owners } : refers;
  const rows = await readOthers(writing, resource, and(where, liveCondition(resource)), { lock: 'update' });
  if (rows.length === 0) return;
  const { name, facts } = field;
  const own = rows.map(({ id }) => id);
  const lists = isPaired(facts) ? await loadLists(db, actor, facts, own) : null;
  const gone = new Set<unknown>(ids);
  const losses = rows.map((row) => {
    const { id, site_id } = row;
    const before = lists ? lists.get(id) : row[name];
    const after = Array.isArray(before) ? before.filter((one) => !gone.has(one)) : null;
    if (!lists) locked.set(rowKey(resource, id), { ...row, [name]: after });
    return { path: resource.path, id, site_id, changes: { [name]: [before, after] as const } };
  });
  recordOthers(writing, losses);
}
