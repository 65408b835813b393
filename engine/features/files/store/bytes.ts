/** A storage for bytes, as the store uses it. */
import type { Signal } from '../../../signal.ts';
import type { FileName, Unused, Upload } from './ledger.ts';

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
