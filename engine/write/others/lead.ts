/** Writes by hooks: rows that a hook creates and deletes beside its own. */

import type { OtherRow } from '../../definition/hooks.ts';
import { Failure, invalid } from '../../failure.ts';
import type { Resource } from '../../model/resource.ts';
import type { Values } from '../../request/body.ts';
import { takeShortTurns } from '../../signal.ts';
import { planWrite, readOwnValues } from '../changeset.ts';
import { keptOwner, type NewRow, ownerIn, type WriteContext, withinChain } from '../context.ts';

/** Creates a row for a hook. */
export async function createOne(
  writing: WriteContext,
  resource: Resource,
  values: Values,
): Promise<OtherRow> {
  const [row] = await createOthers(writing, resource, [values]);
  if (!row) throw new Error('A row that was created is there.');
  return row;
}

/** Creates rows for a hook. Errors of their fields are prefixed with the path of their resource. */
export async function createOthers(
  writing: WriteContext,
  resource: Resource,
  given: readonly Values[],
): Promise<OtherRow[]> {
  if (given.length === 0) return [];
  const { parts, actor, signal, runners } = writing;
  const inner = withinChain(writing, `create ${resource.path}`);
  const owner = keptOwner(resource);
  const request = { resource, id: null, ifMatch: null, deferral: null, actor, signal };
  const read = parts.readerOf(resource).create;
  try {
    const news: NewRow[] = [];
    for (const values of given) {
      if (news.length > 0) await takeShortTurns();
      const { [owner ?? '']: named, ...others } = values;
      const ownerId = typeof named === 'number' ? named : ownerIn(resource, actor);
      const own = readOwnValues(resource, others, read);
      news.push({ plan: await planWrite(parts.services, request, own), ownerId });
    }
    return await runners.create(inner, news);
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error;
    // They belong to no field of the request.
    const errors = Object.entries(error.errors).map(([field, said]) => [`${resource.path}.${field}`, said]);
    throw invalid(Object.fromEntries(errors));
  }
}

/** Deletes rows for a hook. */
export async function deleteOthers(
  writing: WriteContext,
  resource: Resource,
  rows: readonly Pick<OtherRow, 'id'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const inner = withinChain(writing, `delete ${resource.path}`);
  const ids = rows.map(({ id }) => id);
  await writing.runners.delete(inner, resource, ids);
}
