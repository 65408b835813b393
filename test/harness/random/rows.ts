/** The present rows of every resource that steps are about. */
import type { Knex } from 'knex';

export interface Row {
  readonly path: string;
  readonly id: number;
  readonly site: number | null;
}

const tables: Readonly<Record<string, string>> = { 'item-movements': 'item_movements' };
export const tableOf = (path: string) => tables[path] ?? path;
const scoped = ['zones', 'materials', 'maintenances', 'incidents', 'cleanings', 'items', 'item-movements'];
const global = ['companies', 'roles', 'sites', 'users'];
const everyRow = [
  ...scoped.map((path) => `select '${path}' as path, id, site_id as site from ${tableOf(path)}`),
  ...global.map(
    (path) =>
      `select '${path}' as path, id, null as site from ${path}${path === 'users' ? ' where live = 1' : ''}`,
  ),
].join(' union all ');

/** All of them, sorted by id. */
export async function readRows(knex: Knex): Promise<Row[]> {
  const answer = await knex.raw(`${everyRow} order by path, id`);
  const rows: Row[] = Array.isArray(answer[0]) ? answer[0] : answer;
  // MariaDB converts numbers to texts if a part of a union has none.
  return rows.map(({ path, id, site }) => ({
    path,
    id: Number(id),
    site: site === null ? null : Number(site),
  }));
}
