/** Users that may not be changed or deleted, independent of the body. */
import { Failure, type GuardContext, type Refusals, say } from '../../engine/index.ts';
import { findHigher } from './escalation.ts';
import { findLastAdministrators } from './last-administrator.ts';

/** No user may change one who holds a permission that they lack at the current site. */
export function guardUpdate(ids: readonly number[], context: GuardContext): Promise<Refusals> {
  const here = context.actor.site?.id ?? 0;
  return findHigher(context, ids, (siteId) => siteId === here, here);
}

/** No user may delete themselves, a user with a permission that they lack, or the last administrator. */
export async function guardDelete(ids: readonly number[], context: GuardContext): Promise<Refusals> {
  const { db, actor, locked } = context;
  const others = ids.filter((id) => id !== actor.id);
  const self = ids.filter((id) => id === actor.id);
  const own = self.map((id) => [id, new Failure('conflict', { message: say(notYourself) })] as const);
  if (others.length === 0) return new Map(own);
  // Before the actor's holdings get a shared lock, which includes the sites: if two transactions both held it, neither could
  // continue.
  const last = await findLastAdministrators(db, others, locked);
  const higher = await findHigher(context, others, () => true);
  return new Map([...last, ...higher, ...own]);
}

const notYourself = say('You cannot delete yourself. Ask somebody else to do it.');
