/** The input and the result of a read. */
import type { Knex } from 'knex';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';

/** The context of a read, beside its plan: the viewer (nested fields may depend on it) and the time. */
export interface ReadContext {
  readonly db: Knex;
  readonly viewer: Actor;
  readonly storedNow: string;
  /** Checked before each step of a read. Left out within a transaction, which has a signal of its own. */
  readonly signal?: Signal;
}

export type AnswerRow = Record<string, unknown>;
