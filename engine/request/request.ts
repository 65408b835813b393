/** Requests to a resource and their answers, independent of any framework. */

import type { Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';
import type { Values } from './body.ts';
import type { MultipartFields, MultipartTerms } from './multipart.ts';
import type { Query } from './query-string.ts';

/** The user, the time, and the options of a write: the same for every operation of a batch. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly now: Date;
  /** Throws when the client no longer waits for the answer. */
  readonly signal: Signal;
}

/** The options of a write. */
export interface WriteTerms {
  /** Run everything and write nothing. */
  readonly dryRun: boolean;
  /** A key under which the same request runs only once; null without one. */
  readonly idempotencyKey: string | null;
  /** What makes two requests the same: method, address and body. */
  readonly fingerprint: Fingerprint;
}

interface Fingerprint {
  readonly method: string;
  readonly path: string;
  /** The parsed body, once it has been read. */
  body(): Promise<unknown>;
}

export type Format = 'json' | 'csv';

export interface Request extends RequestContext {
  readonly resource: Resource;
  /** The row in the path, if any. */
  readonly id: number | null;
  /** The field or filter whose options are requested. */
  readonly field: string | null;
  readonly query: Query;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** The format in the headers; the parameter `format` takes precedence. */
  readonly format: Format;
  /** Reads the body when it is needed. */
  body(): Promise<unknown>;
  /** Reads a body with files when it is needed. Operations of a batch have no files. */
  readonly upload?: (terms: MultipartTerms) => Promise<MultipartFields>;
  /** The requested bytes of a file. */
  readonly bytes?: BytesAsked;
  /** Set for an operation of a batch that refers to rows of earlier ones. */
  readonly deferral: Deferral | null;
}

/** The requested bytes of a file; null for a missing header. */
export interface BytesAsked {
  readonly range: string | null;
  readonly ifRange: string | null;
  /** A HEAD request: it gets the headers, but no bytes. */
  readonly none: boolean;
}

/**
 * The parts of a request that depend on earlier operations of a batch. The request is read twice: before the transaction with
 * stand-in ids, so that slow work happens there, and within it with the real ids.
 */
export interface Deferral {
  /** Fields whose value is only known in the transaction; `id` is the row of the path. */
  readonly fields: ReadonlySet<string>;
  /** The values that the hook before the transaction has set, once it was called. */
  arrived: Promise<Values> | null;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer without a body. */
  readonly body: unknown;
  /** The body as JSON, if it exists already. */
  readonly json?: string;
  /** The created row. */
  readonly created?: RowKey;
  /** Work that needs no database, and comes after it: its result is the answer. */
  readonly rest?: () => Promise<Response>;
}

/** Identifies a row among those of all resources. */
export interface RowKey {
  /** Path of the resource. */
  readonly path: string;
  readonly id: number;
}

/** Whether `Prefer` (RFC 7240) requests a dry run. */
export function prefersDryRun(preferences: string): boolean {
  return preferences.split(',').some((preference) => preference.trim().toLowerCase() === 'dry-run');
}
