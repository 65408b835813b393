/** The context of the hook `beforeKeep`: a file that has arrived, and that no row refers to yet. */
import type { Services } from '../kinds/services.ts';
import type { Signal } from '../signal.ts';

export interface KeepHookContext {
  readonly file: {
    readonly siteId: number;
    readonly name: string;
    /** The media type, determined by the bytes. */
    readonly type: string;
    /** In bytes. */
    readonly size: number;
    /** Hexadecimal. */
    readonly sha256: string;
    /** The bytes that would be kept, in pieces of at most 256 KiB. */
    read(): AsyncIterable<Uint8Array>;
  };
  readonly services: Services;
  readonly signal: Signal;
}
