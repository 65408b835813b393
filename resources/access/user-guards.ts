/** Which users may not be changed or deleted, whatever is sent. */
import { Failure, type GuardContext, type Refusals, say } from '../../engine/index.ts';
import { findHigher } from './escalation.ts';
import { findLastAdministrators } from './last-administrator.ts';

/** Nobody changes somebody who holds, at the current site, a permission that they lack there. */
export function guardUpdate(ids: readonly number[], context: GuardContext): Promise<Refusals> {
  const here = context.actor.site?.id ?? 0;
  return findHigher(context, ids, (siteId) => siteId === here, here);
}

/** Nobody deletes themselves, somebody who holds a permission that they lack, or the last administrator. */
export async function guardDelete(ids: readonly number[], context: GuardContext): Promise<Refusals> {
  const { db, actor, locked } = context;
  const others = ids.filter((id) => id !== actor.id);
  const self = ids.filter((id) => id === actor.id);
  const own = self.map((id) => [id, new Failure('conflict', { message: say(notYourself) })] as const);
  if (others.length === 0) return new Map(own);
  // Before what the actor holds is locked for reading, the sites with it: of two who both hold it so, neither could go on.
  const last = await findLastAdministrators(db, others, locked);
  const higher = await findHigher(context, others, () => true);
  return new Map([...last, ...higher, ...own]);
}

const notYourself = say('You cannot delete yourself. Ask somebody else to do it.');
