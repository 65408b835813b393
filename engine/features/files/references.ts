/** Reference counts of stored files. They change in the transaction that creates or deletes the rows. */
import type { Knex } from 'knex';
import type { Condition } from '../../condition.ts';
import { dialectOf, query } from '../../database/query.ts';
import { conditionSql, quote } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { type FileName, QuotaError, referToFile, releaseFile } from './store/ledger.ts';
import { say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Values } from '../../request/body.ts';
import type { WriteContext } from '../../write/context.ts';

/** Whether rows of a resource are files. */
const isFiles = ({ definition }: Resource): boolean => definition.hung?.files === true;

/** The files that a row refers to, including its thumbnail. */
function referredFiles({ site_id: siteId, sha256, thumbnail_sha256: thumbnail }: Values): FileName[] {
  return [sha256, thumbnail].flatMap((one) =>
    typeof one === 'string' ? [{ siteId: Number(siteId), sha256: one }] : [],
  );
}

/** Always in the same order: transactions that count the same two files wait for each other, without a deadlock. */
function ordered(rows: readonly Values[]): FileName[] {
  const key = ({ siteId, sha256 }: FileName) => `${String(siteId).padStart(10, '0')}/${sha256}`;
  return rows.flatMap(referredFiles).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const overQuota = say('The files of this site have no room for it: {left} MiB are left.');

/**
 * Counts files of new rows. It runs late in the transaction, because other uploads of the site wait for its end.
 *
 * @throws Failure `validation_failed` on `file` if the quota of the site is exceeded
 */
export async function referToFiles(
  { db, parts }: WriteContext,
  made: readonly { readonly resource: Resource; readonly row: Values }[],
): Promise<void> {
  const rows = made.filter(({ resource }) => isFiles(resource)).map(({ row }) => row);
  try {
    for (const name of ordered(rows)) await referToFile(db, name, parts.fileQuota);
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    const left = Math.floor((error.left / 2 ** 20) * 10) / 10;
    throw invalid({ file: [say(overQuota, { left })] });
  }
}

/** Removes the counts of deleted rows. */
export async function releaseFiles(db: Knex, resource: Resource, rows: readonly Values[]): Promise<void> {
  if (isFiles(resource)) for (const name of ordered(rows)) await releaseFile(db, name);
}

/** The files of rows that are about to be deleted without being read; the rows are locked. Null if they are no files. */
export async function readFiles(
  db: Knex,
  resource: Resource,
  where: Condition,
): Promise<readonly Values[] | null> {
  if (!isFiles(resource)) return null;
  const { text, bindings } = conditionSql(where, 'r');
  const columns = ['site_id', 'sha256', 'thumbnail_sha256'].map(quote).join(', ');
  return query(db, {
    text: `select ${columns} from ${quote(resource.table)} ${quote('r')} where ${text} order by ${quote('id')}${dialectOf(db).lock('update')}`,
    bindings,
  });
}
