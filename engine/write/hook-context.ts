/** What hooks are given of the write that runs them. */
import type { Guard, HookContext, WriteHookContext } from '../definition/hooks.ts';
import type { Fields } from '../definition/types.ts';
import type { Message } from '../message.ts';
import { type Changeset, fail } from './changeset.ts';
import type { HookPlace, WriteContext } from './context.ts';
import { rowsOf } from './rows.ts';

/**
 * What every hook is given.
 *
 * @param hook whose it is, where it is one to which writes may lead
 */
export function hookContext(writing: WriteContext, hook: HookPlace | null = writing.hook): HookContext {
  const { db, actor, now, parts } = writing;
  return {
    db,
    actor,
    now: now.toISOString(),
    services: parts.services,
    // Which fields a hook looks at, its own types say.
    rows: (path: string) => rowsOf(Object.assign({}, writing, { hook }), path) as never,
  };
}

/** What a hook of a create or an update is given. */
export function writeHookContext(writing: WriteContext, draft: Changeset): WriteHookContext<Fields> {
  const context = {
    row: draft.row,
    previous: draft.previous,
    sent: (field: string) => draft.sent.has(field),
    fail: (field: string, message: Message) => fail(draft, field, message),
    ...hookContext(writing, { resource: draft.resource, phase: 'write' }),
  };
  // Field types end where the registry begins: a hook only ever meets rows of its own resource.
  return context as WriteHookContext<Fields>;
}

/** Asks a guard of the one row of a write, which is locked. @throws the Failure with which it refuses the row */
export async function refuseGuarded(
  { db, actor, now, parts }: WriteContext,
  guard: Guard | undefined,
  id: number,
): Promise<void> {
  const context = { db, actor, now: now.toISOString(), services: parts.services, locked: true };
  const refusal = (await guard?.([id], context))?.get(id);
  if (refusal) throw refusal;
}
