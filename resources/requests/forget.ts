/** Erases the senders of requests, 90 days after the decision. */
import { storeInstant, type TaskContext } from '../../engine/index.ts';

/** The maximum number per site and transaction. */
const most = 200;

/** The erased values of a request. */
interface Sent {
  readonly id: number;
  readonly requester_name: string | null;
  readonly requester_contact: string | null;
  readonly forget_at: string | null;
}

/** Erases name and contact of requests whose time is over. */
export async function forgetPeople({ db, now, at, signal }: TaskContext): Promise<void> {
  const due = () => db('work_requests').where('forget_at', '<=', storeInstant(now));
  const sites: number[] = await due().distinct('site_id').pluck('site_id');
  for (const siteId of sites) {
    for (let count = most; count === most; ) {
      signal.throwIfAborted();
      count =
        (await at(siteId, async ({ rows }) => {
          const requests = rows<Sent>('work-requests');
          const found = await requests.find(
            { site_id: siteId, forget_at: { lte: now } },
            { lock: 'update', order: 'forget_at', limit: most },
          );
          await requests.change(found, { requester_name: null, requester_contact: null, forget_at: null });
          return found.length;
        })) ?? 0;
    }
  }
}
