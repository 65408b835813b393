/**
 * The store for bytes of files: one interface of four calls, for any storage. References of rows are counted in the transactions
 * of these rows (`ledger.ts`).
 */
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { transact } from '../../../database/transaction.ts';
import type { Signal } from '../../../signal.ts';
import { createFolder } from './folder.ts';
import {
  beginUpload,
  deleteUpload,
  type FileName,
  nameUpload,
  nextUnused,
  sumOfTotals,
  type Unused,
  type Upload,
  unnameUpload,
} from './ledger.ts';
import { type ByteRange, createPieces } from './pieces.ts';

/** Written bytes that no row refers to yet. */
export interface StoredFile extends FileName {
  readonly size: number;
  /** Null if the site already had the same bytes. */
  readonly upload: Upload | null;
}

export interface FileStore {
  /**
   * Writes bytes as they arrive. While it waits for them, it holds no transaction, no lock and no connection, and at most one
   * piece in memory.
   *
   * @throws errors of `chunks`; nothing is stored then
   */
  write(siteId: number, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * Reads bytes of a file, piece by piece, on demand.
   *
   * @throws Error if some of them are lost; it may have given others by then
   */
  read(file: FileName, range: ByteRange): AsyncIterable<Buffer>;
  /** Removes bytes whose row was not created; bytes that another upload has written or a row refers to remain. */
  forget(written: StoredFile): Promise<void>;
  /** Removes uploads that started over an hour ago, and bytes that have been unreferenced for a day. */
  sweep(signal: Signal): Promise<void>;
}

/**
 * Creates a store with a folder, or with the database if the folder is null.
 *
 * @param begin how a transaction is begun: `sameTransaction` if `db` is a transaction, which then includes everything
 */
export function createFileStore(
  db: Knex,
  folder: string | null,
  begin: typeof transact = transact,
): FileStore & { figures(): Promise<FileFigures> } {
  const bytes = folder === null ? createPieces(db) : createFolder(db, folder);
  const drop = async (unused: Unused): Promise<void> => {
    await bytes.remove(unused);
    await deleteUpload(db, unused.upload.id);
  };
  const forget: FileStore['forget'] = async ({ upload, sha256 }) => {
    if (upload && (await unnameUpload(db, upload))) await drop({ upload, sha256 });
  };
  const take = async (upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> => {
    const measured = { hash: createHash('sha256'), size: 0 };
    await bytes.write(upload, measure(chunks, measured));
    const sha256 = measured.hash.digest('hex');
    const isNew = await nameUpload(db, upload, sha256, measured.size, begin);
    return { siteId: upload.siteId, sha256, size: measured.size, upload: isNew ? upload : null };
  };
  return {
    write: async (siteId, chunks) => {
      const upload = await beginUpload(db, siteId);
      let written: StoredFile | null = null;
      try {
        written = await take(upload, chunks);
        await bytes.settle(upload, written.sha256);
        if (!written.upload) await drop({ upload, sha256: null });
        return written;
      } catch (error) {
        // Bytes that cannot be removed now are removed by the sweep.
        const undone = written ? forget(written) : drop({ upload, sha256: null });
        await undone.catch(() => {});
        throw error;
      }
    },
    read: (file, range) => allOf(bytes.read(file, range), file, range),
    forget,
    sweep: async (signal) => {
      let next = await nextUnused(db, 0);
      while (next !== null) {
        for (const unused of next.unused) {
          signal.throwIfAborted();
          await drop(unused);
        }
        next = await nextUnused(db, next.last);
      }
      await bytes.sweep(signal);
    },
    figures: async () => ({ bytes: await sumOfTotals(db), pendingBytes: await bytes.pending() }),
  };
}

/** For callers within a transaction: it uses that transaction. */
export const sameTransaction: typeof transact = (trx, work) => work(trx);

/** The number of bytes: stored for all sites, and in unfinished uploads. */
export interface FileFigures {
  readonly bytes: number;
  readonly pendingBytes: number;
}

async function* measure(
  chunks: AsyncIterable<Uint8Array>,
  measured: { readonly hash: ReturnType<typeof createHash>; size: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    measured.hash.update(chunk);
    measured.size += chunk.length;
    yield chunk;
  }
}

async function* allOf(
  chunks: AsyncIterable<Buffer>,
  { siteId, sha256 }: FileName,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let missing = end - start + 1;
  for await (const chunk of chunks) {
    missing -= chunk.length;
    yield chunk;
  }
  if (missing !== 0) throw new Error(`The file ${sha256} of site ${siteId} lacks ${missing} bytes.`);
}
