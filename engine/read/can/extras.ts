/** What `with` adds to rows: what may be done with them, and the tag that changes of them take. */
import type { Resource } from '../../model/resource.ts';
import type { Extra } from '../../request/intent.ts';
import type { AnswerRow } from '../context.ts';
import { type SingleAnswer, singleAnswer, tagOf } from '../single.ts';
import { type CanContext, judgeRows } from './can.ts';

/** A whole row that was read, with its version. */
interface Found {
  readonly answer: AnswerRow;
  readonly version: number;
}

/**
 * Rows with what was asked for beside them. `etag` is the tag that the row by itself is answered with. With `can` the tag of
 * the answer depends on that as well, while its version stays: it still allows to change the row.
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
