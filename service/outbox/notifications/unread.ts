/** The number at the bell, counted again only after a relevant change. */
import { createCache } from '../../../engine/memoize.ts';
import type { RequestContext } from '../../../engine/request/request.ts';
import type { Engine } from '../../../engine/serve/engine.ts';
import { countUnread, notificationsPath } from './visible.ts';

/** The number of people whose numbers a process caches. */
const mostPeople = 10_000;

/** @returns the number of a person's unread notifications, given the stamps of what they may list */
export function createUnread({
  db,
  registry,
}: Pick<Engine, 'db' | 'registry'>): (
  asking: RequestContext,
  stamps: Readonly<Record<string, string>>,
) => Promise<number> {
  if (!registry.has(notificationsPath)) return async () => 0;
  const counted = createCache<{ stamp: string; n: number }>(mostPeople);
  return async ({ actor: { id } }, { [notificationsPath]: stamp = '' }) => {
    const known = counted.get(String(id), () => ({ stamp: '', n: 0 }));
    if (stamp === '' || known.stamp !== stamp) {
      const n = await countUnread(db, registry, id ?? 0);
      Object.assign(known, { stamp, n });
    }
    return known.n;
  };
}
