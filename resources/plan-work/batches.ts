/** Processes rows that a change of their site affects, in batches: a site has any number of them. */
import type { Where } from '../../engine/index.ts';

interface Rows<R> {
  find(where: Where, terms: { readonly lock: 'update'; readonly limit: number }): Promise<R[]>;
}

/** Locks the rows that meet a condition, by ascending id, `size` at a time. */
export async function* lockBatches<R extends { readonly id: number }>(
  rows: Rows<R>,
  where: Where,
  size: number,
): AsyncGenerator<R[], void, undefined> {
  for (let after = 0; ; ) {
    const found = await rows.find({ ...where, id: { gt: after } }, { lock: 'update', limit: size });
    const last = found.at(-1);
    if (!last) return;
    yield found;
    after = last.id;
  }
}
