/** What a read is given, and what it gives. */
import type { Knex } from 'knex';
import type { Actor } from '../policy.ts';
import type { Signal } from '../signal.ts';

/** What reading needs beside the plan: who looks (nested fields may depend on it) and when. */
export interface ReadContext {
  readonly db: Knex;
  readonly viewer: Actor;
  readonly storedNow: string;
  /** Asked before each step of a read; within a transaction that has its own, it is left out. */
  readonly signal?: Signal;
}

export type AnswerRow = Record<string, unknown>;
