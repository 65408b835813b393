/** Checks of the search texts and sort keys that the service stores with rows. */
import type { Database } from '../../../engine/database/open.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { countStale } from '../../stored/reindex.ts';
import { count, type Diagnosis, fault, fine } from '../diagnosis.ts';

/** At most so many rows of a table are read, spread over all of it. */
const maxRows = 20_000;

/** Search texts and sort keys against the texts of their rows. */
export async function checkCopies(
  database: Database,
  registry: Registry,
  limit = maxRows,
): Promise<Diagnosis[]> {
  const wrong: Diagnosis[] = [];
  const large: string[] = [];
  for (const resource of registry.values()) {
    const { stale, whole } = await countStale(database, resource, limit);
    if (!whole) large.push(resource.table);
    if (stale > 0) wrong.push(judge(resource.table, stale, whole ? null : limit));
  }
  if (wrong.length > 0) return wrong;
  const sampled =
    large.length === 0
      ? ''
      : ` Of each of these large tables, at most ${count(limit, 'row')} were read: ${large.join(', ')}.`;
  return [fine('search texts', `Search texts and sort keys are those of their rows.${sampled}`)];
}

/** @param read the number of rows that were read, if not all */
function judge(table: string, stale: number, read: number | null): Diagnosis {
  const rows = `${count(stale, 'row')} of “${table}”${read === null ? '' : `, of ${count(read, 'row')} at most that were read,`}`;
  const told = `${rows} ${stale === 1 ? 'has' : 'have'} a search text or sort key that is missing or out of date. Searches miss these rows, and lists sort them wrongly, until they are saved again.`;
  return fault('search texts', told, 'npm run reindex writes them again, also while the service runs.');
}
