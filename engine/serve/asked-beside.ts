/** The extras that `with` adds to rows that were just written. */
import type { Knex } from 'knex';
import { judgeRows } from '../read/can/can.ts';
import type { AnswerRow } from '../read/context.ts';
import type { Extra } from '../request/intent.ts';
import type { Request } from '../request/request.ts';
import { storedNow } from '../values.ts';
import type { Engine } from './engine.ts';

/** A written row, and its ETag. */
interface WrittenAnswer {
  readonly data: AnswerRow;
  readonly etag: string;
}

/** Adds the requested extras to rows. `can` is computed for all of them at once. */
export async function withBeside<Row extends WrittenAnswer>(
  { services }: Engine,
  { resource, actor, now, signal }: Request,
  db: Knex,
  rows: readonly Row[],
  extras: ReadonlySet<Extra>,
): Promise<AnswerRow[]> {
  const context = { db, viewer: actor, storedNow: storedNow(now), signal, services };
  const given = rows.map(({ data }) => data);
  const judged = extras.has('can') ? await judgeRows(context, resource, given) : [];
  return rows.map(({ data, etag }, at) => ({
    ...data,
    ...(extras.has('can') && { can: judged[at] }),
    ...(extras.has('etag') && { etag }),
  }));
}
