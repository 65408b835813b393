/** Which bytes rows refer to: counted as the rows come and go, in their own transaction. */
import type { Knex } from 'knex';
import type { Condition } from '../../condition.ts';
import { dialectOf, query } from '../../database/query.ts';
import { conditionSql, quote } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { type FileName, QuotaError, referToFile, releaseFile } from '../../files/store/ledger.ts';
import { say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Values } from '../../request/body.ts';
import type { WriteContext } from '../context.ts';

/** Whether rows of a resource are files. */
const isFiles = ({ definition }: Resource): boolean => definition.hung?.files === true;

/** The bytes that a row refers to, those of its thumbnail with them. */
function referredFiles({ site_id: siteId, sha256, thumbnail_sha256: thumbnail }: Values): FileName[] {
  return [sha256, thumbnail].flatMap((one) =>
    typeof one === 'string' ? [{ siteId: Number(siteId), sha256: one }] : [],
  );
}

/** In one order for all: who counts the same two waits for the other. */
function ordered(rows: readonly Values[]): FileName[] {
  const key = ({ siteId, sha256 }: FileName) => `${String(siteId).padStart(10, '0')}/${sha256}`;
  return rows.flatMap(referredFiles).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

const overQuota = say('The files of this site have no room for it: {left} MiB are left.');

/**
 * Counts rows that have been made. Late in their transaction, since other uploads of the site wait for its end.
 *
 * @throws Failure `validation_failed` on `file` where they are more than the site may have
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

/** Counts rows that have been deleted no more. */
export async function releaseFiles(db: Knex, resource: Resource, rows: readonly Values[]): Promise<void> {
  if (isFiles(resource)) for (const name of ordered(rows)) await releaseFile(db, name);
}

/** What rows refer to that are about to be deleted without being looked at: they are locked. Null where they are no files. */
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
