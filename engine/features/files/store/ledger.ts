/**
 * The ledger of each site's files: a row per content, named by its SHA-256. It counts the references of resources' rows, and the
 * bytes of a site. All of it is written in short statements; the bytes are stored elsewhere (`store.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { and, type Condition, eq, type Sql } from '../../../condition.ts';
import { faultOf } from '../../../database/fault.ts';
import { dialectOf, insert, query, remove, run, update } from '../../../database/query.ts';
import type { transact } from '../../../database/transaction.ts';

export const fileTable = 'files';
const totalTable = 'file_totals';

const minuteMs = 60_000;
/** An upload without a name is removed after this time. */
export const longestUploadMs = 60 * minuteMs;
/** It must get its name within this time. The difference ensures that a sweep never removes an upload that gets a name. */
const longestNamelessMs = 50 * minuteMs;
/**
 * Unreferenced bytes are kept for this time: a folder backup that starts after that of the database then contains everything that
 * the database names.
 */
export const keptUnusedMs = 24 * 60 * minuteMs;

/** The bytes that a row of a site refers to. */
export interface FileName {
  readonly siteId: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A row without a name: bytes that are being uploaded or removed. */
export interface Upload {
  readonly id: number;
  readonly siteId: number;
  /** Its name until then. */
  readonly token: string;
}

/** The files of a site would exceed its quota. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';

  constructor(/** Bytes that the site may still add. */ readonly left: number) {
    super(`The files of the site would exceed its quota: ${left} bytes are left.`);
  }
}

const presentMoment = (db: Knex): Sql => ({ text: dialectOf(db).milliseconds, bindings: [] });
const nameless: Condition = { op: 'null', column: 'size' };
const hasName = ({ siteId, sha256 }: FileName) => and(eq('site_id', siteId), eq('name', sha256));

export async function beginUpload(db: Knex, siteId: number): Promise<Upload> {
  const token = randomUUID();
  const begun = { name: token, size: null, touched_at: presentMoment(db), touched_by: token };
  const id = await insert(db, fileTable, [{ site_id: siteId, uses: 0, ...begun }]);
  return { id, siteId, token };
}

/**
 * Gives an upload its name, unless the site already has those bytes. The retention time of existing bytes then starts again.
 *
 * @param begin how a transaction is begun
 * @returns whether the upload got the name
 */
export function nameUpload(
  db: Knex,
  upload: Upload,
  sha256: string,
  size: number,
  begin: typeof transact,
): Promise<boolean> {
  const other = hasName({ siteId: upload.siteId, sha256 });
  return begin(db, async (trx) => {
    // Between two statements, a sweep may remove the row that caused a conflict.
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      if (await takeName(trx, upload, sha256, size)) return true;
      const touched = { touched_at: presentMoment(trx), touched_by: upload.token };
      if ((await update(trx, fileTable, touched, other)) > 0) return false;
    }
    throw new Error(`No name could be given to the upload ${upload.id}.`);
  });
}

/** @returns false if other bytes have the name */
async function takeName(trx: Knex, { id, token }: Upload, sha256: string, size: number): Promise<boolean> {
  const { milliseconds, affectedRowsOf } = dialectOf(trx);
  const text =
    `update \`${fileTable}\` set \`name\` = ?, \`size\` = ?, \`touched_at\` = ${milliseconds} ` +
    `where \`id\` = ? and \`name\` = ? and \`touched_at\` > ${milliseconds} - ${longestNamelessMs}`;
  try {
    const response = await run(trx, { text, bindings: [sha256, size, id, token] });
    if (affectedRowsOf(response) > 0) return true;
  } catch (error) {
    if (faultOf(error)?.kind === 'duplicate') return false;
    throw error;
  }
  throw new Error(`The upload ${id} has taken too long: it was swept.`);
}

/**
 * Removes the name of unreferenced bytes.
 *
 * @param where a further condition on their row
 * @returns whether they had it, and have lost it
 */
async function loseName(db: Knex, id: number, where: Condition): Promise<boolean> {
  const lost = { name: randomUUID(), size: null, touched_at: 0, touched_by: null };
  const had = and(eq('id', id), eq('uses', 0), { op: 'not', of: nameless }, where);
  return (await update(db, fileTable, lost, had)) > 0;
}

/** Removes the name of an upload, unless another upload of the same bytes has arrived since, or a row refers to them. */
export function unnameUpload(db: Knex, { id, token }: Upload): Promise<boolean> {
  return loseName(db, id, eq('touched_by', token));
}

/** Bytes that are no longer needed. */
export interface Unused {
  readonly upload: Upload;
  /** The name that they have just lost; null for an upload that never had one. */
  readonly sha256: string | null;
}

/** Returns the next of them by id, and removes their names: uploads after an hour, unreferenced bytes after a day. */
export async function nextUnused(
  db: Knex,
  after: number,
): Promise<{ last: number; unused: Unused[] } | null> {
  const { milliseconds } = dialectOf(db);
  const rows = await query(db, {
    text:
      `select \`id\`, \`site_id\`, \`name\`, \`size\`, \`touched_at\` from \`${fileTable}\` where \`uses\` = 0 and \`id\` > ? and ` +
      `\`touched_at\` <= ${milliseconds} - case when \`size\` is null then ${longestUploadMs} else ${keptUnusedMs} end ` +
      'order by `id` limit 20',
    bindings: [after],
  });
  const unused: Unused[] = [];
  for (const row of rows) {
    const upload = { id: Number(row.id), siteId: Number(row.site_id), token: String(row.name) };
    if (row.size === null) unused.push({ upload, sha256: null });
    else if (await loseName(db, upload.id, eq('touched_at', Number(row.touched_at))))
      unused.push({ upload, sha256: upload.token });
  }
  const last = rows.at(-1);
  return last ? { last: Number(last.id), unused } : null;
}

/** Deletes the row of removed bytes. @returns false if new ones have arrived, from an upload that stalled for an hour */
export async function deleteUpload(db: Knex, id: number): Promise<boolean> {
  try {
    return (await remove(db, fileTable, and(eq('id', id), nameless))) > 0;
  } catch (error) {
    if (faultOf(error)?.kind === 'referenced') return false;
    throw error;
  }
}

/** The row of a file; null if the site does not have these bytes. */
export async function findFile(
  db: Knex,
  { siteId, sha256 }: FileName,
): Promise<{ id: number; size: number; uses: number } | null> {
  const [row] = await query(db, {
    text: `select \`id\`, \`size\`, \`uses\` from \`${fileTable}\` where \`site_id\` = ? and \`name\` = ?`,
    bindings: [siteId, sha256],
  });
  return row ? { id: Number(row.id), size: Number(row.size), uses: Number(row.uses) } : null;
}

/** The names of a site's files that begin with two digits. */
export async function namesBeginning(db: Knex, siteId: number, digits: string): Promise<Set<string>> {
  const rows = await query(db, {
    text: `select \`name\` from \`${fileTable}\` where \`site_id\` = ? and \`name\` between ? and ?`,
    // No hexadecimal digit follows f.
    bindings: [siteId, digits, `${digits}g`],
  });
  return new Set(rows.map(({ name }) => String(name)));
}

/**
 * Counts a new reference to bytes, in the transaction of the referring row: late in it, since other such rows of the site wait
 * for its end.
 *
 * @param quota bytes that a site may have, identical files counted once; null for no limit
 * @throws QuotaError if it is exceeded
 */
export async function referToFile(trx: Knex, file: FileName, quota: number | null): Promise<void> {
  const { size, uses } = await countUse(trx, file, '+ 1', hasName(file));
  if (uses > 1) return;
  const total = await addToTotal(trx, file.siteId, size);
  if (quota !== null && total > quota) throw new QuotaError(Math.max(0, quota - (total - size)));
}

/** Removes a counted reference, in the transaction that deletes the referring row. */
export async function releaseFile(trx: Knex, file: FileName): Promise<void> {
  const used: Condition = { op: 'gte', column: 'uses', value: 1 };
  const { size, uses } = await countUse(trx, file, '- 1', and(hasName(file), used));
  if (uses === 0) await addToTotal(trx, file.siteId, -size);
}

/** @returns the file after that */
async function countUse(
  trx: Knex,
  file: FileName,
  step: '+ 1' | '- 1',
  where: Condition,
): Promise<{ size: number; uses: number }> {
  const uses: Sql = { text: `\`uses\` ${step}`, bindings: [] };
  const counted = await update(
    trx,
    fileTable,
    { uses, touched_at: presentMoment(trx), touched_by: null },
    where,
  );
  const found = counted > 0 ? await findFile(trx, file) : null;
  if (found) return found;
  throw new Error(`No row of the site ${file.siteId} can refer to the file ${file.sha256}, or none does.`);
}

/**
 * @returns the new total. The row stays locked until the transaction ends: of two uploads, the second one sees the total of the
 *   first.
 */
async function addToTotal(trx: Knex, siteId: number, size: number): Promise<number> {
  const bytes: Sql = { text: '`bytes` + ?', bindings: [size] };
  const add = () => update(trx, totalTable, { bytes }, eq('site_id', siteId));
  if ((await add()) === 0) {
    // The first file of a site: another transaction may have been faster.
    await insert(trx, totalTable, [{ site_id: siteId, bytes: size }]).catch((error: unknown) => {
      if (faultOf(error)?.kind !== 'duplicate') throw error;
      return add();
    });
  }
  const [row] = await query(trx, {
    text: `select \`bytes\` from \`${totalTable}\` where \`site_id\` = ?`,
    bindings: [siteId],
  });
  return Number(row?.bytes);
}

/** The number of referenced bytes of all sites. */
export async function sumOfTotals(db: Knex): Promise<number> {
  const [row] = await query(db, {
    text: `select sum(\`bytes\`) as \`bytes\` from \`${totalTable}\``,
    bindings: [],
  });
  return Number(row?.bytes ?? 0);
}
