/** The extras that `with` adds to rows: what may be done with them, and the ETag that changes of them need. */
import type { Resource } from '../../model/resource.ts';
import type { Extra } from '../../request/intent.ts';
import type { AnswerRow } from '../context.ts';
import { type SingleAnswer, singleAnswer, tagOf } from '../single.ts';
import { type CanContext, judgeRows } from './can.ts';

/** A whole row, with its version. */
interface Found {
  readonly answer: AnswerRow;
  readonly version: number;
}

/**
 * Adds the requested extras to rows. `etag` is the ETag of the row alone. With `can`, the ETag of the answer depends on `can` as
 * well. It contains the same version, so it still allows to change the row.
 */
export async function addExtras(
  context: CanContext,
  resource: Resource,
  found: readonly Found[],
  extras: ReadonlySet<Extra>,
): Promise<SingleAnswer[]> {
  const answers = found.map(({ answer }) => answer);
  const judged = extras.has('can') ? await judgeRows(context, resource, answers) : [];
  return found.map((one, index) => {
    const single = singleAnswer(resource, one);
    const can = judged[index];
    const judgedData = can ? { ...single.data, can } : single.data;
    const etag = can ? tagOf(resource, one.version, judgedData) : single.etag;
    const data = extras.has('etag') ? { ...judgedData, etag: single.etag } : judgedData;
    return { id: single.id, data, etag };
  });
}
