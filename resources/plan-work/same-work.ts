/** The same work on the same material once more. */
import type { HookContext } from '../../engine/index.ts';
import { procedureLike } from '../procedures/copy.ts';
import { type Staffed, staffLike } from './order.ts';

/** Who still does such work, and the procedure as it is today, if it is still offered. */
export async function likeBefore(
  work: Pick<HookContext, 'rows'>,
  row: Staffed & { readonly procedure_id: number | null },
) {
  return { ...(await staffLike(work, row)), ...(await procedureLike(work, row)) };
}
