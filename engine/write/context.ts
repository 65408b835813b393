/** The context of a write. */
import type { Knex } from 'knex';
import type { Condition } from '../condition.ts';
import type { CounterWorker } from '../counters/worker.ts';
import { type CascadeStep, type OtherRow, type OtherRows, stepsOf } from '../definition/hooks.ts';
import type { Services } from '../kinds/services.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resource.ts';
import { type Actor, ownerColumn } from '../policy.ts';
import type { BodyReader, Values } from '../request/body.ts';
import type { WritePlan } from '../request/plan.ts';
import type { Signal } from '../signal.ts';

/** What features add to the engine: each declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface EngineParts {}

/** The parts that every write needs. */
export interface WriteParts extends Model, EngineParts {
  readonly services: Services;
  /** Table of the journal of changes; null for no journal. */
  readonly journalTable: string | null;
  readonly counters: CounterWorker;
  readonly watchers: readonly Watcher[];
  readerOf(resource: Resource): BodyReader;
}

/** A row before and after the write, in the form of an answer; null before a create. */
export interface ChangedRow {
  readonly resource: Resource;
  readonly before: Values | null;
  readonly after: Values;
}

/** What a feature does in writes, inside their transaction. */
export interface Watcher {
  /** Whether it needs each row of a resource as it was before a change. */
  watches?(resource: Resource): boolean;
  /** Called with rows that are created or changed. */
  changed?(writing: WriteContext, changes: readonly ChangedRow[]): Promise<void>;
  /** The rows that a condition finds, which are about to be deleted unread; null if it does not need them. */
  unread?(db: Knex, resource: Resource, where: Condition): Promise<readonly Values[] | null>;
  /** Called with rows that are deleted. */
  deleted?(db: Knex, resource: Resource, rows: readonly Values[]): Promise<void>;
  /** Fields whose change makes a new version of the row, though no form changes them. */
  versioned?(resource: Resource): readonly string[];
  /** What it adds to the rows of a resource, for hooks. */
  rows?(writing: WriteContext, resource: Resource): Partial<OtherRows<OtherRow>>;
}

/** Calls the watchers of changed rows. */
export async function tellChanged(writing: WriteContext, changes: readonly ChangedRow[]): Promise<void> {
  for (const watcher of writing.parts.watchers) await watcher.changed?.(writing, changes);
}

/** Field → its value before and after. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An entry without its id. */
export interface JournalEntry {
  /** Name of the resource, e.g. `material`. */
  readonly resource: string;
  readonly recordId: number | null;
  /** create, update, delete, transition, login, … */
  readonly action: string;
  readonly siteId: number | null;
  readonly userId: number | null;
  readonly changes: Changes;
  readonly requestId: string | null;
  readonly now: Date;
}

/** The entries of a write, which are stored at its end. */
interface Noted {
  readonly entries: JournalEntry[];
  /** Rows, by `rowKey`, whose further changes belong to an entry already noted. */
  readonly open: Map<string, JournalEntry>;
}

/** The user, the time and the request of a write. */
export interface WriteContext {
  readonly parts: WriteParts;
  readonly db: Knex;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string | null;
  readonly signal: Signal;
  /** Its facts send no notices: for the initial data of a database. */
  readonly silent: boolean;
  /** It is rolled back once a report on its row has read it. */
  readonly forReport: boolean;
  /** Rows that this write has locked for a change, in their present state, by `rowKey`. */
  readonly locked: Map<string, OtherRow>;
  /** Those of them that it has written. */
  readonly written: Set<string>;
  /**
   * Rows that this write has locked because other rows refer to them, by path and condition. Rows that it changes itself are
   * removed. Without this, each of many rows that hooks create would lock again.
   */
  readonly held: Map<string, Map<string, ReadonlySet<number>>>;
  /** Its entries in the journal. */
  readonly noted: Noted;
  /** The writes whose hooks led to this one, the outermost first: `create zones`. */
  readonly chain: readonly string[];
  /** The hooks that use this context; null for actions and tasks, to which no hook leads. */
  readonly hook: HookPlace | null;
  /** The runners by which hooks write other rows: hooks of a create may delete, and hooks of a delete may create. */
  readonly runners: WriteRunners;
}

/** The hooks of a resource: those of a create or an update, or those of a delete. */
export interface HookPlace {
  readonly resource: Resource;
  readonly phase: 'write' | 'delete';
}

interface WriteRunners {
  /** Creates rows of a resource, independent of the user's permission. @returns the rows */
  create(writing: WriteContext, rows: readonly NewRow[]): Promise<OtherRow[]>;
  /** Deletes rows of a resource, independent of the user's permission. */
  delete(writing: WriteContext, resource: Resource, ids: readonly number[]): Promise<void>;
}

/** A row to be created, and the site or the person that it belongs to; undefined if it belongs to neither. */
export interface NewRow {
  readonly plan: WritePlan;
  readonly ownerId: number | undefined;
}

/** The column with the owner of a row, if the engine maintains it and no definition declares it. */
export function keptOwner({ scope, definition }: Resource): 'site_id' | 'user_id' | null {
  const column = ownerColumn(scope);
  return column !== null && Object.hasOwn(definition.fields, column) ? null : column;
}

/** The owner of a row that a user creates: the current site, or the user. */
export function ownerIn({ scope }: Pick<Resource, 'scope'>, { id, site }: Actor): number | undefined {
  return scope === 'own' ? (id ?? undefined) : site?.id;
}

/** The key of a locked row. */
export function rowKey({ path }: Pick<Resource, 'path'>, id: number): string {
  return `${path}/${id}`;
}

/** The maximum length of a chain of writes, each started by a hook of the previous one. */
const maxChain = 5;

/** @throws Error for a step that the definition does not declare, or a chain that is too long; the whole write is rolled back */
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
