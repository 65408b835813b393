/** Files that are attached to rows. */
import type { Knex } from 'knex';
import type { Subject } from '../../check/subject.ts';
import type { Condition } from '../../condition.ts';
import { dialectOf, query } from '../../database/query.ts';
import { conditionSql, quote } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { say } from '../../message.ts';
import type { Resource } from '../../model/resource.ts';
import type { Values } from '../../request/body.ts';
import type { EngineOptions } from '../../serve/engine.ts';
import type { ChangedRow, WriteContext } from '../../write/context.ts';
import { attachRoute } from '../attached/feature.ts';
import type { Feature } from '../feature.ts';
import { planAttach } from './attach.ts';
import { contentRoutes, describedUpload } from './content.ts';
import { fileFields } from './file-fields.ts';
import { type FileName, QuotaError, referToFile, releaseFile } from './store/ledger.ts';
import { createFileStore, type FileStore } from './store/store.ts';

/** Where files are stored, and their limits. */
export interface FileParts {
  readonly store: FileStore;
  /** The maximum size of a file in bytes. */
  readonly limit: number;
  /** The bytes that all files of a site may take, identical files counted once; null for no limit. */
  readonly quota: number | null;
}

declare module '../../write/context.ts' {
  interface EngineParts {
    readonly files: FileParts;
  }
}

declare module '../../serve/engine.ts' {
  interface EngineOptions {
    /** Default: files are stored in the database, at most 25 MiB each, without a quota. */
    readonly files?: FileParts;
  }
}

export default {
  name: 'files',
  uses: ['attached'],
  check: checkFiles,
  assemble: ({ db, files }: EngineOptions) => ({
    files: files ?? { store: createFileStore(db, null), limit: 25 * 2 ** 20, quota: null },
  }),
  routes: (resource) => [
    ...resource
      .hanging()
      .filter(({ definition }) => definition.hung?.files)
      .map((added) => attachRoute(resource, added, planAttach, describedUpload)),
    ...contentRoutes(resource),
  ],
  write: { changed: referToFiles, unread: readFiles, deleted: releaseFiles },
} satisfies Feature;

function checkFiles({ definition: { hung, hooks, fields }, report }: Subject): void {
  if (hooks?.beforeKeep && !hung?.files)
    report('hooks.beforeKeep', 'its rows are no files.', 'Take it out, or say `files: true` in `hung`.');
  const [missing] = Object.keys(fileFields).filter((name) => !Object.hasOwn(fields, name));
  if (hung?.files && missing !== undefined)
    report('hung.files', `there is no field “${missing}”.`, 'Write `...fileFields` among its fields.');
}

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
  { db, parts }: Pick<WriteContext, 'db' | 'parts'>,
  changes: readonly ChangedRow[],
): Promise<void> {
  const made = changes.filter(({ resource, before }) => before === null && isFiles(resource));
  try {
    for (const name of ordered(made.map(({ after }) => after)))
      await referToFile(db, name, parts.files.quota);
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    const left = Math.floor((error.left / 2 ** 20) * 10) / 10;
    throw invalid({ file: [say(overQuota, { left })] });
  }
}

/** Removes the counts of deleted rows. */
async function releaseFiles(db: Knex, resource: Resource, rows: readonly Values[]): Promise<void> {
  if (isFiles(resource)) for (const name of ordered(rows)) await releaseFile(db, name);
}

/** The files of rows that are about to be deleted without being read; the rows are locked. Null if they are no files. */
async function readFiles(db: Knex, resource: Resource, where: Condition): Promise<readonly Values[] | null> {
  if (!isFiles(resource)) return null;
  const { text, bindings } = conditionSql(where, 'r');
  const columns = ['site_id', 'sha256', 'thumbnail_sha256'].map(quote).join(', ');
  return query(db, {
    text: `select ${columns} from ${quote(resource.table)} ${quote('r')} where ${text} order by ${quote('id')}${dialectOf(db).lock('update')}`,
    bindings,
  });
}
