/** Rows as a view shows them, for webhooks that contain them. */
import { transact } from '../../../../engine/database/transaction.ts';
import { follows } from '../../../../engine/memoize.ts';
import type { Resource } from '../../../../engine/model/resource.ts';
import { readRow } from '../../../../engine/read/rows.ts';
import { singleAnswer } from '../../../../engine/read/single.ts';
import { planView } from '../../../../engine/request/plan.ts';
import { storedNow } from '../../../../engine/values.ts';
import type { WritingParts } from '../stop.ts';

/** The keys of a view, without personal data that the service erases later: sent data cannot be erased. */
const sentKeys = follows(({ keys, fields }: Resource) =>
  keys.filter((key) => !fields.get(key)?.facts.personal),
);

/** The present state of a row; null if it is deleted. @param name of its resource */
export function presentRow(
  { db, parts, systemActor }: WritingParts,
  name: string,
  id: number,
  siteId: number | null,
): Promise<unknown> {
  const resource = [...parts.registry.values()].find((one) => one.name === name);
  if (!resource || siteId === null) return Promise.resolve(null);
  return transact(db, async (trx) => {
    const actor = await systemActor(trx, siteId);
    if (!actor) return null;
    const projection = parts.projectionOf(resource, sentKeys(resource));
    const reading = { db: trx, viewer: actor, storedNow: storedNow() };
    const found = await readRow(reading, resource.table, planView(resource, id, actor), projection);
    return found && singleAnswer(resource, found).data;
  });
}
