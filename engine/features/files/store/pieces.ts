/** Bytes in the database, in pieces: one backup covers them, and every node can read them. */
import type { Knex } from 'knex';
import { and, type Condition, eq } from '../../../condition.ts';
import { query, readBytes, remove, run } from '../../../database/query.ts';
import type { Signal } from '../../../signal.ts';
import { type FileName, fileTable, findFile, type Unused, type Upload } from './ledger.ts';

export const pieceTable = 'file_pieces';

/** As text it is twice as long, and still below 1 MiB, the lowest limit of a server (`max_allowed_packet`). */
const pieceBytes = 256 * 1024;
/** The number deleted by one statement: the server logs their bytes. */
const piecesAtOnce = 4;

export function createPieces(db: Knex): Bytes {
  return {
    write: async ({ id }, chunks) => {
      let position = 0;
      for await (const piece of inPieces(chunks)) {
        await run(db, {
          text: `insert into \`${pieceTable}\` (\`file_id\`, \`position\`, \`size\`, \`bytes\`) values (?, ?, ?, ?)`,
          bindings: [id, position, piece.length, piece],
        });
        position += 1;
      }
    },
    settle: async () => {},
    read: (file, range) => readPieces(db, file, range),
    remove: async ({ upload: { id } }) => {
      const whole = eq('file_id', id);
      const [row] = await query(db, {
        text: `select max(\`position\`) as \`last\` from \`${pieceTable}\` where \`file_id\` = ?`,
        bindings: [id],
      });
      for (let first = 0; first <= Number(row?.last ?? -1); first += piecesAtOnce) {
        const next: Condition = { op: 'lt', column: 'position', value: first + piecesAtOnce };
        await remove(db, pieceTable, and(whole, next));
      }
    },
    sweep: async () => {},
    pending: async () => {
      const [row] = await query(db, {
        text:
          `select sum(\`${pieceTable}\`.\`size\`) as \`bytes\` from \`${fileTable}\` join \`${pieceTable}\` on \`file_id\` = \`${fileTable}\`.\`id\` ` +
          `where \`uses\` = 0 and \`${fileTable}\`.\`size\` is null`,
        bindings: [],
      });
      return Number(row?.bytes ?? 0);
    },
  };
}

async function* readPieces(db: Knex, file: FileName, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const found = await findFile(db, file);
  for (let position = Math.floor(start / pieceBytes); position * pieceBytes <= end; position += 1) {
    const [row] = await query(db, {
      text: `select \`bytes\` from \`${pieceTable}\` where \`file_id\` = ? and \`position\` = ?`,
      bindings: [found?.id ?? 0, position],
    });
    const bytes = readBytes(row?.bytes);
    if (bytes === null)
      throw new Error(`Bytes of the file ${file.sha256} of site ${file.siteId} are not there.`);
    const begin = position * pieceBytes;
    yield bytes.subarray(Math.max(0, start - begin), end + 1 - begin);
  }
}

/**
 * Splits chunks of any length into pieces of one length. A piece is only valid until the next one is read: its memory is reused.
 */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      taken += part.length;
      if (filled < pieceBytes) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The differences between the storages. */
export interface Bytes {
  write(upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Moves uploaded bytes to their final place. */
  settle(upload: Upload, sha256: string): Promise<void>;
  read(file: FileName, range: ByteRange): AsyncIterable<Buffer>;
  /** Removes bytes that no longer have a name. */
  remove(unused: Unused): Promise<void>;
  /** Removes data that belongs to no row. */
  sweep(signal: Signal): Promise<void>;
  /** The number of bytes in unfinished uploads. */
  pending(): Promise<number>;
}
