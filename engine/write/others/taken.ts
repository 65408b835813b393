/** Takes values out of lists of rows that a hook changes. */
import { and, type Condition } from '../../condition.ts';
import { remove, update } from '../../database/query.ts';
import { quote } from '../../database/sql.ts';
import type { OtherRow } from '../../definition/hooks.ts';
import { isPaired } from '../../kinds/kind.ts';
import { fieldOf, type Resource } from '../../model/resource.ts';
import { loadLists } from '../../read/nested.ts';
import { storedNow } from '../../values.ts';
import { rowKey, type WriteContext } from '../context.ts';
import { noteFacts } from '../facts/note.ts';
import { recordOthers } from '../journal.ts';

/** Each row that has any of the values gets another version and an entry in the journal. @returns what is left, by id */
export async function takeFrom(
  writing: WriteContext,
  resource: Resource,
  rows: readonly OtherRow[],
  name: string,
  gone: readonly (number | string)[],
): Promise<ReadonlyMap<number, readonly unknown[]>> {
  const { db, actor, parts, locked, written, now } = writing;
  const { table, path } = resource;
  const { facts } = fieldOf(resource, name);
  if (!isPaired(facts)) throw new Error(`The field ${name} of ${path} is no list to take from.`);
  const ids = rows.map(({ id }) => id);
  const lists = await loadLists(db, actor, facts, ids);
  const listOf = (id: number) => [lists.get(id) ?? []].flat();
  const out = new Set<unknown>(gone);
  const left = new Map(ids.map((id) => [id, listOf(id).filter((one) => !out.has(one))]));
  const losing = rows.filter(({ id }) => listOf(id).length > (left.get(id)?.length ?? 0));
  if (losing.length === 0) return left;
  const ofRows = (column: string): Condition => ({ op: 'in', column, values: losing.map(({ id }) => id) });
  await remove(db, facts.table, and(ofRows(facts.own), { op: 'in', column: facts.column, values: gone }));
  const version = { text: `${quote('version')} + 1`, bindings: [] };
  await update(db, table, { updated_at: storedNow(now), version }, ofRows('id'));
  for (const row of losing) {
    const { id, site_id } = row;
    const [before, after] = [listOf(id), left.get(id)];
    const key = rowKey(resource, id);
    parts.counters.wrote(table, site_id);
    written.add(key);
    locked.set(key, { ...row, updated_at: now.toISOString() });
    recordOthers(writing, [{ path, id, site_id, changes: { [name]: [before, after] } }]);
    const change = { resource, before: { ...row, [name]: before }, after: { ...row, [name]: after } };
    await noteFacts(writing, [change]);
  }
  return left;
}
