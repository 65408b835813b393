/** What is asked of a body of `multipart/form-data`. Who listens reads it: a body may come for minutes, and is held nowhere. */
import type { Message } from '../message.ts';

/** A file as it comes. */
export interface FilePart {
  /** Of the part. */
  readonly name: string;
  /** As the client calls it; empty where it says nothing. */
  readonly filename: string;
  readonly bytes: AsyncIterable<Buffer>;
}

interface FileTerms {
  /** Most bytes of each, as sent. */
  readonly bytes: number;
  /** Said (422) of one that has more, on its part; where nothing is said, it is a 413. */
  readonly excess?: Message;
  /** Most parts of this name; one where it says nothing. */
  readonly most?: number;
  readonly isRequired?: boolean;
}

/** What a body may have. */
export interface MultipartTerms {
  /** Who sends it: of one sender, few bodies come at once. */
  readonly sender: number | string;
  /** Most bytes of the whole body. */
  readonly bytes: number;
  readonly fields: readonly string[];
  readonly files: Readonly<Record<string, FileTerms>>;
  /** Takes a file, to its end. What it throws ends the request. */
  readonly take: (part: FilePart) => Promise<void>;
}

/** The fields of a body, by their names. */
export type MultipartFields = Readonly<Record<string, string>>;

/** Files that have been written before the row that they are of. */
export interface SentFiles {
  /** What the request is compared by with another one that has the same `Idempotency-Key`, in place of its body. */
  readonly digest: unknown;
  /** Takes them away again: no row was made for them. */
  forget(): Promise<void>;
}
