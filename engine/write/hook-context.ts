/** The context that a write passes to its hooks. */
import type { Guard, HookContext, WriteHookContext } from '../definition/hooks.ts';
import type { Fields } from '../definition/types.ts';
import type { Message } from '../message.ts';
import { type Changeset, fail } from './changeset.ts';
import type { HookPlace, WriteContext } from './context.ts';
import { rowsOf } from './rows.ts';

/**
 * The context of every hook.
 *
 * @param hook the running hook, if it can lead to other writes
 */
export function hookContext(writing: WriteContext, hook: HookPlace | null = writing.hook): HookContext {
  const { db, actor, now, parts } = writing;
  return {
    db,
    actor,
    now: now.toISOString(),
    services: parts.services,
    has: (path: string) => parts.registry.has(path),
    // The hook's own types say which fields it reads.
    rows: (path: string) => rowsOf(Object.assign({}, writing, { hook }), path) as never,
  };
}

/** The context of a hook of a create or an update. */
export function writeHookContext(writing: WriteContext, draft: Changeset): WriteHookContext<Fields> {
  const context = {
    row: draft.row,
    previous: draft.previous,
    forReport: writing.forReport,
    sent: (field: string) => draft.sent.has(field),
    fail: (field: string, message: Message) => fail(draft, field, message),
    ...hookContext(writing, { resource: draft.resource, phase: 'write' }),
  };
  // Field types end at the registry. A hook only ever receives rows of its own resource.
  return context as WriteHookContext<Fields>;
}

/** Runs a guard for the one, locked row of a write. @throws the Failure with which it refuses the row */
export async function refuseGuarded(
  { db, actor, now, parts }: WriteContext,
  guard: Guard | undefined,
  id: number,
): Promise<void> {
  const context = { db, actor, now: now.toISOString(), services: parts.services, locked: true };
  const refusal = (await guard?.([id], context))?.get(id);
  if (refusal) throw refusal;
}
