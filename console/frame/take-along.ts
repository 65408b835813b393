/** Takes along what is somebody's own to do: each row opens without a network, also where it was never opened before. */
import { ownQuery, ownResources } from '../home/own-work.ts';
import { call, withQuery } from '../service/call.ts';
import { type Page, rowPath } from '../service/metadata.ts';
import { rememberAnswer } from '../service/seen/seen.ts';
import { session } from '../service/session.ts';

const mostRows = 100;
const everyMs = 15 * 60_000;

/** To be called once: now, every quarter of an hour, and whenever somebody comes to another site. */
export function followOwnWork(): void {
  let last = 0;
  let place = '';
  const look = () => {
    const { state, present } = session.get();
    if (state !== 'in' || document.visibilityState !== 'visible') return;
    const here = `${present.user.id} ${present.user.current_site_id}`;
    if (here === place && Date.now() - last < everyMs) return;
    [last, place] = [Date.now(), here];
    void takeAlong();
  };
  session.subscribe(look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, everyMs / 15);
  look();
}

async function takeAlong(): Promise<void> {
  const { state, present } = session.get();
  if (state !== 'in') return;
  const { user, resources } = present;
  for (const resource of ownResources(resources)) {
    const own = { ...ownQuery(resource, user.id), per_page: mostRows, with: 'can,etag' };
    try {
      const { body } = await call<Page>(withQuery(`/${resource.path}`, own));
      for (const { etag = null, ...row } of body.data)
        await rememberAnswer(user, [rowPath(resource, row.id)], { body: { data: row }, etag });
    } catch {
      // It is tried again in a while.
    }
  }
}
