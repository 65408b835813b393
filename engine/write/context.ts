/** What a write works with. */
import type { Knex } from 'knex';
import type { CounterWorker } from '../counters/worker.ts';
import { type CascadeStep, type OtherRow, stepsOf } from '../definition/hooks.ts';
import type { Services } from '../kinds/services.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resource.ts';
import { type Actor, ownerColumn } from '../policy.ts';
import type { BodyReader } from '../request/body.ts';
import type { WritePlan } from '../request/plan.ts';
import type { Signal } from '../signal.ts';

/** What every write has at hand. */
export interface WriteParts extends Model {
  readonly services: Services;
  /** Table of the journal of changes; null keeps none. */
  readonly journalTable: string | null;
  readonly counters: CounterWorker;
  /** Bytes that the files of a site may have, equal ones counted once; null for any number. */
  readonly fileQuota: number | null;
  readerOf(resource: Resource): BodyReader;
}

/** Who writes, when, in which request. */
export interface WriteContext {
  readonly parts: WriteParts;
  readonly db: Knex;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string | null;
  readonly signal: Signal;
  /** Whether nobody is told of what it writes: what a database begins with is no news. */
  readonly silent: boolean;
  /** Rows that this write has locked to change them, as they are by now, under `rowKey`. */
  readonly locked: Map<string, OtherRow>;
  /** Those of them that it has written. */
  readonly written: Set<string>;
  /**
   * Rows that this write holds because rows refer to them, by path and condition: those that it changes itself are forgotten. Of
   * many rows that hooks create each would ask again.
   */
  readonly held: Map<string, Map<string, ReadonlySet<number>>>;
  /** The writes by which hooks led here, the outermost first: `create zones`. */
  readonly chain: readonly string[];
  /** Whose hooks this is given to; null for actions and tasks, to which no hook leads. */
  readonly hook: HookPlace | null;
  /** What hooks write other rows with: those of a creation may delete, those of a deletion create. */
  readonly runners: WriteRunners;
}

/** Hooks of a resource: those of a create or an update, or those of a delete. */
export interface HookPlace {
  readonly resource: Resource;
  readonly phase: 'write' | 'delete';
}

interface WriteRunners {
  /** Creates rows of a resource, for any user. @returns them */
  create(writing: WriteContext, rows: readonly NewRow[]): Promise<OtherRow[]>;
  /** Deletes rows of a resource, for any user. */
  delete(writing: WriteContext, resource: Resource, ids: readonly number[]): Promise<void>;
}

/** A row that is to be created, and the site or the person that it is of; undefined where rows are of neither. */
export interface NewRow {
  readonly plan: WritePlan;
  readonly ownerId: number | undefined;
}

/** The column that says whose a row is, where the engine keeps it and no definition declares it. */
export function keptOwner({ scope, definition }: Resource): 'site_id' | 'user_id' | null {
  const column = ownerColumn(scope);
  return column !== null && Object.hasOwn(definition.fields, column) ? null : column;
}

/** Whose a row of a resource is that somebody creates: of their current site, or their own. */
export function ownerIn({ scope }: Pick<Resource, 'scope'>, { id, site }: Actor): number | undefined {
  return scope === 'own' ? (id ?? undefined) : site?.id;
}

/** Under which a locked row is kept. */
export function rowKey({ path }: Pick<Resource, 'path'>, id: number): string {
  return `${path}/${id}`;
}

/** How many writes can lead from one to the next, each by a hook of the one before. */
const maxChain = 5;

/** @throws Error for a step that the definition does not declare, or one too many: what led here is undone as a whole */
export function withinChain(writing: WriteContext, step: CascadeStep): WriteContext {
  const { hook } = writing;
  if (hook && !stepsOf(hook.resource.definition, hook.phase).has(step)) {
    const { file } = hook.resource;
    throw new Error(`${file}: its hooks ${step}, which \`cascades.${hook.phase}\` does not declare.`);
  }
  const chain = [...writing.chain, step];
  if (chain.length > maxChain)
    throw new Error(`Hooks lead from one write to the next without end: ${chain.join(' → ')}.`);
  return { ...writing, chain };
}
