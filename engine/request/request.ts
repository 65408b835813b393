/** What is asked of a resource and what is answered, free of any framework. */

import type { Resource } from '../model/resource.ts';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';
import type { Values } from './body.ts';
import type { MultipartFields, MultipartTerms } from './multipart.ts';
import type { Query } from './query-string.ts';

/** Who asks, when, and how a write is to be carried out: the same for every operation of a batch. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly now: Date;
  /** Whether anybody still waits for the answer. */
  readonly signal: Signal;
}

/** How a write is carried out as a whole. */
export interface WriteTerms {
  /** Run everything and write nothing. */
  readonly dryRun: boolean;
  /** A key under which the same request is carried out once; null without one. */
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
  /** An operation, `options`, `filterOptions`, `counts`, or the name of one of the definition's own actions. */
  readonly action: string;
  /** The row, where the path names one. */
  readonly id: number | null;
  /** The field or the filter whose options are asked for. */
  readonly field: string | null;
  readonly query: Query;
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  /** How a list is wanted by its headers; its parameter `format` goes before them. */
  readonly format: Format;
  /** Reads the body when its turn has come. */
  body(): Promise<unknown>;
  /** Reads a body with files when its turn has come. In a batch none can come. */
  readonly upload?: (terms: MultipartTerms) => Promise<MultipartFields>;
  /** What is asked of the bytes of a file. */
  readonly bytes?: BytesAsked;
  /** Set for an operation of a batch that names rows which earlier ones make. */
  readonly deferral: Deferral | null;
}

/** Which bytes of a file are wanted; null for a header that the request does not have. */
export interface BytesAsked {
  readonly range: string | null;
  readonly ifRange: string | null;
  /** Whether none are: a HEAD, which is told of them. */
  readonly none: boolean;
}

/**
 * What waits for earlier operations of a batch. The request is read twice: before the transaction with ids that stand for
 * theirs, so that slow work is done there, and within it with the ids themselves.
 */
export interface Deferral {
  /** Fields whose value is known in the transaction alone; `id` is the row of the path. */
  readonly fields: ReadonlySet<string>;
  /** What the hook before the transaction has set, once it was called. */
  arrived: Promise<Values> | null;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer without a body. */
  readonly body: unknown;
  /** The body as JSON, where that has been made already. */
  readonly json?: string;
  /** The row that was made. */
  readonly created?: RowKey;
}

/** Which row it is, among those of all resources. */
export interface RowKey {
  /** Path of the resource. */
  readonly path: string;
  readonly id: number;
}

/** Whether a write is to be tried out, by what stands in `Prefer` (RFC 7240). */
export function prefersDryRun(preferences: string): boolean {
  return preferences.split(',').some((preference) => preference.trim().toLowerCase() === 'dry-run');
}
