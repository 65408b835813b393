/**
 * The rules for a `multipart/form-data` body. The HTTP layer reads it: a body may arrive over minutes, and is never held in
 * memory.
 */
import type { Message } from '../message.ts';

/** A file while it arrives. */
export interface FilePart {
  /** Of the part. */
  readonly name: string;
  /** The client's name for it; empty if there is none. */
  readonly filename: string;
  readonly bytes: AsyncIterable<Buffer>;
}

interface FileTerms {
  /** The maximum size of each, in bytes as sent. */
  readonly bytes: number;
  /** Message (422), on its part, for a larger one. Default: a 413. */
  readonly excess?: Message;
  /** The maximum number of parts with this name. Default: one. */
  readonly most?: number;
  readonly isRequired?: boolean;
}

/** The rules for a body. */
export interface MultipartTerms {
  /** The sender: each may send only few bodies at once. */
  readonly sender: number | string;
  /** The maximum size of the whole body in bytes. */
  readonly bytes: number;
  /** How many bytes must come in the time in which a body may be idle. Default: one. */
  readonly leastBytes?: number;
  /** Ends the body: its reason is the answer. */
  readonly signal?: AbortSignal;
  readonly fields: readonly string[];
  readonly files: Readonly<Record<string, FileTerms>>;
  /** Reads a file to its end. An error ends the request. */
  readonly take: (part: FilePart) => Promise<void>;
}

/** The fields of a body by name. */
export type MultipartFields = Readonly<Record<string, string>>;
