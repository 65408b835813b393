/** Forgets who sent requests, 90 days after they were decided. */
import { storeInstant, type TaskContext } from '../../engine/index.ts';

/** How many of a site one transaction forgets. */
const most = 200;

/** What is taken out of a request. */
interface Sent {
  readonly id: number;
  readonly requester_name: string | null;
  readonly requester_contact: string | null;
  readonly forget_at: string | null;
}

/** Takes name and contact out of requests of which it is time. */
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
