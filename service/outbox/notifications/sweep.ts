/** Notifications are deleted after a while. */
import type { Knex } from 'knex';
import { dialectOf } from '../../../engine/database/query.ts';

const keptDays = 90;
/** The number per statement. */
const rowsAtOnce = 1000;

/** Deletes older ones. @returns how many */
export async function sweepNotifications(db: Knex): Promise<number> {
  const before = db.raw(dialectOf(db).moment(-keptDays * 24 * 3600));
  let swept = 0;
  for (let round = 0; round < 1000; round += 1) {
    const ids: number[] = await db('notifications')
      .where('created_at', '<', before)
      .limit(rowsAtOnce)
      .pluck('id');
    if (ids.length === 0) break;
    swept += await db('notifications').whereIn('id', ids).delete();
  }
  return swept;
}
