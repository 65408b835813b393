/** Repeats the same work on the same material. */
import { procedureLike } from '../procedures/copy.ts';
import { type Staffed, staffLike } from './order.ts';
import type { Work } from './rows.ts';

/** The people who still do such work, and the present procedure, if it is still offered. */
export async function likeBefore(work: Work, row: Staffed & { readonly procedure_id: number | null }) {
  return { ...(await staffLike(work, row)), ...(await procedureLike(work, row)) };
}
