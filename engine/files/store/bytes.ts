/** A place of bytes, as the store sees it. */
import type { Signal } from '../../signal.ts';
import type { FileName, Unused, Upload } from './ledger.ts';

/** From the first byte to the last one, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What differs between the places of bytes. */
export interface Bytes {
  write(upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Brings them to where they are read. */
  settle(upload: Upload, sha256: string): Promise<void>;
  read(file: FileName, range: ByteRange): AsyncIterable<Buffer>;
  /** Removes bytes that have no name any more. */
  remove(unused: Unused): Promise<void>;
  /** Removes what belongs to no row at all. */
  sweep(signal: Signal): Promise<void>;
  /** How many bytes are on their way. */
  pending(): Promise<number>;
}
